import type { DecisionRow } from "../decisions.ts";
import type { EvidenceRow } from "../evidence.ts";
import type { MemoryRow } from "../memories.ts";
import type { NewVector } from "../vectors.ts";

/** A claim on its way in: everything a row has but what the store gives it. */
export type NewMemory = Omit<MemoryRow, "rev" | "terms" | "evidence_count">;

/** What becomes of one candidate, as matching and the gate have decided. Plain data. */
export interface Claim {
  outcome: "create" | "reinforce" | "merge" | "revive" | "count" | "supersede" | "coexist";
  /** The row it becomes, where it becomes one. */
  memory: NewMemory;
  /** The known memory that it meets. */
  target: string | null;
  /** A forgotten memory that it says again without meeting it: that must be allowed all the same (C18). */
  restates?: string | undefined;
  /** Columns the caller set on purpose: they hold for a claim that is already there, too. */
  given?: (keyof NewMemory)[];
  /** Memories that are no longer so once it stands. */
  replaces: string[];
  /** Memories that hold until the claim begins to be true, and end then. Default: none. */
  until?: string[];
  /** The event it came from; `null` = the one that is recorded with it. */
  source: { seq: number; recordedAt: number; at: number } | null;
  evidence: Omit<EvidenceRow, "memory" | "event">;
  /** Further events that it rests on, by their places: they back it and make it no surer. Default: none. */
  alsoFrom?: number[];
  /** The turn it was said in, for the limits. */
  turn?: string | null;
  validFrom: number;
  vectors: NewVector[];
  /** For the decision log. */
  decision: Pick<DecisionRow, "stage" | "reason" | "hash">;
}
