import { checkNames, checkOptions, checkSignal } from "../../domain/arguments.ts";
import { MEMORY_FIELDS } from "../../domain/memory.ts";
import { filtersOf } from "../../domain/memory-field.ts";
import type { CommandMessage } from "../commands.ts";
import type { MarkdownSyncOptions } from "../markdown.ts";
import type { ChangesOptions, Memoir } from "../memoir.ts";
import type { MemoryFilter, ReviewOptions } from "../memories.ts";
import type { OperatorHandle, ScopesOptions } from "../operator.ts";
import type { PolicyOptions } from "../policy.ts";
import type { ProfileOptions } from "../profile.ts";
import type { RecallCallOptions } from "../recall.ts";
import type {
  EventListOptions,
  ScopeHandle,
  ScopeOptions,
  SessionHandle,
  TakeBackOptions,
} from "../scope.ts";
import type { SpanOptions } from "../stats.ts";
import type { TuningOptions } from "../tuning.ts";
import { type CallRow, type CallTable, type OptionNames, PAGE, REASON, SIGNAL } from "./call.ts";
import { HOOKS } from "./hooks.ts";

type OptionsOf<F> = F extends (...args: infer A) => unknown
  ? Required<A> extends readonly [...infer Before, infer Last]
    ? NonNullable<Last> extends object
      ? readonly [at: Before["length"], names: OptionNames<NonNullable<Last>>]
      : never
    : never
  : never;

/** For each call of a handle that takes options: as which argument, and which. */
type OldCalls<H> = {
  readonly [K in keyof H as [OptionsOf<H[K]>] extends [never] ? never : K & string]: OptionsOf<H[K]>;
};

/** The handles whose calls are checked. */
export interface Handles
  extends Pick<ScopeHandle, "memories" | "events" | "commands" | "digest" | "profile" | "markdown">,
    Pick<
      OperatorHandle,
      "policy" | "tuning" | "people" | "keys" | "hooks" | "jobs" | "upkeep" | "identities"
    > {
  readonly memoir: Memoir;
  readonly scope: ScopeHandle;
  readonly session: SessionHandle;
  readonly operator: OperatorHandle;
  readonly tenantMemories: OperatorHandle["memories"];
  readonly tenantEvents: OperatorHandle["events"];
}

const REVIEW: OptionNames<ReviewOptions> = { ...PAGE, status: true };
const SPAN: OptionNames<SpanOptions> = { since: true, until: true };
const SCOPES: OptionNames<ScopesOptions> = { scope: true, scopeKind: true };
const PROFILE: OptionNames<ProfileOptions> = { ...REASON, source: true };
const POLICY: OptionNames<PolicyOptions> = { reason: true, actor: true, ifVersion: true };
const TUNING: OptionNames<TuningOptions> = { reason: true, actor: true };
const EVENTS: OptionNames<EventListOptions> = { ...PAGE, session: true, role: true, type: true, ...SPAN };
const FILTER = Object.fromEntries(
  filtersOf(MEMORY_FIELDS).map(({ name }) => [name, true]),
) as OptionNames<MemoryFilter>;
const RECALL: OptionNames<Omit<RecallCallOptions, "thread">> = {
  ...SIGNAL,
  from: true,
  asker: true,
  limit: true,
  maxTokens: true,
  tools: true,
  filters: true,
  categories: true,
  asOf: true,
  threshold: true,
  deadlineMs: true,
};
const TAKE_BACK: OptionNames<TakeBackOptions> = { ...SIGNAL, forget: true };
const SCOPE: OptionNames<ScopeOptions> = {
  tenant: true,
  agent: true,
  thread: true,
  actor: true,
  categories: true,
  legacy: true,
};
const CHANGES: OptionNames<ChangesOptions> = {
  tenant: true,
  scope: true,
  since: true,
  signal: true,
  pollMs: true,
};
const FILE: OptionNames<MarkdownSyncOptions> = { ...SIGNAL, file: true, acceptRemovals: true };

/** Every call of a handle: its options, and the request that a client makes of it. */
export const CALLS = {
  hooks: HOOKS,
} satisfies { readonly [N in keyof Handles]?: CallTable<Handles[N]> };

export type Calls = typeof CALLS;

