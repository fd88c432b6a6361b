import { accessOf } from "../domain/allowlist.ts";
import { checkOptions, checkSignal } from "../domain/arguments.ts";
import type { EventInput } from "../domain/event.ts";
import { formatScope, type Scope } from "../domain/scope.ts";
import { checkId } from "../domain/text.ts";
import type { Engine } from "../engine/engine.ts";
import { askForTool, askQuery, askRecall, type QueryCallOptions } from "../read/ask.ts";
import type { Page } from "../read/page.ts";
import type { QueryAnswer, QueryRequest } from "../read/query.ts";
import type { Recall } from "../read/recall.ts";
import { type CallOptions, checkCategories, type RecallCallOptions } from "../read/recall-options.ts";
import type { Source } from "../read/retrieve-request.ts";
import { type ReviewOptions, review, type Waiting } from "../read/waiting.ts";
import { findScope } from "../store/scopes.ts";
import type { ObserveResult } from "../store/writes/observe.ts";
import { type ForgetOptions, type ForgetResult, type ForgetTarget, forgetIn } from "../write/forget.ts";
import { keepClaim } from "../write/keep-claim.ts";
import { observe } from "../write/observe.ts";
import { extractPending } from "../write/pipeline.ts";
import type { RememberOptions } from "../write/remember.ts";
import { type Remembered, visibleReport, type WriteReport } from "../write/report.ts";
import { toolWriter } from "../write/tool-writer.ts";
import { type EventsHandle, eventsOf } from "./events.ts";
import { type MemoriesHandle, memoriesOf } from "./memories.ts";
import { type ProfileHandle, profileOf } from "./profile.ts";
import { type SessionHandle, sessionOf } from "./session.ts";
import { type MemoryTool, toolsOf } from "./tools.ts";

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
}

/** Everything that can be done in one scope. There is no other way to its rows. */
export interface ScopeHandle {
  readonly scope: string;
  readonly tenant: string;
  /** Makes messages durable. An id that is known already is counted as a duplicate and changes nothing. */
  observe(messages: readonly EventInput[], options?: CallOptions): Promise<ObserveResult>;
  /** Reads what was observed and not read yet, now and not in the background, and says what came of it. */
  flush(options?: CallOptions): Promise<WriteReport>;
  /** Stores a claim on the user's word, with its own command event as evidence, and says what became of it. */
  remember(text: string, options?: RememberOptions & CallOptions): Promise<Remembered>;
  /** Finds memories and the user's own words for a question. `""` or `"*"` gives the newest. */
  recall<S extends Source = "memories" | "quotes">(
    query: string,
    options?: RecallCallOptions<S>,
  ): Promise<Recall<S>>;
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

/** `legacy` scopes are read, never written, and forgotten from together with the scope (R62). */
export function scopeHandle(
  engine: Engine,
  scope: Scope,
  legacy: readonly Scope[],
  options: ScopeOptions,
): ScopeHandle {
  const agent = options.agent === undefined ? null : checkId(options.agent, "agent");
  const thread = options.thread === undefined ? null : checkId(options.thread, "thread");
  const actor = options.actor === undefined ? (agent ?? "library") : checkId(options.actor, "actor");
  const bound = options.categories === undefined ? null : checkCategories(options.categories);
  const access = accessOf(engine.settings.allowlists, agent, bound);
  const acting = { actor, access };
  const scopes: [Scope, ...Scope[]] = [scope, ...legacy];
  const reading = { scopes, access, thread };
  const origin = {
    scope,
    acting,
    speaker: { user: scope.kind === "user" ? scope.id : null, agent, thread },
  };

  const handle: ScopeHandle = {
    scope: formatScope(scope),
    tenant: scope.tenant,
    memories: memoriesOf(engine, scope, acting),
    events: eventsOf(engine, scope, access),
    profile: profileOf(engine, scope, acting, thread),

    async observe(messages, options) {
      engine.use();
      const signal = checkSignal(checkOptions(options, "observe()").signal);
      return observe(engine, scope, messages, { thread, signal });
    },

    async flush(options) {
      engine.use();
      const signal = checkSignal(checkOptions(options, "flush()").signal);
      if (!engine.settings.enable) return { events: 0, entries: [] };
      const report = await engine.accept(extractPending(engine, scope, signal));
      await engine.accept(engine.background.embedFresh(scope, signal));
      return visibleReport(access, report);
    },

    async remember(text, given) {
      const options = checkOptions(given, "remember()");
      engine.use();
      return keepClaim(engine, { ...origin, tool: null }, text, options, checkSignal(options.signal));
    },

    recall: (async (query: string, options?: RecallCallOptions) =>
      askRecall(engine, reading, query, checkOptions(options, "recall()"))) as ScopeHandle["recall"],

    query: ((request: QueryRequest, options?: QueryCallOptions) =>
      askQuery(engine, reading, request, options)) as ScopeHandle["query"],

    tools: () =>
      toolsOf(
        engine.settings.tools,
        handle,
        (query, options) => askForTool(engine, reading, query, options),
        toolWriter(engine, origin, scopes),
      ),

    forget: (target, options) => forgetIn(engine, scopes, acting, target, options),

    async review(options) {
      const num = (await findScope(engine.use(), scope))?.num;
      return review(engine, scope.tenant, { num }, options, access);
    },

    session: (id) => sessionOf(engine, scope, id),
  };
  return handle;
}
