import { checkList, checkOneOf, checkOptions, checkSignal, checkUnit } from "./domain/arguments.ts";
import { MemoirError, show } from "./domain/errors.ts";
import type { EventInput } from "./domain/event.ts";
import type { Memory } from "./domain/memory.ts";
import { formatScope, type Scope } from "./domain/scope.ts";
import type { Settings } from "./domain/settings.ts";
import { checkId, checkTime, wellFormed } from "./domain/text.ts";
import { embedNow } from "./embed-now.ts";
import { type Engine, writeContext } from "./engine.ts";
import { type EventsHandle, eventsOf } from "./events-handle.ts";
import { type ForgetOptions, type ForgetResult, type ForgetTarget, forgetIn } from "./forget.ts";
import { type MemoriesHandle, memoriesOf } from "./memories-handle.ts";
import type { Page } from "./page.ts";
import { type ProfileHandle, profileOf } from "./profile-handle.ts";
import type { Bounds } from "./read/budget.ts";
import { checkFilter } from "./read/check-filter.ts";
import { type QueryAnswer, type QueryRequest, queryOf } from "./read/query.ts";
import { type Recall, type RecallRequest, recall } from "./read/recall.ts";
import { SOURCES, type Source } from "./read/retrieve.ts";
import { type ReviewOptions, review, type Waiting } from "./review.ts";
import { type SessionHandle, sessionOf } from "./session-handle.ts";
import { toMemory } from "./store/memories.ts";
import type { MemoryFilter } from "./store/memory-search.ts";
import { findScope } from "./store/scopes.ts";
import type { ObserveResult } from "./store/writes/observe.ts";
import { type MemoryTool, toolsOf } from "./tools.ts";
import { keepRemembered } from "./write/keep-remembered.ts";
import { extractPending } from "./write/pipeline.ts";
import { recordable } from "./write/record.ts";
import { type RememberOptions, rememberable } from "./write/remember.ts";
import type { WriteReport } from "./write/report.ts";

export interface ScopeOptions {
  /** Default: `"default"`. */
  tenant?: string;
  /** The agent that acts through this handle; kept with what it writes. Default: none. */
  agent?: string;
  /** The conversation; kept with what is written. Default: none. */
  thread?: string;
  /** Who is named in the history. Default: the agent, else `"library"`. */
  actor?: string;
}

export interface CallOptions {
  signal?: AbortSignal;
}

/** Filters of a recall, applied in the store (R266). */
export type RecallFilters = Omit<MemoryFilter, "status">;

export interface RecallCallOptions<S extends Source = Source> extends CallOptions {
  /** What is looked through: memories, the raw record of events, the timeline. Default: `["memories"]`. */
  from?: readonly S[];
  /** Most hits. Default: the read policy's `maxItems`. */
  limit?: number;
  /** Most tokens of the rendered block. Default: the read policy's `maxTokens`. */
  maxTokens?: number;
  /** The request carries tools, so the block is kept smaller where the settings say so (R327). Default: false. */
  tools?: boolean;
  /** The conversation that is told what changed since it last looked. Default: the handle's. */
  thread?: string;
  filters?: RecallFilters;
  /** Only these categories. An agent with an allowlist may ask for no other (R261). Default: all it may see. */
  categories?: readonly string[];
  /** What was held to be true then. Default: now. */
  asOf?: Date | string | number;
  /** The least relevance, 0–1; 0 gives the best whatever they are worth. Default: the read policy's, else the floor. */
  threshold?: number;
  /** After so many milliseconds it answers with what it has, marked degraded. Default: the read policy's. */
  deadlineMs?: number;
}

