import { checkOneOf, checkSome } from "./arguments.ts";
import { CHANGE_EVENTS, type ChangeEvent } from "./change.ts";
import { invalidArgument, show } from "./errors.ts";
import { backoffMs } from "./job.ts";
import { formatScope, parseScope, type ScopeInput } from "./scope.ts";

/** `paused`: changes are kept for it, and nothing is sent. */
export const HOOK_STATUSES = ["active", "paused"] as const;
export type HookStatus = (typeof HOOK_STATUSES)[number];

/** `parked`: given up after the last attempt, until somebody retries it. */
export const DELIVERY_STATUSES = ["waiting", "delivered", "parked"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** The options of a new hook. */
export interface HookOptions {
  /** Where to send: `https://bot.example.com/memoir`. */
  url: string;
  /** Only these changes. Default: all. */
  events?: readonly ChangeEvent[];
  /** Only changes in these scopes. Default: all of the tenant. */
  scopes?: readonly ScopeInput[];
  /** `whsec_` and 24 to 64 bytes in base64. Default: a new one. */
  secret?: string;
  /** The actor, for the record. Default: `"operator"`. */
  actor?: string;
}

const LONGEST_URL = 2_048;

/** An address that can be sent to at all; whether it may be is a setting. */
export function checkHookUrl(value: unknown): URL {
  const url = typeof value === "string" && value.length <= LONGEST_URL ? URL.parse(value) : null;
  if (url === null || !["http:", "https:"].includes(url.protocol)) {
    throw invalidArgument(
      `url must be an https address of at most ${LONGEST_URL} characters, got ${show(value)}.`,
      { path: "url" },
    );
  }
  if (url.username !== "" || url.password !== "") {
    throw invalidArgument(
      "url holds a name or a password. Leave them out: the signature says who sends, and addresses are shown in lists.",
      { path: "url" },
    );
  }
  url.hash = "";
  return url;
}

/** What a hook is told of; `null` = everything. */
export function checkHookFilter({ events, scopes }: Pick<HookOptions, "events" | "scopes">): {
  readonly events: readonly ChangeEvent[] | null;
  readonly scopes: readonly string[] | null;
} {
  return {
    events: checkSome(events, "events", (one, name) => checkOneOf(one, CHANGE_EVENTS, name)),
    scopes: checkSome(scopes, "scopes", (one) => formatScope(parseScope(one as ScopeInput))),
  };
}

/** How failed deliveries are tried again. */
export interface HookPatience {
  readonly backoffMs: number;
  readonly backoffMaxMs: number;
  readonly giveUpHours: number;
}

const HOUR = 3_600_000;
/** The share of a wait that chance may take off. */
const JITTER = 0.25;

/** When to try again after the `attempts`-th failure; `null` = never, because that would be too late. */
export function nextAttempt(
  failed: { readonly attempts: number; readonly firstAt: number; readonly at: number },
  { backoffMs: baseMs, backoffMaxMs: maxMs, giveUpHours }: HookPatience,
  random: number,
): number | null {
  const next = failed.at + backoffMs(failed.attempts, { baseMs, maxMs, jitter: JITTER }, random);
  return next > failed.firstAt + giveUpHours * HOUR ? null : next;
}
