import { isConfidential, type MemoryStatus } from "../../../domain/memory.ts";
import { unclampedRelevance } from "../../../domain/relevance/fuse.ts";
import { TRAIT } from "../../../domain/relevance/relevance-index.ts";
import { asks, otherThoughts, type Piece } from "../../../language/message.ts";
import { bindsOthers, namesPlace, ordersBot, tellsOthers } from "../../../language/suspicion.ts";
import { tellingTerms } from "../../../language/terms.ts";
import type { MemoryEntry } from "../../../scope-index/memory-entry.ts";
import type { SourceSpan } from "../../../scope-index/memory-links.ts";
import type { QuoteRules } from "../../parse/parse.ts";
import { concerns } from "../../parse/question.ts";
import type { Scored } from "../../shared/candidate.ts";

/** The same rules where items are those of this index: it may have been rebuilt since the question was read. */
export function inIndex(rules: QuoteRules, { corpus, updates }: QuoteRules["index"]): QuoteRules {
  return { ...rules, index: { corpus, updates } };
}

/** Words may be quoted if the memory made of them is active or archived; in any other state they must not come back. */
const OPEN: ReadonlySet<MemoryStatus> = new Set(["active", "archived"]);
/** Memories that hold this share of a sentence's words say the same. */
const SAME = 0.85;

/** Below this nobody would miss a line: of those that answer something one in a hundred lies there. */
const LEAST_WORTH = -0.5;

/** Whether a message may be quoted at all: only users' own words are, if they tell something. */
export function mayQuote(rules: QuoteRules, item: number): boolean {
  return whyNoQuote(rules, item) === null;
}

/** Why a message may not be quoted at all; `null`: it may. */
export function whyNoQuote(
  { index: { corpus }, leastWorth = LEAST_WORTH }: QuoteRules,
  item: number,
): "notUsers" | "question" | "empty" | null {
  const entry = corpus.rows[item];
  if (entry === undefined || !entry.isUsers) return "notUsers";
  const worth = corpus.worth[item]!;
  // Where nobody judges it, a question at least is none.
  if (worth === 0) return asks(entry.event.text) ? "question" : null;
  return worth > leastWorth ? null : "empty";
}

/**
 * Whether a message may stand beside an earlier one that it changes. Alone it may tell too little to be quoted ("Actually,
 * Rome now"), but without it what it changes would be read as current.
 */
export function mayChange({ index: { corpus } }: QuoteRules, item: number): boolean {
  const entry = corpus.rows[item];
  return entry?.isUsers === true && !asks(entry.event.text);
}

/** A line answers well from this relevance on: one in five of them does. */
export const WELL = unclampedRelevance(Math.log(0.2 / 0.8));

/** Whether a line says less without its day: the question asks for a time, or its own words count from it ("tomorrow"). */
export function needsDay({ index: { corpus }, timed }: QuoteRules, item: number): boolean {
  corpus.prepare(item);
  return timed || (corpus.traits[item]! & TRAIT.time) !== 0;
}

/** Whether a language model has read a message and kept nothing of it: a joke, a passing mood. It may be wrong, but seldom is. */
export function isLeft({ index: { corpus }, sources }: QuoteRules, item: number): boolean {
  return sources.wasLeftByModel(corpus.rows[item]!.event.seq);
}

/** Of what a model has left, only what answers well. */
export function withoutLeft(rules: QuoteRules, scored: readonly Scored[]): readonly Scored[] {
  return scored.filter(({ item, order }) => order >= WELL || !isLeft(rules, item));
}

/**
 * The sentences of a message that are open to be quoted: not what the core or a memory says already, nor what a memory
 * said that was replaced, forgotten or is held back; hearsay alone is open. A memory that its author has changed since says
 * nothing.
 */
