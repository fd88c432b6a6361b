import type { Memory } from "../domain/memory.ts";
import type { WriteOutcome } from "../domain/write-outcome.ts";

/** A memory as it would be made. */
export type DraftMemory = Pick<
  Memory,
  "text" | "key" | "kind" | "type" | "category" | "tags" | "status" | "subject" | "confidence" | "importance"
>;

/** The result for one claim, or for a message without one. */
export interface PreviewEntry {
  readonly outcome: WriteOutcome;
  /** The claim's words; of a message that holds none, its first 1,000 characters. */
  readonly text: string;
  readonly reason: string;
  /** Which message it is from, counted from 0. */
  readonly message: number;
  /** `null` where no new memory would be made. */
  readonly memory: DraftMemory | null;
  /** The known memory that it meets; `null` = it meets none. */
  readonly meets: Memory | null;
  /** Known memories that would be replaced. */
  readonly replaces: readonly Memory[];
}

export interface Preview {
  /** The messages as they would be stored, with what must not be kept masked. */
  readonly texts: readonly string[];
  /** How many pieces were cut or masked. */
  readonly redacted: number;
  readonly entries: readonly PreviewEntry[];
}
