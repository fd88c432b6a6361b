import type { Link } from "../domain/relation.ts";
import type { SourceRow } from "../store/tables/evidence.ts";
import type { RelationRow } from "../store/tables/relations.ts";
import type { MemoryEntry } from "./memory-entry.ts";

/** Words of an event, and the memory that rests on them. */
export interface SourceSpan {
  readonly start: number;
  readonly end: number;
  readonly entry: MemoryEntry;
}

/** Approximate bytes of a span beside its numbers. */
const SPAN_BYTES = 120;

/** The words that memories rest on, by the event they were said in. */
export class Sources {
  readonly #bySeq = new OneOrMore<number, SourceSpan>();
  readonly #seqsOf = new OneOrMore<string, number>();
  #spans = 0;
  /** The events between which a language model has read: it reads them in their order, and leaves none out. */
  #readFrom = Number.POSITIVE_INFINITY;
  #readTo = Number.NEGATIVE_INFINITY;

  get bytes(): number {
    return this.#spans * SPAN_BYTES;
  }

  /** Whether a language model has read an event and kept nothing of it. */
  wasLeftByModel(seq: number): boolean {
    return seq >= this.#readFrom && seq <= this.#readTo && this.of(seq).length === 0;
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
    for (const { event, span_start, span_end, model } of rows) {
      const span = { start: span_start ?? 0, end: span_end ?? Number.POSITIVE_INFINITY, entry };
      this.#bySeq.add(event, span);
      this.#spans += 1;
      if (model === null) continue;
      this.#readFrom = Math.min(this.#readFrom, event);
      this.#readTo = Math.max(this.#readTo, event);
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

const NONE: readonly Link[] = [];
/** Approximate bytes of an edge, at both ends. */
const EDGE_BYTES = 160;

/** The edges between the memories of a scope, from both ends, the strongest first. */
export class Relations {
  readonly #of = new Map<string, Link[]>();
  #ends = 0;

  get bytes(): number {
    return (this.#ends * EDGE_BYTES) / 2;
  }

  get isEmpty(): boolean {
    return this.#of.size === 0;
  }

  of(id: string): readonly Link[] {
    return this.#of.get(id) ?? NONE;
  }

  /** In place of an edge between the same two, if there is one. */
  add({ from_id, to_id, strength }: RelationRow): void {
    this.#take(from_id, to_id);
    this.#take(to_id, from_id);
    this.#put(from_id, { id: to_id, strength });
    this.#put(to_id, { id: from_id, strength });
  }

  /** Takes away all edges of a memory. */
  drop(id: string): void {
    for (const edge of this.of(id)) this.#take(edge.id, id);
    this.#ends -= this.of(id).length;
    this.#of.delete(id);
  }

  #take(id: string, other: string): void {
    const edges = this.of(id);
    const rest = edges.filter((one) => one.id !== other);
    this.#ends -= edges.length - rest.length;
    if (rest.length === 0) this.#of.delete(id);
    else if (rest.length < edges.length) this.#of.set(id, rest);
  }

  #put(id: string, edge: Link): void {
    const edges = this.#of.get(id) ?? [];
    // Of equals the smaller id first: the order must not depend on which was read first.
    const at = edges.findIndex(
      (one) => one.strength < edge.strength || (one.strength === edge.strength && one.id > edge.id),
    );
    edges.splice(at < 0 ? edges.length : at, 0, edge);
    this.#of.set(id, edges);
    this.#ends += 1;
  }
}

/** Items of a corpus by a name that several may have. One that goes, or gets another name, is left in until it is met. */
export class Lookup {
  readonly #items = new OneOrMore<string, number>();

  add(name: string, item: number): void {
    if (!this.#items.of(name).includes(item)) this.#items.add(name, item);
  }

  /** Those that still have it; the others are taken out. */
  find(name: string, has: (item: number) => boolean): readonly number[] {
    const items = this.#items.of(name);
    const remaining = items.filter(has);
    if (remaining.length < items.length) this.#items.set(name, remaining);
    return remaining;
  }
}

/** Values by a key that nearly always has one: a list is made only for a key that has more. */
export class OneOrMore<K, V extends number | object> {
  readonly #values = new Map<K, V | V[]>();

  of(key: K): readonly V[] {
    const values = this.#values.get(key);
    return values === undefined ? [] : Array.isArray(values) ? values : [values];
  }

  /** In place of those it had. */
  set(key: K, values: readonly V[]): void {
    if (values.length === 0) this.#values.delete(key);
    else this.#values.set(key, values.length === 1 ? values[0]! : [...values]);
  }

  add(key: K, value: V): void {
    const values = this.#values.get(key);
    if (values === undefined) this.#values.set(key, value);
    else if (Array.isArray(values)) values.push(value);
    else this.#values.set(key, [values, value]);
  }
}
