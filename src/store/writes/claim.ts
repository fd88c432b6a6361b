import type { Again } from "../../domain/trust.ts";
import type { EvidenceRow } from "../evidence.ts";
import type { MemoryRow } from "../memories.ts";
import type { WritePlace } from "../write-counts.ts";

/** A new memory's row: everything but what the store gives it. */
export type NewMemory = Omit<
  MemoryRow,
  "id" | "rev" | "terms" | "evidence_count" | "aged_from" | "archive_at" | "remove_at" | "due_at" | "ttl_own"
>;

/** What becomes of one candidate, as it was decided: the rows to write. Plain data. */
export interface Claim {
  /** `supersede` and `coexist` are new memories too. */
  outcome: "create" | "supersede" | "coexist" | Again;
  /** For the decision log. */
  reason: string;
  /** The new memory; `null` where the claim meets a known one. */
  memory: NewMemory | null;
  /** The known memory that it meets, and the columns that it changes there. */
  met: { id: string; changes: Partial<MemoryRow> } | null;
  /** The status that the policy lets it in with. */
  status: MemoryRow["status"];
  /** The memory that makes room for a new one in a full scope. */
  evicts: string | null;
  /** Memories that are no longer so once it stands. */
  replaces: string[];
  /** Memories that hold until the claim begins to be true, and end then. */
  until: string[];
  evidence: Omit<EvidenceRow, "memory" | "event">;
  /** Where a new memory is counted; `null`: a person wrote it by hand, and no limit holds. */
  counted: WritePlace | null;
  /** The id that a new memory is to have if none in the scope begins so. Absent: any. */
  wantedId?: string | undefined;
  validFrom: number;
}
