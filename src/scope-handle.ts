import { accessOf, checkAllowed } from "./domain/allowlist.ts";
import { checkOptions, checkSignal } from "./domain/arguments.ts";
import { MemoirError } from "./domain/errors.ts";
import type { EventInput } from "./domain/event.ts";
import { isUsersWord } from "./domain/match/trust.ts";
import { formatScope, type Scope } from "./domain/scope.ts";
import type { Settings } from "./domain/settings.ts";
import { checkId } from "./domain/text.ts";
import type { ToolName } from "./domain/tool-names.ts";
import { embedNow } from "./embed-now.ts";
import { type Engine, quotaOf, writeContext } from "./engine.ts";
import { type EventsHandle, eventsOf } from "./events-handle.ts";
import {
  type ForgetOptions,
  type ForgetResult,
  type ForgetTarget,
  forgetByTool,
  forgetIn,
} from "./forget.ts";
import { type MemoriesHandle, memoriesOf } from "./memories-handle.ts";
import type { Page } from "./page.ts";
import { type ProfileHandle, profileOf } from "./profile-handle.ts";
import type { Degraded } from "./read/degraded.ts";
import { type QueryAnswer, type QueryRequest, queryOf } from "./read/query.ts";
import { type Question, type Recall, type RecallRequest, recall } from "./read/recall.ts";
import type { Source } from "./read/retrieve.ts";
import {
  type CallOptions,
  checkCategories,
  type RecallCallOptions,
  recallRequest,
} from "./recall-options.ts";
import { type ReviewOptions, review, type Waiting } from "./review.ts";
import { type SessionHandle, sessionOf } from "./session-handle.ts";
import { type MemoryRow, toMemory } from "./store/memories.ts";
import { findScope } from "./store/scopes.ts";
import type { ObserveResult } from "./store/writes/observe.ts";
import type { TenantSettings } from "./tenant-settings.ts";
import { type MemoryTool, type ToolWriter, toolsOf } from "./tools.ts";
import { besideTaken, recentWords, toolClaim } from "./write/by-tool.ts";
import { asksToForget } from "./write/forget-asked.ts";
import { keepRemembered, type RememberedClaim } from "./write/keep-remembered.ts";
import { extractPending } from "./write/pipeline.ts";
import { recordable } from "./write/record.ts";
import { type RememberOptions, rememberable } from "./write/remember.ts";
import { type Remembered, visibleReport, type WriteReport } from "./write/report.ts";

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

export interface QueryCallOptions extends CallOptions {
  /** Told why the answer is less than it could be: the list that `memory.query` gives has no room for it (R263). */
  onDegraded?: (degraded: Degraded) => void;
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
  const speaker = { user: scope.kind === "user" ? scope.id : null, agent, thread };
  const all = [scope, ...legacy];

  const lookup = (settings: Settings, query: unknown, options: RecallCallOptions, call: string): Question =>
    recallRequest(engine, settings, { scopes: all, access, thread }, query, options, call);
  const read = async (ask: (settings: Settings) => Question): Promise<Recall> => {
    const under = ({ settings, policy }: TenantSettings): RecallRequest => ({
      ...ask(settings),
      policy,
      newer: async () => under(await engine.tenants.now(scope.tenant)),
    });
    const request = under(engine.tenants.last(scope.tenant));
    const found = await recall(request);
    engine.operations.searched(scope, found, request.thread ?? thread, request.now.getTime());
    return found;
  };

  /** Keeps a claim: the user's, or what a model asks to keep through a tool. */
  const keepClaim = async (
    text: string,
    options: RememberOptions & CallOptions,
    tool: ToolName | null,
  ): Promise<Remembered> => {
    engine.use();
    const signal = checkSignal(options.signal);
    if (!engine.settings.enable) {
      throw new MemoirError(
        "writes_disabled",
        "enable is off in the settings: nothing is remembered. Switch it on.",
      );
    }
    const context = writeContext(engine, scope, acting, tool ?? "remember");
    const kept = async (): ReturnType<typeof keepRemembered> => {
      const { settings, policy } = await engine.tenants.now(scope.tenant);
      const asked = rememberable(text, options, speaker, settings, policy, context.at);
      checkAllowed(access, asked.memory.category);
      const claim =
        tool === null ? asked : toolClaim(asked, tool, scope, await recentWords(engine.writing, scope));
      const vectors = await embedNow(engine.embedder, claim.memory.text);
      const keep = (one: RememberedClaim): ReturnType<typeof keepRemembered> =>
        engine.writing.turns.run(`${scope.tenant} ${formatScope(scope)}`, () =>
          keepRemembered(engine.writing, scope, context, one, vectors, signal),
        );
      try {
        return await keep(claim);
      } catch (error) {
        if (!MemoirError.is(error) || error.details.taken !== true) throw error;
        return keep(besideTaken(claim));
      }
    };
    const { row, outcome } = await engine.accept(kept());
    engine.background.touched(scope);
    engine.changed();
    return { memory: toMemory(row, context.at), outcome };
  };

