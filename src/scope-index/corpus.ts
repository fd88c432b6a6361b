import type { TimeRange } from "../domain/relevance/calendar.ts";
import type { RelevanceIndex } from "../domain/relevance/relevance-index.ts";
import { pairScale } from "../domain/relevance/signals.ts";
import { textTraits } from "../domain/relevance/traits.ts";
import { timesMeant } from "../domain/relevance/when.ts";
import { callNames } from "../domain/relevance/who.ts";
import { dot } from "../domain/vector.ts";
import type { Arena } from "./arena.ts";
import { Matrix } from "./matrix.ts";
import { type PostingList, Postings } from "./postings.ts";

/** One text on its way into a corpus. */
export interface NewItem<R> {
  /** By which its vectors know it: a memory's number, an event's place. */
  readonly ref: number;
  readonly row: R;
  readonly text: string;
  /** What else it may be found by, letter by letter. */
  readonly name: string;
  readonly terms: readonly string[];
  /** Texts of one session follow each other; not read where all stand alone. */
  readonly session: string;
  /** Who says it, or whom it is about. */
  readonly author: string;
  readonly assistant: boolean;
  /** Epoch milliseconds. */
  readonly time: number;
}

/** A vector of one passage of a text. */
export interface ItemVector {
  readonly model: string;
  readonly vector: Float32Array;
}

/** A question's vector in one model's space. */
export interface QueryVector {
  readonly model: string;
  readonly vector: Float32Array;
}

/** The vectors of one model. */
interface Space {
  readonly matrix: Matrix;
  /** The item each row belongs to; -1 where it was replaced. */
  owners: Int32Array;
  /** The rows of each item: they follow each other. */
  readonly rows: Map<number, { readonly first: number; readonly count: number }>;
}

/** What an item costs beside its words and vectors, roughly, for the bound in bytes. */
const ITEM_BYTES = 900;
/** Neighbours of which nothing is known are as alike as two lines of a chat mostly are. */
const USUAL_PAIR = pairScale(0.3);
/** What a text says about time is read from its beginning: a long one names many times, and means none. */
const TIMED_CHARACTERS = 2_000;
const UNREAD = 255;

/**
 * The texts of one kind in one scope, as relevance reads them: columns, postings and vectors, in memory. Items are
 * numbered in the order they come; one that goes leaves its number unused.
 */
export class Corpus<R> implements RelevanceIndex {
  size = 0;
  readonly alone: boolean;
  lengths = new Uint32Array(START);
  previous = new Int32Array(START);
  next = new Int32Array(START);
  sessions = new Uint32Array(START);
  sessionCount = 0;
  sessionLengths = new Float64Array(START);
  authors = new Uint32Array(START);
  assistant = new Uint8Array(START);
  times = new Float64Array(START);
  traits = new Uint8Array(START);
  pairScales = new Float32Array(START);
  embedded = new Uint8Array(START);
  readonly speakers: string[][] = [];
  /** The rows by item; undefined where one was removed. */
  readonly rows: (R | undefined)[] = [];
  readonly #texts: string[] = [];
  readonly #names: string[] = [];
  readonly #mentions: (readonly TimeRange[] | undefined)[] = [];
  readonly #refs: number[] = [];
  readonly #byRef = new Map<number, number>();
  readonly #speakerOf = new Map<string, number>();
  readonly #sessionOf = new Map<string, { number: number; last: number }>();
  readonly #postings = new Postings();
  readonly #spaces = new Map<string, Space>();
  readonly #arena: Arena;
  #textBytes = 0;

  /** `alone`: nothing in it has neighbours or a session. */
  constructor(arena: Arena, alone: boolean) {
    this.#arena = arena;
    this.alone = alone;
  }

  get documents(): number {
    return this.#postings.live;
  }

  get averageLength(): number {
    return this.#postings.averageLength;
  }