/** The options of every call, for the engine's handles and for a client. */
const OLD: { readonly [N in Exclude<keyof Handles, keyof Calls>]: OldCalls<Handles[N]> } = {
  memoir: {
    scope: [1, SCOPE],
    scopeFor: [1, SCOPE],
    names: [1, { tenant: true, scope: true }],
    changes: [0, CHANGES],
  },
  scope: {
    observe: [1, SIGNAL],
    flush: [0, SIGNAL],
    remember: [
      1,
      {
        ...SIGNAL,
        key: true,
        category: true,
        type: true,
        tags: true,
        importance: true,
        confidence: true,
        pinned: true,
        expiresAt: true,
        validFrom: true,
        subject: true,
        author: true,
        session: true,
        run: true,
        platform: true,
        eventId: true,
        metadata: true,
      },
    ],
    recall: [1, { ...RECALL, thread: true }],
    core: [0, { ...SIGNAL, asker: true }],
    person: [1, { ...SIGNAL, limit: true }],
    explain: [1, { ...RECALL, preset: true, memory: true, event: true }],
    preview: [1, SIGNAL],
    delivered: [1, { ...SIGNAL, reply: true, question: true }],
    context: [1, { ...SIGNAL, openOnly: true }],
    contexts: [0, PAGE],
    conversation: [0, PAGE],
    followConversation: [0, SIGNAL],
    feedback: [1, SIGNAL],
    feedbacks: [0, { ...PAGE, memory: true, reply: true }],
    query: [1, { ...SIGNAL, onDegraded: true }],
    forget: [
      1,
      {
        ...REASON,
        hard: true,
        includeRepetitions: true,
        echoes: true,
        bringBack: true,
        statuses: true,
        batch: true,
      },
    ],
    review: [0, REVIEW],
  },
  memories: {
    list: [0, { ...PAGE, ...FILTER }],
    update: [2, { ...REASON, ifRev: true }],
    delete: [1, { ...REASON, hard: true, bringBack: true }],
    restore: [1, REASON],
    approve: [1, REASON],
    reject: [1, REASON],
    decisions: [1, { ...PAGE, outcome: true }],
    history: [1, PAGE],
    undo: [1, { ...REASON, activatePending: true, letsIn: true }],
    undoBatch: [1, { ...REASON, activatePending: true, letsIn: true }],
    relations: [1, { limit: true, signal: true }],
  },
  events: {
    list: [0, EVENTS],
    edit: [2, TAKE_BACK],
    remove: [1, TAKE_BACK],
    allowCore: [2, SIGNAL],
  },
  commands: { handle: [1, { ...SIGNAL, resolve: true }] },
  digest: {
    context: [1, { ...SIGNAL, deadlineMs: true }],
    days: [1, { ...SIGNAL, limit: true }],
  },
  profile: {
    propose: [2, { ...PROFILE, confidence: true }],
    set: [2, PROFILE],
    confirm: [1, { accept: true, signal: true }],
    remove: [1, { ...REASON, value: true, hard: true }],
    proposals: [0, { ...PAGE, status: true, field: true }],
  },
  markdown: {
    sync: [0, FILE],
    diff: [0, FILE],
    status: [0, { ...SIGNAL, file: true }],
    render: [0, { ...SIGNAL, format: true }],
    watch: [0, { ...FILE, settleMs: true }],
  },
  session: {
    end: [0, { ...SIGNAL, wait: true }],
    compress: [1, { ...SIGNAL, contextWindow: true }],
    consolidate: [0, SIGNAL],
    heartbeat: [0, SIGNAL],
  },
  operator: {
    stats: [0, { scope: true }],
    search: [1, { ...FILTER, limit: true, scopes: true, signal: true }],
    history: [0, { ...PAGE, ...SCOPES }],
    activity: [0, { ...SPAN, scope: true }],
    operations: [0, SPAN],
    modelUsage: [0, SPAN],
    figures: [0, SPAN],
    review: [0, REVIEW],
    export: [0, { scopes: true, signal: true }],
    import: [1, { dryRun: true, signal: true, onProgress: true }],
    importForeign: [2, { scope: true, trust: true, dryRun: true, flush: true, signal: true }],
  },
  tenantMemories: {
    list: [0, { ...PAGE, ...FILTER, ...SCOPES, sort: true, ascending: true, skip: true, links: true }],
    count: [0, { ...FILTER, ...SCOPES }],
  },
  tenantEvents: { list: [0, { ...EVENTS, ...SCOPES }] },
  policy: { set: [1, POLICY], rollback: [1, POLICY] },
  tuning: {
    preview: [1, SPAN],
    propose: [1, TUNING],
    differences: [1, PAGE],
    canary: [1, { ...TUNING, share: true }],
    withdraw: [1, TUNING],
    promote: [1, TUNING],
    steps: [0, PAGE],
    undo: [1, TUNING],
  },
  people: {
    preview: [1, { ...SIGNAL, hard: true }],
    forget: [1, { ...REASON, hard: true, actor: true }],
    restore: [1, { ...REASON, actor: true }],
    receipts: [0, PAGE],
  },
  keys: {
    create: [
      0,
      { name: true, role: true, scopes: true, agent: true, categories: true, expiresAt: true, actor: true },
    ],
    login: [0, { name: true, role: true, scopes: true, agent: true, categories: true, actor: true }],
  },
  jobs: { list: [1, { before: true, limit: true }] },
  upkeep: {
    run: [1, { dryRun: true, signal: true }],
    undo: [1, REASON],
    runs: [0, { name: true, limit: true }],
  },
  identities: {
    set: [0, { account: true, person: true, name: true }],
  },
};