export function openPieces(
  rules: QuoteRules,
  item: number,
  passage: number,
  /** Called with why a sentence is closed. Default: nobody asks. */
  closed: (why: Closed) => void = () => undefined,
): readonly Piece[] {
  const entry = rules.index.corpus.rows[item]!;
  const { seq, text } = entry.event;
  const already = rules.corePieces(seq);
  const closedInGroup = rules.isGroup ? groupRule(rules, item) : () => null;
  const { statements } = entry.message(passage);
  if (statements.length === 0) closed(closedBy(rules, rules.sources.of(seq)));
  const telling = statements.filter((piece) => {
    const code = already.includes(piece) ? "shown" : closedInGroup(piece);
    if (code !== null) closed({ code });
    return code === null;
  });
  const spans = rules.sources.of(seq);
  if (spans.length === 0) return telling;
  const offset = text.indexOf(entry.passage(passage));
  return telling.flatMap((piece) => openParts(rules, spans, { piece, offset, closed }));
}

/** Why a message without a sentence to quote has none: it was a request that a memory carries out, or others' words. */
function closedBy({ now }: QuoteRules, [span]: readonly SourceSpan[]): Closed {
  if (span === undefined) return { code: "foreign" };
  const { entry } = span;
  const status = entry.statusAt(now);
  const code = status === "superseded" ? "replaced" : OPEN.has(status) ? "twin" : "held";
  return { code, memory: entry.row.id };
}

/** Why a sentence of a message is not open to be quoted. `memory`: the id of the memory that closes it. */
export interface Closed {
  readonly code: "foreign" | "short" | "shown" | "wish" | "order" | "held" | "replaced" | "twin";
  readonly memory?: string;
}

/**
 * In a group nobody's words tell the bot what to do towards the others, or where to send something. A wish binds its
 * author: only they, and who asks about them, see it; the same holds for what they say of money.
 */
function groupRule(
  { index: { corpus }, question }: QuoteRules,
  item: number,
): (piece: Piece) => "wish" | "order" | null {
  const { actor } = corpus.rows[item]!.event;
  const isOthers = !concerns(question, actor);
  if (isOthers && corpus.core.get(item) === "wish") return () => "wish";
  if (!isOthers) return ({ text }) => (tellsOthers(text) ? "order" : null);
  return ({ text }) => (bindsOthers(text) || namesPlace(text) || ordersBot(text) ? "order" : null);
}

/** A sentence, where its passage begins in the message, and who asks why it is closed. */
interface PieceUnderReview {
  readonly piece: Piece;
  readonly offset: number;
  closed(why: Closed): void;
}

/** A sentence that says more than a memory that was replaced still tells its other thoughts. */
function openParts(
  rules: QuoteRules,
  spans: readonly SourceSpan[],
  { piece, offset, closed }: PieceUnderReview,
): readonly Piece[] {
  const said = new Set<string>();
  const replaced = new Set<string>();
  let memory = "";
  for (const { start, end, entry } of spans) {
    if (end <= piece.start + offset || start >= piece.end + offset) continue;
    const status = entry.statusAt(rules.now);
    if (status === "superseded") addAll(replaced, entry.terms.set);
    else if (!isOpen(rules, entry, status)) {
      closed({ code: "held", memory: entry.row.id });
      return [];
    } else if (status === "active" && !isDoubted(rules, entry)) addAll(said, entry.terms.set);
    else continue;
    memory = entry.row.id;
  }
  const parts = replaced.size === 0 ? [piece] : otherThoughts(piece, replaced);
  if (parts.length === 0) closed({ code: "replaced", memory });
  if (said.size === 0) return parts;
  const open = parts.filter(({ text }) => {
    const words = tellingTerms(text);
    return words.filter((word) => said.has(word)).length < SAME * words.length;
  });
  if (open.length < parts.length) closed({ code: "twin", memory });
  return open;
}

function addAll(to: Set<string>, words: Iterable<string>): void {
  for (const word of words) to.add(word);
}