/** Everything that can be done in one scope. There is no other way to its rows. */
export interface ScopeHandle {
  readonly scope: string;
  readonly tenant: string;
  /** Makes messages durable. An id that is known already is counted as a duplicate and changes nothing. */
  observe(messages: readonly EventInput[], options?: CallOptions): Promise<ObserveResult>;
  /** Reads what was observed and not read yet, now and not in the background, and says what came of it. */
  flush(options?: CallOptions): Promise<WriteReport>;
  /** Stores a claim on the user's word, with its own command event as evidence. */
  remember(text: string, options?: RememberOptions & CallOptions): Promise<Memory>;
  /** Finds memories for a question. `""` or `"*"` gives the newest. */
  recall<S extends Source = "memories">(query: string, options?: RecallCallOptions<S>): Promise<Recall<S>>;
  /** The supervisor's one tool, `memory.query` (R262–R266): checked against the handle's agent, in its own words. */
  query<R extends "bullets" | "full" = "bullets">(
    request: QueryRequest & { return?: R },
    options?: CallOptions,
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

/** The longest a timer can wait. */
const MOST_WAIT = 2_147_483_647;

/** However much is asked for, and where the preset sets no limit. */
const MOST_HITS = 1_000;

function boundsOf(options: RecallCallOptions, { readPolicy, render }: Settings): Bounds {
  const usual =
    options.tools === true && render.maxTokensWithTools !== null
      ? render.maxTokensWithTools
      : readPolicy.maxTokens;
  return {
    maxItems: checkMost(options.limit ?? readPolicy.maxItems ?? MOST_HITS, "limit", MOST_HITS),
    maxTokens:
      options.maxTokens === undefined
        ? usual
        : checkMost(options.maxTokens, "maxTokens", Number.MAX_SAFE_INTEGER),
  };
}

function checkSources(value: unknown): readonly Source[] {
  if (value === undefined) return ["memories"];
  const sources = Array.from(checkList(value, "from"), (one) => checkOneOf(one, SOURCES, "from"));
  if (sources.length > 0) return [...new Set(sources)];
  throw new MemoirError(
    "invalid_argument",
    "from is empty: leave it out to look through memories, or name some.",
  );
}

function checkCategories(value: unknown): readonly string[] {
  return Array.from(checkList(value, "categories"), (one, i) => checkId(one, `categories[${i}]`));
}

function checkMost(value: unknown, name: string, most: number): number {
  if (Number.isInteger(value) && (value as number) >= 1 && (value as number) <= most) return value as number;
  throw new MemoirError(
    "invalid_argument",
    `${name} must be a whole number from 1 to ${most}, got ${show(value)}.`,
  );
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
  const speaker = { user: scope.kind === "user" ? scope.id : null, agent, thread };
  const all = [scope, ...legacy];

  /** The request of one read: what the caller may leave out is the settings' or the handle's. */
  const lookup = (query: unknown, options: RecallCallOptions, call: string): RecallRequest => {
    if (typeof query !== "string") {
      throw new MemoirError("invalid_argument", `${call} takes a text to look for, got ${show(query)}.`);
    }
    const { readPolicy } = engine.settings;
    const { status, ...filter } = checkFilter(options.filters, call);
    if (status !== undefined) {
      throw new MemoirError(
        "invalid_argument",
        `${call} gives active memories only; it takes no filter "status". Use memories.list() to see others.`,
      );
    }
    return {
      reader: engine.use(),
      indexes: engine.indexes,
      embedder: engine.embedder,
      reranker: engine.reranker,
      settings: engine.settings,
      now: engine.now(),
      scopes: all,
      agent,
      query: wellFormed(query),
      from: checkSources(options.from),
      bounds: boundsOf(options, engine.settings),
      filter:
        options.categories === undefined
          ? filter
          : { ...filter, categories: checkCategories(options.categories) },
      threshold: options.threshold === undefined ? undefined : checkUnit(options.threshold, "threshold"),
      asOf: options.asOf === undefined ? null : checkTime(options.asOf, "asOf"),
      deadlineMs:
        options.deadlineMs === undefined
          ? readPolicy.deadlineMs
          : checkMost(options.deadlineMs, "deadlineMs", MOST_WAIT),
      asked: false,
      thread: null,
      signal: checkSignal(options.signal),
      deliver: (where, ids, rev) =>
        engine.store.write("deliver", {
          scope: where,
          at: engine.now().getTime(),
          ids,
          thread: rev > 0 ? (options.thread ?? thread) : null,
          rev,
        }),
    };
  };

  const handle: ScopeHandle = {
    scope: formatScope(scope),
    tenant: scope.tenant,
    memories: memoriesOf(engine, scope, actor),
    events: eventsOf(engine, scope),
    profile: profileOf(engine, scope, actor, thread),

    async observe(messages, options) {
      engine.use();
      const signal = checkSignal(checkOptions(options, "observe()").signal);
      const at = engine.now().getTime();
      const { denyPatterns } = engine.settings.privacy;
      const { events, redacted } = recordable(messages, { thread, denyPatterns }, at);
      if (events.length === 0 || !engine.settings.enable) {
        return {
          recorded: 0,
          duplicates: 0,
          redacted: 0,
          seq: (await findScope(engine.use(), scope))?.seq ?? 0,
        };
      }
      const { turns } = engine.background.triggers;
      const result = await engine.store.write("observe", { scope, at, events, triggers: turns }, { signal });
      engine.background.touched(scope);
      return { ...result, redacted };
    },

    async flush(options) {
      engine.use();
      const signal = checkSignal(checkOptions(options, "flush()").signal);
      if (!engine.settings.enable) return { events: 0, entries: [] };
      return engine.accept(extractPending(engine.writing, scope, signal));
    },

    async remember(text, options) {
      engine.use();
      const rememberOptions = checkOptions(options, "remember()");
      const signal = checkSignal(rememberOptions.signal);
      if (!engine.settings.enable) {
        throw new MemoirError(
          "writes_disabled",
          "enable is off in the settings: nothing is remembered. Switch it on.",
        );
      }
      const context = writeContext(engine, scope, actor, "remember");
      const claim = rememberable(text, rememberOptions, speaker, engine.settings, context.at);
      const memory = await engine.accept(
        embedNow(engine.embedder, claim.memory.text).then((vectors) =>
          engine.writing.turns.run(`${scope.tenant} ${formatScope(scope)}`, () =>
            keepRemembered(engine.writing, scope, context, claim, vectors, signal),
          ),
        ),
      );
      engine.background.touched(scope);
      engine.changed();
      return toMemory(memory, context.at);
    },

    recall: (async (query: string, given?: RecallCallOptions) => {
      const options = checkOptions(given, "recall()");
      const told = options.thread === undefined ? thread : checkId(options.thread, "thread");
      return recall({ ...lookup(query, options, "recall()"), thread: told });
    }) as ScopeHandle["recall"],

    query: (async (request: QueryRequest, given?: CallOptions) => {
      const { signal } = checkOptions(given, "query()");
      const { query, options, answer } = queryOf(request, agent, engine.settings);
      const looked = lookup(query, { ...options, ...(signal === undefined ? {} : { signal }) }, "query()");
      const settings = {
        ...engine.settings,
        render: { ...engine.settings.render, format: "bullets" as const },
      };
      const found = await recall({ ...looked, settings, asked: true });
      // Off the caller's path (R321); what cannot be counted now is not worth an error.
      found.delivered().catch(() => undefined);
      return answer(found);
    }) as ScopeHandle["query"],

    tools: () =>
      toolsOf(engine.settings.tools, handle, async (query, { also, ...options }) => {
        const looked = lookup(query, options, "recall()");
        const filter =
          also === undefined ? looked.filter : { ...looked.filter, status: ["active", also] as const };
        const found = await recall({ ...looked, filter, asked: true });
        found.delivered().catch(() => undefined);
        return found;
      }),

    forget: (target, forgetOptions) => forgetIn(engine, all, actor, target, forgetOptions),

    review: async (options) => {
      const num = (await findScope(engine.use(), scope))?.num;
      return review(engine, scope.tenant, { num }, options);
    },

    session: (id) => sessionOf(engine, scope, id),
  };
  return handle;
}
