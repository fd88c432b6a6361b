import type { Reason } from "./reason.ts";

/** The changes that the delta header reports. */
export const CHANGE_EVENTS = ["created", "updated", "merged", "deleted", "soft_deleted", "restored"] as const;
export type ChangeEvent = (typeof CHANGE_EVENTS)[number];

/** The entries of the change log. Links between memories matter to indexes only: `linked` is never reported to readers. */
export const LOGGED_EVENTS = [...CHANGE_EVENTS, "linked"] as const;
export type LoggedEvent = (typeof LOGGED_EVENTS)[number];

/** The actor in the history where nobody asked: Memoir itself. */
export const OWN_ACTOR = "memoir";

/** The entries of a memory's history. */
export const HISTORY_EVENTS = ["ADD", "UPDATE", "DELETE", "MERGE", "LINK", "TTL", "RESTORE"] as const;
export type HistoryEvent = (typeof HISTORY_EVENTS)[number];

/** One change of one memory, in the order its scope committed them. */
export interface Change {
  /** Pass it as `since` to go on after this change. */
  readonly cursor: string;
  readonly tenant: string;
  readonly scope: string;
  readonly rev: number;
  readonly memoryId: string;
  readonly event: ChangeEvent;
  /** The operation that it was part of, as in the history. */
  readonly batch: string | null;
  readonly at: Date;
}

/** One line of a memory's history: who changed what, when and why. */
export interface HistoryEntry {
  readonly id: number;
  readonly memoryId: string;
  readonly event: HistoryEvent;
  readonly rev: number;
  /** The changed fields before and after; `null` where there was no row, or where a purge erased them. */
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  /** The operation that it was part of, such as a bulk forget; `memories.undoBatch()` takes all of it back. */
  readonly batch: string | null;
  /** The revision that this change undid; `null` if it is no undo. */
  readonly undoOf: number | null;
  /** The revision that undid this change; `null` if none did. */
  readonly undoneBy: number | null;
  readonly actor: string;
  readonly reason: string;
  readonly at: Date;
}

/** The two vocabularies side by side. `LINK` stays in the history. */
export const HISTORY_OF_CHANGE: Readonly<Record<ChangeEvent, HistoryEvent>> = {
  created: "ADD",
  updated: "UPDATE",
  merged: "MERGE",
  deleted: "DELETE",
  soft_deleted: "TTL",
  restored: "RESTORE",
};

/** The result for one candidate, or for a message without one (`ignored`). */
export const WRITE_OUTCOMES = [
  "added",
  "reinforced",
  "merged",
  "superseded",
  "revived",
  "shadowed",
  "waiting",
  "counted",
  "known",
  "forgotten",
  "refused",
  "ignored",
] as const;

export type WriteOutcome = (typeof WRITE_OUTCOMES)[number];

/** Where something was decided: by the engine on the way in, or by a person afterwards. */
export type DecisionStage = "extract" | "match" | "gate" | "persist" | "review";

/**
 * One decision about something that was said: what became of it, why, and under which policy. Each message has one
 * at least; its words are those of the event, and go with them.
 */
export interface DecisionEntry {
  /** The event that says it, by the caller's own id. */
  readonly eventId: string | null;
  readonly stage: DecisionStage;
  readonly outcome: string;
  readonly reason: string;
  /** The same as codes with their values, for another language. */
  readonly why: readonly Reason[];
  /** The memory it led to, or was about; `null` when it was refused or ignored. */
  readonly memoryId: string | null;
  /** The policy's version; 0 = the settings that the engine was opened with. */
  readonly policy: number;
  readonly at: Date;
}
