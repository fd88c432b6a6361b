import type { EventRole } from "./event.ts";
import type { Settings } from "./settings.ts";

/** The structured fields that a bot may ask for by name, apart from the memories. */
export const PROFILE_FIELDS = ["preferred_name", "pronouns", "city", "language", "tone", "goals"] as const;
export type ProfileFieldName = (typeof PROFILE_FIELDS)[number];

/** What says who somebody is. All others are benign. */
const SENSITIVE: ReadonlySet<ProfileFieldName> = new Set(["preferred_name", "pronouns", "city", "language"]);
/** A goal is one of several; every other field has one value. */
const MANY: ReadonlySet<ProfileFieldName> = new Set(["goals"]);

/** The slots of claims that tell a sensitive field: `language:french` is one of `language`. */
const FIELD_OF_SLOT: ReadonlyMap<string, ProfileFieldName> = new Map([
  ["name", "preferred_name"],
  ["called", "preferred_name"],
  ["pronouns", "pronouns"],
  ["home", "city"],
  ["language", "language"],
  ["languages", "language"],
  ["native_language", "language"],
]);

/** The sensitive field that a claim tells by its slot; `null` = none. */
export function sensitiveField(slot: string | null): ProfileFieldName | null {
  return FIELD_OF_SLOT.get(slot?.split(":", 1)[0] ?? "") ?? null;
}

export function hasManyValues(field: ProfileFieldName): boolean {
  return MANY.has(field);
}

/** The reason why a proposal waits. */
export type ProposalNeed = "consent" | "signals";
/** How a proposal was decided; `overtaken` = another value of the field was accepted first. */
export type DecidedHow =
  | "command"
  | "confirmation"
  | "signals"
  | "policy"
  | "overtaken"
  | "expiry"
  | "erased";

export const PROPOSAL_STATUSES = ["pending", "accepted", "declined", "expired"] as const;
export type ProposalStatus = (typeof PROPOSAL_STATUSES)[number];

const SIGNALS = 2;
/** From here on one signal is as good as two. */
const HIGH_CONFIDENCE = 0.9;

export function needOf(field: ProfileFieldName): ProposalNeed {
  return SENSITIVE.has(field) ? "consent" : "signals";
}

/** The evidence of a proposal. */
export interface Signals {
  /** Independent events in which the user, or the program that speaks for them, said so. */
  readonly count: number;
  /** 0–1, of the newest one. */
  readonly confidence: number;
}

/**
 * How a proposal may be applied without asking anybody; `null` = it waits. A claim that only a tool or an assistant
 * made always waits, whatever the mode.
 */
export function decidedAtOnce(
  field: ProfileFieldName,
  signals: Signals,
  mode: Settings["consent"]["mode"],
): "policy" | "signals" | null {
  if (signals.count === 0) return null;
  if (mode === "off") return "policy";
  if (needOf(field) === "consent") return null;
  return signals.count >= SIGNALS || signals.confidence >= HIGH_CONFIDENCE ? "signals" : null;
}

/** How many of the events are signals: those of one turn are one, and only a user's or a program's count. */
export function countSignals(
  events: Iterable<{ readonly id: string; readonly role: EventRole; readonly turn: string | null }>,
): number {
  const independent = new Set<string>();
  for (const { id, role, turn } of events) {
    if (role === "user" || role === "system") independent.add(turn === null ? `event ${id}` : `turn ${turn}`);
  }
  return independent.size;
}

/** The status at `now`, from the row alone: nobody has to come by and write down that a time is over. */
export function proposalStatus(
  row: { readonly status: ProposalStatus; readonly expiresAt: number | null },
  now: number,
): ProposalStatus {
  const over = row.status === "pending" && row.expiresAt !== null && row.expiresAt <= now;
  return over ? "expired" : row.status;
}