  const writer: ToolWriter = {
    store: async (tool, text, options) => (await keepClaim(text, options, tool)).memory,
    async forget(tool, target) {
      const { requests } = await engine.writing.reader.read(await recentWords(engine.writing, scope), 0);
      const asked = requests.flat();
      // What a tool stored, and nobody confirmed, is a tool's to forget.
      const mayForget = ({ role, trust, text }: MemoryRow): boolean =>
        (role === "tool" && !isUsersWord(trust)) || asksToForget(asked, text);
      return forgetByTool(engine, all, { ...acting, tool, agent }, target, mayForget);
    },
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
      const at = engine.now().getTime();
      const { denyPatterns } = engine.settings.privacy;
      const { events, redacted } = await recordable(messages, { thread, denyPatterns }, at);
      if (events.length === 0 || !engine.settings.enable) {
        return {
          recorded: 0,
          duplicates: 0,
          redacted: 0,
          seq: (await findScope(engine.use(), scope))?.seq ?? 0,
        };
      }
      const { turns } = engine.background.triggers;
      const result = await engine.store.write(
        "observe",
        { scope, at, events, triggers: turns, quota: quotaOf(engine.settings) },
        { signal },
      );
      engine.background.touched(scope);
      return { ...result, redacted };
    },

    async flush(options) {
      engine.use();
      const signal = checkSignal(checkOptions(options, "flush()").signal);
      if (!engine.settings.enable) return { events: 0, entries: [] };
      return visibleReport(access, await engine.accept(extractPending(engine.writing, scope, signal)));
    },

    remember: async (text, options) => keepClaim(text, checkOptions(options, "remember()"), null),

    recall: (async (query: string, given?: RecallCallOptions) => {
      const options = checkOptions(given, "recall()");
      const told = options.thread === undefined ? thread : checkId(options.thread, "thread");
      return read((settings) => ({ ...lookup(settings, query, options, "recall()"), thread: told }));
    }) as ScopeHandle["recall"],

    query: (async (request: QueryRequest, given?: QueryCallOptions) => {
      const { signal, onDegraded } = checkOptions(given, "query()");
      const { query, options, answer } = queryOf(request, agent);
      const asked = { ...options, ...(signal === undefined ? {} : { signal }) };
      const found = await read(({ render, ...others }) => {
        const settings = { ...others, render: { ...render, format: "bullets" as const } };
        return { ...lookup(settings, query, asked, "query()"), asked: true };
      });
      // Off the caller's path (R321); what cannot be counted now is not worth an error.
      found.delivered().catch(() => undefined);
      if (found.degraded !== null) onDegraded?.(found.degraded);
      return answer(found);
    }) as ScopeHandle["query"],

    tools: () =>
      toolsOf(
        engine.settings.tools,
        handle,
        async (query, { also, ...options }) => {
          const found = await read((settings) => {
            const looked = lookup(settings, query, options, "recall()");
            const filter =
              also === undefined ? looked.filter : { ...looked.filter, status: ["active", also] as const };
            return { ...looked, filter, asked: true };
          });
          found.delivered().catch(() => undefined);
          return found;
        },
        writer,
      ),

    forget: (target, forgetOptions) => forgetIn(engine, all, acting, target, forgetOptions),

    review: async (options) => {
      const num = (await findScope(engine.use(), scope))?.num;
      return review(engine, scope.tenant, { num }, options, access);
    },

    session: (id) => sessionOf(engine, scope, id),
  };
  return handle;
}
