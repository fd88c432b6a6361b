import type { Entry } from "../domain/memory-file/format.ts";
import { strengthAt } from "../domain/strength.ts";

const DAY = 86_400_000;
const GRACE_DAYS = 7;

/** The strength that the file states for a memory, in the columns of the database. */
export interface Aliveness {
  readonly strength: number;
  readonly strength_at: number;
  readonly last_activated: number;
}

/**
 * How alive an entry is, from the file alone (C6). The comment under the header has the exact numbers; they hold unless
 * somebody changed the header. A score without them was already decayed when the file was written: it decays from
 * there, by the days since the last activation, and not twice. `updated`: when the file was written; `null`: nobody
 * knows, and the score is the one of the last activation.
 */
export function alivenessOf(entry: Entry, updated: number | null, now: number): Aliveness {
  const activated = activationOf(entry) ?? updated ?? now;
  const exact = exactOf(entry, updated ?? now);
  if (exact !== null) return { ...exact, last_activated: activated };
  const days = updated === null ? 0 : Math.floor((updated - activated) / DAY);
  return {
    strength: entry.score ?? NEW_SCORE,
    strength_at: activated + Math.max(0, days - GRACE_DAYS) * DAY,
    last_activated: activated,
  };
}

/** A person who adds an entry need not give it a score: it is of medium importance (R137). */
export const NEW_SCORE = 0.6;

/** The last activation: to the millisecond where the comment has it and the header says the same day. */
function activationOf({ date, meta }: Entry): number | null {
  const exact = timeIn(meta?.last_activated);
  if (date === null || (exact !== null && dayOf(exact) === date)) return exact;
  return Date.parse(`${date}T00:00:00Z`);
}

function exactOf({ score, meta }: Entry, at: number): { strength: number; strength_at: number } | null {
  const pair = meta?.strength;
  if (!Array.isArray(pair)) return null;
  const [strength, from] = pair as [unknown, unknown];
  const strength_at = timeIn(from);
  if (typeof strength !== "number" || !(strength >= 0 && strength <= 1) || strength_at === null) return null;
  if (score === null) return { strength, strength_at };
  const expires = timeIn(meta?.expires_at);
  const then = strengthAt(strength, new Date(strength_at), new Date(at));
  const shown = expires !== null && expires <= at ? Math.min(then, EXPIRED_SCORE) : then;
  // A score that is not the one that was written is a person's.
  return Math.abs(shown - score) <= ROUNDING ? { strength, strength_at } : null;
}

/** Two decimals are written. */
const ROUNDING = 0.0051;

/** The highest score of an expired memory: below the threshold between the sections (R156). */
export const EXPIRED_SCORE = 0.19;

export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** An ISO time of the comment; `null` for anything else. */
export function timeIn(value: unknown): number | null {
  if (typeof value !== "string" || value.length > 40) return null;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : at;
}
