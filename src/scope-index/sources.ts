import type { SourceRow } from "../store/evidence.ts";
import type { MemoryEntry } from "./memory-entry.ts";

/** Words of an event, and the memory that rests on them. */
export interface SourceSpan {
  readonly start: number;
  readonly end: number;
  readonly entry: MemoryEntry;
}

/** What a span costs beside its numbers, roughly. */
const SPAN_BYTES = 120;

/** The words that memories rest on, by the event they were said in. */
export class Sources {
  readonly #bySeq = new Map<number, SourceSpan[]>();
  readonly #seqsOf = new Map<string, number[]>();
  #spans = 0;

  get bytes(): number {
    return this.#spans * SPAN_BYTES;
  }

  of(seq: number): readonly SourceSpan[] {
    return this.#bySeq.get(seq) ?? [];
  }

  /** The events that a memory rests on. */
  seqsOf(id: string): readonly number[] {
    return this.#seqsOf.get(id) ?? [];
  }

  /** In place of what the memory rested on before. */
  set(entry: MemoryEntry, rows: readonly SourceRow[]): void {
    const { id } = entry.row;
    this.drop(id);
    for (const { event, span_start, span_end } of rows) {
      const span = { start: span_start ?? 0, end: span_end ?? Number.POSITIVE_INFINITY, entry };
      const known = this.#bySeq.get(event);
      if (known === undefined) this.#bySeq.set(event, [span]);
      else known.push(span);
      this.#spans += 1;
    }
    if (rows.length > 0)
      this.#seqsOf.set(
        id,
        rows.map(({ event }) => event),
      );
  }

  drop(id: string): void {
    for (const seq of this.#seqsOf.get(id) ?? []) {
      const rest = (this.#bySeq.get(seq) ?? []).filter(({ entry }) => entry.row.id !== id);
      this.#spans -= (this.#bySeq.get(seq)?.length ?? 0) - rest.length;
      if (rest.length === 0) this.#bySeq.delete(seq);
      else this.#bySeq.set(seq, rest);
    }
    this.#seqsOf.delete(id);
  }
}
