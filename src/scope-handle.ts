import { checkOptions, checkSignal } from "./domain/arguments.ts";
import { MemoirError, show } from "./domain/errors.ts";
import type { EventInput } from "./domain/event.ts";
import type { Memory } from "./domain/memory.ts";
import { formatScope, type Scope } from "./domain/scope.ts";
import type { Settings } from "./domain/settings.ts";
import { checkId, wellFormed } from "./domain/text.ts";
import { embedNow } from "./embed-now.ts";
import { type Engine, writeContext } from "./engine.ts";
import { type EventsHandle, eventsOf } from "./events-handle.ts";
import { type ForgetOptions, type ForgetResult, type ForgetTarget, forgetIn } from "./forget.ts";
import { type MemoriesHandle, memoriesOf } from "./memories-handle.ts";
import { checkFilter } from "./read/check-filter.ts";
import { type Recall, recall } from "./read/recall.ts";
import type { Bounds } from "./read/render.ts";
import { toMemory } from "./store/memories.ts";
import type { MemoryFilter } from "./store/memory-search.ts";
import { findScope } from "./store/scopes.ts";
import type { ObserveResult } from "./store/writes/observe.ts";
import { recordable } from "./write/record.ts";
import { type RememberOptions, rememberable } from "./write/remember.ts";

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

export interface RecallCallOptions extends CallOptions {
  /** Most hits. Default: the read policy's `maxItems`. */
  limit?: number;
  /** Most tokens of the rendered block. Default: the read policy's `maxTokens`. */
  maxTokens?: number;
  /** The request carries tools, so the block is kept smaller where the settings say so (R327). Default: false. */
  tools?: boolean;
  /** The conversation that is told what changed since it last looked. Default: the handle's. */
  thread?: string;
  filters?: RecallFilters;
}

/** Everything that can be done in one scope. There is no other way to its rows. */
export interface ScopeHandle {
  readonly scope: string;
  readonly tenant: string;
  /** Makes messages durable. An id that is known already is counted as a duplicate and changes nothing. */
  observe(messages: readonly EventInput[], options?: CallOptions): Promise<ObserveResult>;
  /** Stores a claim on the user's word, with its own command event as evidence. */
  remember(text: string, options?: RememberOptions & CallOptions): Promise<Memory>;
  /** Finds memories for a question. `""` or `"*"` gives the newest. */
  recall(query: string, options?: RecallCallOptions): Promise<Recall>;
  /** Takes memories out of every read: restorable by default, erased at once with `hard`. */
  forget(target: ForgetTarget, options?: ForgetOptions & CallOptions): Promise<ForgetResult>;
  readonly memories: MemoriesHandle;
  readonly events: EventsHandle;
}

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

  return {
    scope: formatScope(scope),
    tenant: scope.tenant,
    memories: memoriesOf(engine, scope, actor),
    events: eventsOf(engine, scope),

    async observe(messages, options) {
      engine.use();
      const signal = checkSignal(checkOptions(options, "observe()").signal);
      const at = engine.now().getTime();
      const events = recordable(messages, { thread }, at);
      if (events.length === 0 || !engine.settings.enable) {
        return { recorded: 0, duplicates: 0, seq: (await findScope(engine.use(), scope))?.seq ?? 0 };
      }
      const { turns } = engine.background.triggers;
      const result = await engine.store.write("observe", { scope, at, events, triggers: turns }, { signal });
      engine.background.touched(scope);
      return result;
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
      const { memory } = await engine.store.write(
        "persist",
        { ...context, ...claim, vectors: await embedNow(engine.embedder, claim.memory.text) },
        { signal },
      );
      engine.background.touched(scope);
      engine.changed();
      return toMemory(memory, context.at);
    },

    async recall(query, given) {
      const options = checkOptions(given, "recall()");
      if (typeof query !== "string") {
        throw new MemoirError("invalid_argument", `recall() takes a text to look for, got ${show(query)}.`);
      }
      const told = options.thread === undefined ? thread : checkId(options.thread, "thread");
      return recall({
        reader: engine.use(),
        scopes: all,
        query: wellFormed(query),
        settings: engine.settings,
        now: engine.now(),
        embedder: engine.embedder,
        bounds: boundsOf(options, engine.settings),
        filter: checkFilter(options.filters, "recall()"),
        thread: told,
        signal: checkSignal(options.signal),
        deliver: (where, ids, rev) =>
          engine.store.write("deliver", { scope: where, at: engine.now().getTime(), ids, thread: told, rev }),
      });
    },

    forget: (target, forgetOptions) => forgetIn(engine, all, actor, target, forgetOptions),
  };
}
