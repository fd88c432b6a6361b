import type { SourceRow } from "../store/evidence.ts";
import type { MemoryEntry } from "./memory-entry.ts";
import { OneOrMore } from "./one-or-more.ts";

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
  readonly #bySeq = new OneOrMore<number, SourceSpan>();
  readonly #seqsOf = new OneOrMore<string, number>();
  #spans = 0;

  get bytes(): number {
    return this.#spans * SPAN_BYTES;
  }

  of(seq: number): readonly SourceSpan[] {
    return this.#bySeq.of(seq);
  }

  /** The events that a memory rests on. */
  seqsOf(id: string): readonly number[] {
    return this.#seqsOf.of(id);
  }

  /** In place of what the memory rested on before. */
  set(entry: MemoryEntry, rows: readonly SourceRow[]): void {
    const { id } = entry.row;
    this.drop(id);
    for (const { event, span_start, span_end } of rows) {
      const span = { start: span_start ?? 0, end: span_end ?? Number.POSITIVE_INFINITY, entry };
      this.#bySeq.add(event, span);
      this.#spans += 1;
    }
    this.#seqsOf.set(
      id,
      rows.map(({ event }) => event),
    );
  }

  drop(id: string): void {
    for (const seq of new Set(this.seqsOf(id))) {
      const spans = this.of(seq);
      const rest = spans.filter(({ entry }) => entry.row.id !== id);
      this.#spans -= spans.length - rest.length;
      this.#bySeq.set(seq, rest);
    }
    this.#seqsOf.set(id, []);
  }
}