/** The fields of a message that may hold a command. */
export const COMMAND_MESSAGE: OptionNames<CommandMessage> = {
  text: true,
  author: true,
  authorName: true,
  id: true,
  session: true,
  platform: true,
  people: true,
  addressed: true,
};

/** How messages name the calls of a handle, where not by the handle's own name. */
const PREFIXES: Partial<Record<keyof Handles, string>> = {
  ...{ memoir: "", scope: "", session: "", operator: "" },
  ...{ tenantMemories: "memories.", tenantEvents: "events." },
};

/** The calls that do not answer with a promise. */
const AT_ONCE = ["scope"];
const FEEDS = ["changes", "export", "watch"];

/** The calls as lists, made once: a server makes handles with every request. */
const LISTED = new Map<string, { name: string; at: number; known: string[] }[]>([
  ...Object.entries(OLD).map(
    ([handle, calls]) =>
      [
        handle,
        Object.entries<readonly [number, object]>(calls).map(([name, [at, names]]) => {
          return { name, at, known: Object.keys(names) };
        }),
      ] as const,
  ),
  ...Object.entries<Readonly<Record<string, CallRow>>>(CALLS).map(
    ([handle, rows]) =>
      [
        handle,
        Object.entries(rows).flatMap(([name, { args = [], options }]) =>
          options === undefined ? [] : [{ name, at: args.length, known: Object.keys(options) }],
        ),
      ] as const,
  ),
]);

/** A call as messages name it. */
export function callTitle(of: keyof Handles, name: string): string {
  return `${PREFIXES[of] ?? `${of}.`}${name}()`;
}

/**
 * Makes the calls of a handle reject unknown options, by name, before any work starts. The calls get their options as
 * an object, without any as an empty one, and with a signal that is one.
 */
export function checked<N extends keyof Handles>(of: N, handle: Handles[N]): Handles[N] {
  const guarded = handle as unknown as Record<string, (...args: unknown[]) => unknown>;
  for (const { name, at, known } of LISTED.get(of)!) {
    const call = guarded[name]!;
    guarded[name] = (...args) => {
      try {
        const title = callTitle(of, name);
        const options = checkOptions(args[at] as { signal?: unknown } | undefined, title);
        checkNames(options, known, title);
        checkSignal(options.signal);
        args[at] = options.signal === null ? { ...options, signal: undefined } : options;
      } catch (error) {
        if (AT_ONCE.includes(name)) throw error;
        return FEEDS.includes(name) ? failed(error) : Promise.reject(error);
      }
      return call(...args);
    };
  }
  return handle;
}

// biome-ignore lint/correctness/useYield: a feed that fails before its first item.
async function* failed(error: unknown): AsyncGenerator<never, void, void> {
  throw error;
}
