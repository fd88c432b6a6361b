import type { EventInput } from "../domain/event.ts";
import type { ScopeInput } from "../domain/scope.ts";
import type { Source } from "../domain/source.ts";
import type { CallOptions } from "./call-options.ts";
import type { EventsHandle } from "./events.ts";
import type { ExplainOptions, Explanation } from "./explain.ts";
import type { ForgetOptions, ForgetResult, ForgetTarget } from "./forget.ts";
import type { MemoriesHandle } from "./memories.ts";
import type { Page } from "./page.ts";
import type { Preview } from "./preview.ts";
import type { ProfileHandle } from "./profile.ts";
import type { QueryAnswer, QueryCallOptions, QueryRequest } from "./query.ts";
import type { Recall, RecallCallOptions, Receipt } from "./recall.ts";
import type { ReviewOptions, Waiting } from "./review.ts";
import type { SessionHandle } from "./session.ts";
import type { MemoryTool } from "./tools.ts";
import type { ObserveResult, Remembered, RememberOptions, WriteReport } from "./write.ts";

export interface ScopeOptions {
  /** Default: `"default"`. */
  tenant?: string;
  /** The agent that acts through this handle; kept with what it writes. Default: none. */
  agent?: string;
  /** The conversation; kept with what is written. Default: none. */
  thread?: string;
  /** Who is named in the history. Default: the agent, else `"library"`. */
  actor?: string;
  /**
   * The only categories that are there for this handle, whoever its agent is; an empty list leaves none. Beside an
   * allowlist of the agent's, only what both name. Default: all.
   */
  categories?: readonly string[];
  /**
   * Scopes that are read along with this one and forgotten from together with it, but never written. `scopeFor()` names
   * those that another identity strategy would have used. Default: none.
   */
  legacy?: readonly ScopeInput[];
}

/** Everything that can be done in one scope. There is no other way to its rows. */
export interface ScopeHandle {
  readonly scope: string;
  readonly tenant: string;
  /** The scopes that are read along with it. */
  readonly legacy: readonly string[];
  /** Makes messages durable. An id that is known already is counted as a duplicate and changes nothing. */
  observe(messages: readonly EventInput[], options?: CallOptions): Promise<ObserveResult>;
  /**
   * What reading these messages would come to. Neither they nor what they say is kept; a language model is asked as usual.
   * Each claim is decided against what is known now, not against the others of the call.
   */
  preview(messages: readonly EventInput[], options?: CallOptions): Promise<Preview>;
  /** Reads what was observed and not read yet, now and not in the background, and says what came of it. */
  flush(options?: CallOptions): Promise<WriteReport>;
  /** Stores a claim on the user's word, with its own command event as evidence, and says what became of it. */
  remember(text: string, options?: RememberOptions & CallOptions): Promise<Remembered>;
  /** Finds memories and the user's own words for a question. `""` or `"*"` gives the newest. */
  recall<S extends Source = "memories" | "quotes">(
    query: string,
    options?: RecallCallOptions<S>,
  ): Promise<Recall<S>>;
  /** A recall with what it found and left out, and by which rule; under another preset, too. For whoever looks into it. */
  explain(query: string, options?: ExplainOptions): Promise<Explanation>;
  /** Marks what a recall has shown as given to an agent, as its own `delivered()` does; here, or in another process. */
  delivered(receipt: Receipt): Promise<void>;
  /** The supervisor's one tool, `memory.query` (R262–R266): checked against the handle's agent, in its own words. */
  query<R extends "bullets" | "full" = "bullets">(
    request: QueryRequest & { return?: R },
    options?: QueryCallOptions,
  ): Promise<QueryAnswer<R>>;
  /** What an agent is given to work with its memory: the preset's tools, ready for a function-calling model (C22). */
  tools(): MemoryTool[];
  /** Takes memories out of every read: restorable by default, erased at once with `hard`. */
  forget(target: ForgetTarget, options?: ForgetOptions & CallOptions): Promise<ForgetResult>;
  /** What waits for a person: pending memories, the profile's proposals, then what is only kept apart (C28). */
  review(options?: ReviewOptions): Promise<Page<Waiting>>;
  /** One conversation: say that it is over, was compressed, or still beats. */
  session(id: string): SessionHandle;
  readonly memories: MemoriesHandle;
  readonly events: EventsHandle;
  /** The structured fields that may need consent (R277–R280). */
  readonly profile: ProfileHandle;
}