  get bytes(): number {
    let bytes = this.#postings.bytes + this.#textBytes + this.size * ITEM_BYTES;
    for (const { matrix } of this.#spaces.values()) bytes += matrix.bytes;
    return bytes;
  }

  /** The models whose vectors it holds. */
  get models(): readonly string[] {
    return [...this.#spaces.keys()];
  }

  /** How many vectors a scan goes through. */
  get vectors(): number {
    let rows = 0;
    for (const { matrix } of this.#spaces.values()) rows += matrix.rows;
    return rows;
  }

  /** Whether what a scan gives back is rounded. */
  get rounded(): boolean {
    return [...this.#spaces.values()].some(({ matrix }) => matrix.quantised);
  }

  postings(word: string): PostingList | undefined {
    return this.#postings.list(word);
  }

  mentions(item: number): readonly TimeRange[] | undefined {
    return this.#mentions[item];
  }

  /** An item's words and name as they are written, in lower case. */
  lettersOf(item: number): string {
    return `${this.#texts[item]}\n${this.#names[item]}`.toLowerCase();
  }

  itemOf(ref: number): number | undefined {
    return this.#byRef.get(ref);
  }

  refOf(item: number): number {
    return this.#refs[item]!;
  }

  add(one: NewItem<R>): number {
    const item = this.#postings.add(one.terms);
    this.size = item + 1;
    if (item >= this.lengths.length) this.#grow();
    this.rows[item] = one.row;
    this.#texts[item] = one.text;
    this.#names[item] = one.name;
    this.#textBytes += one.text.length * 2;
    this.#refs[item] = one.ref;
    this.#byRef.set(one.ref, item);
    this.lengths[item] = one.terms.length;
    this.authors[item] = this.#speaker(one.author);
    this.assistant[item] = one.assistant ? 1 : 0;
    this.times[item] = one.time;
    this.traits[item] = UNREAD;
    this.pairScales[item] = USUAL_PAIR;
    this.next[item] = -1;
    this.previous[item] = this.#follow(item, one.session);
    this.sessionLengths[this.sessions[item]!]! += one.terms.length;
    return item;
  }

  /** Takes an item out of every count and every answer. */
  remove(item: number, terms: readonly string[]): void {
    if (this.rows[item] === undefined) return;
    this.#postings.remove(item, terms);
    this.sessionLengths[this.sessions[item]!]! -= terms.length;
    this.rows[item] = undefined;
    this.#textBytes -= this.#texts[item]!.length * 2;
    this.#texts[item] = "";
    if (this.#byRef.get(this.#refs[item]!) === item) this.#byRef.delete(this.#refs[item]!);
    this.#disown(item, -1);
  }

  /** The vectors of one item are now another's: its words stayed, its terms did not. */
  moveVectors(from: number, to: number): void {
    this.#disown(from, to);
  }

  /** The vectors of a text, one a passage, in place of those it had. */
  setVectors(item: number, vectors: readonly ItemVector[]): void {
    this.#disown(item, -1);
    for (const { model, vector } of vectors) {
      const space = this.#space(model, vector.length);
      if (space.matrix.dims !== vector.length) continue;
      const row = space.matrix.add(vector);
      if (row >= space.owners.length) space.owners = larger(space.owners);
      space.owners[row] = item;
      const { first, count } = space.rows.get(item) ?? { first: row, count: 0 };
      space.rows.set(item, { first, count: count + 1 });
      this.embedded[item] = 1;
    }
    const before = this.previous[item]!;
    const after = this.next[item]!;
    if (before >= 0) this.pairScales[item] = this.#pair(before, item);
    if (after >= 0) this.pairScales[after] = this.#pair(item, after);
  }

  /** Reads what only a closer look needs, of those that get one. */
  prepare(items: ArrayLike<number>): void {
    for (let i = 0; i < items.length; i += 1) {
      const item = items[i]!;
      if (this.traits[item] !== UNREAD) continue;
      const text = this.#texts[item]!;
      this.traits[item] = textTraits(text);
      const timed = text.length > TIMED_CHARACTERS ? text.slice(0, TIMED_CHARACTERS) : text;
      const ranges = timesMeant(timed, this.times[item]!);
      if (ranges.length > 0) this.#mentions[item] = ranges;
    }
  }

  /**
   * The cosine of every item with the question: that of its best passage, and 0 where there is no vector. `pause` is
   * called between parts of a large scan. Undefined when no vector can be compared.
   */
  async similarity(
    queries: readonly QueryVector[],
    pause?: () => Promise<void>,
  ): Promise<Float32Array | undefined> {
    let best: Float32Array | undefined;
    for (const { model, vector } of queries) {
      const space = this.#spaces.get(model);
      if (space === undefined || space.matrix.dims !== vector.length) continue;
      best ??= new Float32Array(this.size);
      const dots = new Float32Array(space.matrix.rows);
      const slices = space.matrix.slices(vector, dots);
      while (slices.next().done !== true) if (pause !== undefined) await pause();
      const { owners } = space;
      for (let row = 0; row < dots.length; row += 1) {
        const item = owners[row]!;
        if (item >= 0 && dots[row]! > best[item]!) best[item] = dots[row]!;
      }
    }
    return best;
  }

  /** The passage of an item that is closest to the question, counted from 0. */
  bestPassage(item: number, queries: readonly QueryVector[]): number {
    let best = 0;
    let most = Number.NEGATIVE_INFINITY;
    for (const { model, vector } of queries) {
      const space = this.#spaces.get(model);
      if (space === undefined || space.matrix.dims !== vector.length) continue;
      const { first, count } = space.rows.get(item) ?? { first: 0, count: 0 };
      if (count < 2) continue;
      for (let part = 0; part < count; part += 1) {
        const cosine = dot(space.matrix.row(first + part), vector);
        if (cosine > most) [most, best] = [cosine, part];
      }
    }
    return best;
  }

  release(): void {
    for (const { matrix } of this.#spaces.values()) matrix.release();
    this.#spaces.clear();
  }

  #follow(item: number, session: string): number {
    // All that stands alone is one session without an order.
    const name = this.alone ? "" : session;
    let of = this.#sessionOf.get(name);
    if (of === undefined) {
      of = { number: this.sessionCount++, last: -1 };
      this.#sessionOf.set(name, of);
      if (of.number >= this.sessionLengths.length) this.sessionLengths = larger(this.sessionLengths);
    }
    this.sessions[item] = of.number;
    if (this.alone) return -1;
    const before = of.last;
    of.last = item;
    if (before >= 0) this.next[before] = item;
    return before;
  }

  #speaker(author: string): number {
    let number = this.#speakerOf.get(author);
    if (number === undefined) {
      number = this.speakers.push(callNames(author)) - 1;
      this.#speakerOf.set(author, number);
    }
    return number;
  }

  #space(model: string, dims: number): Space {
    let space = this.#spaces.get(model);
    if (space === undefined) {
      const matrix = new Matrix(this.#arena, model, dims);
      space = { matrix, owners: new Int32Array(START), rows: new Map() };
      this.#spaces.set(model, space);
    }
    return space;
  }

  #disown(item: number, to: number): void {
    for (const { owners, rows } of this.#spaces.values()) {
      const held = rows.get(item);
      if (held === undefined) continue;
      owners.fill(to, held.first, held.first + held.count);
      rows.delete(item);
      this.embedded[item] = 0;
      if (to < 0) continue;
      rows.set(to, held);
      this.embedded[to] = 1;
    }
  }

  /** How much two neighbours have in common; of a long text its middle is compared. */
  #pair(a: number, b: number): number {
    for (const space of this.#spaces.values()) {
      const [first, second] = [centre(space, a), centre(space, b)];
      if (first !== undefined && second !== undefined) return pairScale(dot(first, second));
    }
    return USUAL_PAIR;
  }

  #grow(): void {
    this.lengths = larger(this.lengths);
    this.previous = larger(this.previous);
    this.next = larger(this.next);
    this.sessions = larger(this.sessions);
    this.authors = larger(this.authors);
    this.assistant = larger(this.assistant);
    this.times = larger(this.times);
    this.traits = larger(this.traits);
    this.pairScales = larger(this.pairScales);
    this.embedded = larger(this.embedded);
  }
}

const START = 64;

type Column = Uint8Array | Int32Array | Uint32Array | Float32Array | Float64Array;

function larger<C extends Column>(column: C): C {
  const grown = new (column.constructor as { new (length: number): C })(column.length * 2);
  grown.set(column);
  return grown;
}

/** The mean direction of an item's passages. */
function centre({ matrix, rows }: Space, item: number): Float32Array | undefined {
  const held = rows.get(item);
  if (held === undefined) return undefined;
  const sum = matrix.row(held.first);
  if (held.count === 1) return sum;
  for (let part = 1; part < held.count; part += 1) {
    const vector = matrix.row(held.first + part);
    for (let k = 0; k < sum.length; k += 1) sum[k]! += vector[k]!;
  }
  const length = Math.sqrt(dot(sum, sum)) || 1;
  return sum.map((value) => value / length);
}
