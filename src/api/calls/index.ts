import { checkNames, checkOptions, checkSignal } from "../../domain/arguments.ts";
import type { ChangesOptions, Memoir } from "../memoir.ts";
import type { OperatorHandle } from "../operator.ts";
import type { ScopeHandle, ScopeOptions, SessionHandle } from "../scope.ts";
import type { CallRow, CallTable, OptionNames } from "./call.ts";
import { EVENTS_CALLS, SESSION_CALLS, TENANT_EVENTS_CALLS } from "./events.ts";
import { FEEDBACK_CALLS } from "./feedback.ts";
import { HOOKS_CALLS } from "./hooks.ts";
import { JOBS_CALLS, UPKEEP_CALLS } from "./jobs.ts";
import { KEYS_CALLS } from "./keys.ts";
import { MARKDOWN_CALLS } from "./markdown.ts";
import { MEMORIES_CALLS, TENANT_MEMORIES_CALLS } from "./memories.ts";
import { OPERATOR_CALLS, REVIEW } from "./operator.ts";
import { IDENTITIES_CALLS, PEOPLE_CALLS } from "./people.ts";
import { POLICY_CALLS, TUNING_CALLS } from "./policy.ts";
import { PROFILE_CALLS } from "./profile.ts";
import { RECALL_CALLS } from "./recall.ts";
import { COMMANDS_CALLS, DIGEST_CALLS, WRITE_CALLS } from "./write.ts";

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

/** Every call: its arguments and options, and the request that a client makes of it. */
export const CALLS = {
  memoir: {
    scope: { args: ["scope"], options: SCOPE },
    scopeFor: { args: ["origin"], options: SCOPE },
    names: { args: ["accounts"], options: { tenant: true, scope: true } },
    changes: { options: CHANGES },
  },
  scope: { ...RECALL_CALLS, ...WRITE_CALLS, ...FEEDBACK_CALLS, review: REVIEW },
  memories: MEMORIES_CALLS,
  events: EVENTS_CALLS,
  commands: COMMANDS_CALLS,
  digest: DIGEST_CALLS,
  profile: PROFILE_CALLS,
  markdown: MARKDOWN_CALLS,
  session: SESSION_CALLS,
  operator: OPERATOR_CALLS,
  tenantMemories: TENANT_MEMORIES_CALLS,
  tenantEvents: TENANT_EVENTS_CALLS,
  policy: POLICY_CALLS,
  tuning: TUNING_CALLS,
  people: PEOPLE_CALLS,
  keys: KEYS_CALLS,
  hooks: HOOKS_CALLS,
  jobs: JOBS_CALLS,
  upkeep: UPKEEP_CALLS,
  identities: IDENTITIES_CALLS,
} satisfies { readonly [N in keyof Handles]: CallTable<Handles[N]> };

export type Calls = typeof CALLS;

/** How messages name the calls of a handle, where not by the handle's own name. */
const PREFIXES: Partial<Record<keyof Handles, string>> = {
  memoir: "",
  scope: "",
  session: "",
  operator: "",
  tenantMemories: "memories.",
  tenantEvents: "events.",
};

/** A call as messages name it. */
export function callTitle(of: keyof Handles, name: string): string {
  return `${PREFIXES[of] ?? `${of}.`}${name}()`;
}

/** The calls that do not answer with a promise. */
const AT_ONCE = ["scope"];
const FEEDS = ["changes", "export", "watch"];

/** The calls with options as lists, made once: a server makes handles with every request. */
const LISTED = new Map(
  Object.entries<Readonly<Record<string, CallRow>>>(CALLS).map(([handle, rows]) => [
    handle,
    Object.entries(rows).flatMap(([name, { args = [], options }]) =>
      options === undefined ? [] : [{ name, at: args.length, optionNames: Object.keys(options) }],
    ),
  ]),
);

/**
 * Makes the calls of a handle reject unknown options, by name, before any work starts. The calls get their options as
 * an object, without any as an empty one, and with a signal that is one.
 */
export function withOptionChecks<N extends keyof Handles>(of: N, handle: Handles[N]): Handles[N] {
  const guarded = handle as unknown as Record<string, (...args: unknown[]) => unknown>;
  for (const { name, at, optionNames } of LISTED.get(of)!) {
    const call = guarded[name]!;
    guarded[name] = (...args) => {
      try {
        const title = callTitle(of, name);
        const options = checkOptions(args[at] as { signal?: unknown } | undefined, title);
        checkNames(options, optionNames, title);
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
