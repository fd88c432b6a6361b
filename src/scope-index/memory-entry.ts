import type { EvidenceRef } from "../api/recall.ts";
import { type PromptLine, promptLine } from "../domain/budget.ts";
import type { CoreSort } from "../domain/enums.ts";
import type { Memory, MemoryStatus } from "../domain/memory.ts";
import { type BlockFormat, quoteText } from "../domain/render/formats.ts";
import { dueAt, statusAt, toMemory } from "../store/tables/memories.ts";
import type { NumberedMemoryRow } from "../store/tables/memory-search.ts";
import type { AccessedRow } from "../store/writes/touch.ts";

/** When a claim is held to be true; epoch milliseconds. */
export interface ValidInterval {
  readonly from: number;
  readonly to: number | null;
}

/** A memory in the index: its row, and values computed from it. */
export class MemoryEntry {
  readonly row: NumberedMemoryRow;
  readonly intervals: readonly ValidInterval[];
  /** Its evidence, once somebody has asked for it. */
  evidence: readonly EvidenceRef[] | null = null;
  /** When time ends it, unless it was confirmed meanwhile: then there is a new entry. */
  readonly due: number;
  #memory: Memory | null = null;
  #terms: { readonly list: readonly string[]; readonly set: ReadonlySet<string> } | null = null;
  #quoted: string | null = null;
  #line: (PromptLine & { readonly format: BlockFormat }) | null = null;

  constructor(row: NumberedMemoryRow, intervals: readonly ValidInterval[]) {
    this.row = row;
    this.intervals = intervals;
    this.due = dueAt(row);
  }

  statusAt(at: number): MemoryStatus {
    return at < this.due ? this.row.status : statusAt(this.row, at);
  }

  /** As callers see it at a moment. */
  memoryAt(at: number): Memory {
    if (this.#memory === null || this.#memory.status !== this.statusAt(at)) {
      this.#memory = toMemory(this.row, at);
    }
    return this.#memory;
  }

  /** It was delivered. Of two late notifications, the one with the higher count is newer. */
  accessed({ last_accessed, access_count }: AccessedRow): void {
    if (access_count <= this.row.access_count) return;
    this.row.last_accessed = last_accessed;
    this.row.access_count = access_count;
    this.#memory = null;
  }

  /** Its line in a prompt. */
  lineIn(format: BlockFormat, at: number): PromptLine {
    if (this.#line?.format !== format) {
      this.#line = { format, ...promptLine(format.line(this.memoryAt(at))) };
    }
    return this.#line;
  }

  /** The sort of core line that its columns say it is, whatever its words; `null`: they do not say so. */
  get statedSort(): CoreSort | null {
    const { type, slot } = this.row;
    if (slot === "name" || slot === "called") return "address";
    if (slot === "diet" || slot?.startsWith("allergy:") === true) return "limit";
    return type === "constraint" ? "wish" : null;
  }

  /** Its words in quotation marks, as a block shows them. */
  get quoted(): string {
    this.#quoted ??= quoteText(this.row.text);
    return this.#quoted;
  }

  get terms(): { readonly list: readonly string[]; readonly set: ReadonlySet<string> } {
    if (this.#terms === null) {
      const set = new Set(this.row.terms.split(" "));
      this.#terms = { list: [...set], set };
    }
    return this.#terms;
  }

  /** Whether it was held to be true at a moment. */
  heldAt(at: number): boolean {
    return this.intervals.some(({ from, to }) => from <= at && (to === null || at < to));
  }
}
