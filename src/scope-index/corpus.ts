import type { CoreSort } from "../domain/enums.ts";
import type { TimeRange } from "../domain/relevance/calendar.ts";
import { pairScale } from "../domain/relevance/cosine.ts";
import type { RelevanceIndex, WordPostings } from "../domain/relevance/relevance-index.ts";
import { simple } from "../language/chinese/script.ts";
import { timesMeant } from "../language/languages.ts";
import { textTraits } from "../language/question-signals.ts";
import { coreSortOf } from "./core-sort.ts";
import type { Arena } from "./kernel/kernel.ts";
import { larger, Postings } from "./postings.ts";
import { type ItemVector, VectorSpaces } from "./spaces.ts";
import { Speakers } from "./speakers.ts";
import { portraitOf, worthOf } from "./worth.ts";

export type { QueryVector } from "./spaces.ts";

/** One text on its way into a corpus. */
export interface NewItem<R> {
  /** By which its vectors know it: a memory's number, an event's place. */
  readonly ref: number;
  readonly row: R;
  readonly text: string;
  /** Other strings it may be found by, letter by letter. */
  readonly name: string;
  readonly terms: readonly string[];
  /** Texts of one session follow each other; not read where all stand alone. */
  readonly session: string;
  /** Its speaker, or its subject. */
  readonly author: string;
  readonly assistant: boolean;
  /** Epoch milliseconds. */
  readonly time: number;
}

/** Approximate bytes of an item beside its words and vectors, for the size limit. */
const ITEM_BYTES = 900;
/** Neighbours of which nothing is known are as alike as two lines of a chat mostly are. */
const USUAL_PAIR = pairScale(0.3);
/** Times are read from the beginning of a text: a long one names many and means none of them. */
const TIMED_CHARACTERS = 2_000;
const UNREAD = 255;
const START = 64;
/** Unused numbers and rows that are tolerated before a rebuild. */
const SPARE = 1_000;

/**
 * The texts of one kind in one scope, as relevance reads them: columns, postings and vectors, in memory. Items are
 * numbered in the order they come; one that goes leaves its number unused.
 */
export class Corpus<R> extends VectorSpaces implements RelevanceIndex {
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
  hasAssistant = false;
  times = new Float64Array(START);
  traits = new Uint8Array(START);
  pairScales = new Float32Array(START);
  embedded = new Uint8Array(START);
  worth = new Float32Array(START);
  /** The log-odds that it says who somebody is; NaN where nothing judges it. */
  portrait = new Float32Array(START);
  /** Lines that belong in every prompt by their meaning. */
  readonly core = new Map<number, CoreSort>();
  /** Moves when they change. */
  coreVersion = 0;
  /** The rows by item; undefined where one was removed. */
  readonly rows: (R | undefined)[] = [];
  readonly #texts: string[] = [];
  readonly #names: string[] = [];
  readonly #mentions: (readonly TimeRange[] | undefined)[] = [];
  readonly #refs: number[] = [];
  readonly #byRef = new Map<number, number>();
  readonly #speakers = new Speakers();
  readonly #sessionOf = new Map<string, { number: number; last: number }>();
  readonly #postings = new Postings();
  #textBytes = 0;

  /** `alone`: nothing in it has neighbours or a session. */
  constructor(arena: Arena, alone: boolean) {
    super(arena);
    this.alone = alone;
  }

  get documents(): number {
    return this.#postings.live;
  }

  get averageLength(): number {
    return this.#postings.averageLength;
  }

  get bytes(): number {
    return this.#postings.bytes + this.#textBytes + this.size * ITEM_BYTES + this.vectorBytes;
  }

  get speakers(): readonly (readonly string[])[] {
    return this.#speakers.names;
  }

  /** The speakers, by the same numbers. */
  get accounts(): readonly string[] {
    return this.#speakers.accounts;
  }

  /** Moves when somebody begins to speak in it, or is no longer in it. */
  get cast(): number {
    return this.#speakers.version;
  }

  /** Whether more than half of it is unused: a rebuild then halves its size. */
  get worn(): boolean {
    return this.size > 2 * this.documents + SPARE || 2 * this.lost > this.vectors + SPARE;
  }

  /** Of a word in either script: what is added is in simple characters, and who asks for 貓 finds 猫. */
  postings(word: string): WordPostings | undefined {
    return this.#postings.list(simple(word));
  }

  mentions(item: number): readonly TimeRange[] | undefined {
    return this.#mentions[item];
  }

  /** An item's words and name as they are written, in lower case. */
  lettersOf(item: number): string {
    return `${this.#texts[item]}\n${this.#names[item]}`.toLowerCase();
  }