/** Whether the words behind a memory may be quoted. Time opens nothing that was held back. */
function isOpen(rules: QuoteRules, entry: MemoryEntry, status: MemoryStatus): boolean {
  if (OPEN.has(status)) return true;
  const { aged_from, expires_at } = entry.row;
  const before = aged_from ?? entry.row.status;
  // A plan whose day has passed is shown in the past; what retention ended is not shown.
  const isPast = status === "expired" && expires_at !== null;
  if (before === "shadow") return (isPast || status === before) && isHearsay(rules, entry);
  return isPast && before !== "pending";
}

/**
 * Whether a claim is kept apart for no other reason than that its author speaks of another member: as a memory it would pass
 * for the truth, as a quote it is their word. What is to be kept from somebody is not quoted: unlike a memory, a quote does
 * not say so.
 */
function isHearsay({ isGroup }: QuoteRules, { row }: MemoryEntry): boolean {
  return isGroup && row.hearsay === 1 && !isConfidential(row);
}

/**
 * Whether the author has said something else since, which no memory has taken up. It must say so itself: half of
 * what the judge of meanings finds is no change, which is too much to hide a memory.
 */
export function isDoubted({ index, sources }: QuoteRules, { row }: MemoryEntry): boolean {
  const { corpus, updates } = index;
  const seqs = sources.seqsOf(row.id);
  const last = Math.max(...seqs);
  return seqs.some((seq) => {
    const item = corpus.itemOf(seq);
    return (
      item !== undefined && updates.changesOf(corpus, item, false).some((later) => corpus.refOf(later) > last)
    );
  });
}

/** Between two messages of somebody others speak, this often at most. */
const MAX_STEPS = 3;

/** The nearest message of the same author on one side: `corpus.next` or `corpus.previous`. */
export function ownNear(
  { index: { corpus } }: QuoteRules,
  item: number,
  side: ArrayLike<number>,
): number | undefined {
  let at = item;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    at = side[at]!;
    const entry = at < 0 ? undefined : corpus.rows[at];
    if (entry === undefined) return undefined;
    if (entry.isUsers && corpus.authors[at] === corpus.authors[item]) return at;
  }
  return undefined;
}

/** A quote is a few sentences; more of a long message says less. */
const MAX_CHARACTERS = 400;

/**
 * Sentences as they are shown: as they stand where they follow each other, with an ellipsis where not. `plain`: without
 * the addresses and the code in them, which neither a group nor every prompt is to be led to.
 */
export function shownWords(
  text: string,
  pieces: readonly Piece[],
  words: readonly string[],
  plain: boolean,
): string {
  let result = "";
  let end = -1;
  for (const piece of around(pieces, words)) {
    if (end >= 0) result += text.slice(end, piece.start).trim() === "" ? " " : " … ";
    result += plain ? piece.text : (piece.exact ?? piece.text);
    end = piece.end;
  }
  return result.length > 2 * MAX_CHARACTERS ? `${result.slice(0, 2 * MAX_CHARACTERS)}…` : result;
}

/** Of a long message the sentence that holds most of the question's words, and those beside it. */
function around(pieces: readonly Piece[], words: readonly string[]): readonly Piece[] {
  if (lengthOf(pieces) <= MAX_CHARACTERS) return pieces;
  const matchCounts = pieces.map(({ text }) => {
    const lower = text.toLowerCase();
    return words.filter((word) => lower.includes(word)).length;
  });
  const best = matchCounts.indexOf(Math.max(...matchCounts));
  let [from, to] = [best, best + 1];
  for (let grown = true; grown; ) {
    grown = false;
    if (to < pieces.length && lengthOf(pieces.slice(from, to + 1)) <= MAX_CHARACTERS) {
      [to, grown] = [to + 1, true];
    }
    if (from > 0 && lengthOf(pieces.slice(from - 1, to)) <= MAX_CHARACTERS) {
      [from, grown] = [from - 1, true];
    }
  }
  return pieces.slice(from, to);
}

function lengthOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { text }) => sum + text.length, 0);
}