  /** An item's words as they are written. */
  textOf(item: number): string {
    return this.#texts[item]!;
  }

  itemOf(ref: number): number | undefined {
    return this.#byRef.get(ref);
  }

  refOf(item: number): number {
    return this.#refs[item]!;
  }

  add(newItem: NewItem<R>): number {
    const item = this.#postings.add(newItem.terms);
    this.size = item + 1;
    if (item >= this.lengths.length) this.#grow();
    this.rows[item] = newItem.row;
    this.#texts[item] = newItem.text;
    this.#names[item] = newItem.name;
    this.#textBytes += newItem.text.length * 2;
    this.#refs[item] = newItem.ref;
    this.#byRef.set(newItem.ref, item);
    this.lengths[item] = newItem.terms.length;
    this.authors[item] = this.#speakers.join(newItem.author);
    this.assistant[item] = newItem.assistant ? 1 : 0;
    this.times[item] = newItem.time;
    this.traits[item] = UNREAD;
    this.pairScales[item] = USUAL_PAIR;
    this.portrait[item] = Number.NaN;
    this.next[item] = -1;
    this.previous[item] = this.#follow(item, newItem.session);
    this.sessionLengths[this.sessions[item]!]! += newItem.terms.length;
    return item;
  }

  /** The same words, with something else about them changed. */
  update(item: number, values: Pick<NewItem<R>, "row" | "name" | "author" | "time">): void {
    this.rows[item] = values.row;
    this.#names[item] = values.name;
    const before = this.authors[item]!;
    this.authors[item] = this.#speakers.join(values.author);
    this.#speakers.leave(before);
    if (this.times[item] === values.time) return;
    this.times[item] = values.time;
    // "Last week" in it is another one now.
    this.traits[item] = UNREAD;
    this.#mentions[item] = undefined;
  }

  /** Takes an item out of every count and every answer. */
  remove(item: number, terms: readonly string[]): void {
    if (this.rows[item] === undefined) return;
    this.#postings.remove(item, terms);
    this.sessionLengths[this.sessions[item]!]! -= terms.length;
    this.#speakers.leave(this.authors[item]!);
    this.rows[item] = undefined;
    this.#textBytes -= this.#texts[item]!.length * 2;
    this.#texts[item] = "";
    this.#names[item] = "";
    if (this.#byRef.get(this.#refs[item]!) === item) this.#byRef.delete(this.#refs[item]!);
    this.dropVectors(item);
    this.embedded[item] = 0;
    this.worth[item] = 0;
    this.portrait[item] = Number.NaN;
    this.#setCore(item, null);
  }

  /** The vectors of one item are now another's: its words stayed, its terms did not. */
  moveVectors(from: number, to: number): void {
    this.handOver(from, to);
    this.embedded[to] = this.embedded[from]!;
    this.embedded[from] = 0;
    this.worth[to] = this.worth[from]!;
    this.portrait[to] = this.portrait[from]!;
    this.#setCore(to, this.core.get(from) ?? null);
    this.#setCore(from, null);
  }

  /** The vectors of a text, one a passage, in place of those it had. */
  setVectors(item: number, vectors: readonly ItemVector[]): void {
    this.embedded[item] = this.replaceVectors(item, vectors) ? 1 : 0;
    this.worth[item] = worthOf(this.#texts[item]!, vectors);
    this.portrait[item] = portraitOf(vectors);
    this.#setCore(item, coreSortOf(this.#texts[item]!, vectors, this.alone));
    const before = this.previous[item]!;
    const after = this.next[item]!;
    if (before >= 0) this.pairScales[item] = this.#pair(before, item);
    if (after >= 0) this.pairScales[after] = this.#pair(item, after);
  }

  /** Reads what only a closer look needs; `false` when it was read before. */
  prepare(item: number): boolean {
    if (this.traits[item] !== UNREAD) return false;
    const text = this.#texts[item]!;
    this.traits[item] = textTraits(text);
    const timed = text.length > TIMED_CHARACTERS ? text.slice(0, TIMED_CHARACTERS) : text;
    const ranges = timesMeant(timed, this.times[item]!);
    if (ranges.length > 0) this.#mentions[item] = ranges;
    return true;
  }

  #setCore(item: number, sort: CoreSort | null): void {
    if ((this.core.get(item) ?? null) === sort) return;
    this.coreVersion += 1;
    if (sort === null) this.core.delete(item);
    else this.core.set(item, sort);
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

  /** How much two neighbours have in common; of a long text its middle is compared. */
  #pair(a: number, b: number): number {
    const cosine = this.between(a, b);
    return cosine === undefined ? USUAL_PAIR : pairScale(cosine);
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
    this.worth = larger(this.worth);
    this.portrait = larger(this.portrait);
  }
}
