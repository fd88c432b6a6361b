import type { Via } from "../../domain/enums.ts";
import { dot } from "../../domain/relevance/cosine.ts";
import { clampRelevance, DEFAULT_FLOOR, type Weighing, weighingIn } from "../../domain/relevance/fuse.ts";
import { type Ground, ground, hasMeaning } from "../../domain/relevance/ground.ts";
import { explainSignals, type RelevancePart, rankByRelevance } from "../../domain/relevance/relevance.ts";
import type { QuestionSignals } from "../../domain/relevance/relevance-index.ts";
import { SHORTLIST, shortlist } from "../../domain/relevance/shortlist.ts";
import { Top } from "../../domain/relevance/top.ts";
import { BM25_MOST, matchWords, rarity } from "../../domain/relevance/word-match.ts";
import { onOwnScale } from "../../models/calibration.ts";
import { giveWay } from "../../runtime/yield.ts";
import type { Corpus, QueryVector } from "../../scope-index/corpus.ts";
import type { Scored } from "../shared/candidate.ts";
import type { Floor } from "./floor.ts";

/** The input of a search. */
export interface Search<R> {
  readonly corpus: Corpus<R>;
  readonly query: string;
  readonly questionSignals: QuestionSignals;
  readonly vectors: readonly QueryVector[];
  /** How signals become relevance. */
  readonly weighing: Weighing;
  /** Whether an item may be shown at all. */
  readonly eligible: (row: R, item: number) => boolean;
  /** How new a row is: when it was said, or last confirmed. */
  readonly newness: (row: R) => number;
  /** Whether who speaks and when are no reason by themselves: a line must share a word or its meaning. */
  readonly aboutOnly: boolean;
  /** The least relevance; undefined = as `floor` says. */
  readonly threshold: number | undefined;
  readonly floor: Floor;
  /** Whether everything that may be shown is found, best first, whatever it is worth. Default: no. */
  readonly anything?: boolean;
  /** A line with this share of the weight of the question's words is shown below the floor, too. Default: all of it. */
  readonly holds?: number;
  /** How many the caller can use at most. */
  readonly enough: number;
  /** Told the floor, and what is below it, best first. */
  readonly trace?: SearchTrace | undefined;
  /** Lets others run between the parts of a large search; absent where nothing may change meanwhile. */
  readonly pause: (() => Promise<void>) | undefined;
  /** The exact vectors of some items, where the corpus holds rounded ones; absent where nobody can wait for them. */
  readonly exact:
    | ((refs: readonly number[]) => Promise<ReadonlyMap<number, readonly QueryVector[]>>)
    | undefined;
}

export interface SearchTrace {
  floor(least: number): void;
  below(scored: Scored): void;
  /** The item that somebody asks about. */
  readonly watched: number | undefined;
  /** Why it was not found, though it may be shown. */
  missed(code: Missed): void;
}

export type Missed = "unrelated" | "unembedded" | "outranked" | "items";

/** All of them, as sums of shares go. */
const EVERY_WORD = 0.999;
/** Above this many vectors a scan takes longer than the event loop should be held. */
export const LARGE = 20_000;
/** How many of the best by rounded vectors are compared again with the exact ones. */
const RESCORED = 45;

/** The most relevant, best first: words, meaning, who, when, and what stands beside. */
export async function hybridSearch<R>(search: Search<R>): Promise<Scored[]> {
  const { corpus, questionSignals, vectors, eligible, enough } = search;
  const pause = corpus.vectors > LARGE ? search.pause : undefined;
  const similarity = await corpus.similarity(vectors, pause, (model) => onOwnScale(model, search.query));
  if (similarity === undefined && questionSignals.words.length === 0) return [];
  const weighing = weighingIn(search.weighing, corpus, similarity !== undefined);
  const of = ground(questionSignals, corpus, similarity);
  await pause?.();
  const may = (item: number): boolean => {
    const row = corpus.rows[item];
    // Without a vector there is nothing but words to tell by.
    const mustShare = search.anything !== true && (search.aboutOnly || !hasMeaning(of, item));
    return row !== undefined && (!mustShare || isAbout(of, item)) && eligible(row, item);
  };
  const candidates = shortlist(of, Math.max(SHORTLIST, enough), may, weighing);
  const watched = search.trace?.watched;
  const isListed = watched !== undefined && candidates.includes(watched);
  if (watched !== undefined && !isListed) {
    const isSeen = !may(watched) && eligible(corpus.rows[watched]!, watched);
    const noVector = of.hasMeaning && !hasMeaning(of, watched);
    search.trace?.missed(isSeen ? (noVector ? "unembedded" : "unrelated") : "outranked");
  }
  for (const item of candidates) if (corpus.prepare(item)) await giveWay();
  if (similarity !== undefined && corpus.rounded)
    await rescore({ ...search, weighing }, of, similarity, candidates);
  const { items, scores, signals } = rankByRelevance(of, candidates, weighing);
  const least = search.threshold ?? search.floor(corpus.documents);
  const floor = search.anything === true ? Number.NEGATIVE_INFINITY : least;
  search.trace?.floor(Math.max(0, floor));
  const via = of.hasMeaning ? "hybrid" : "terms";
  const matches: Scored[] = [];
  for (let i = 0; i < items.length && matches.length < enough; i += 1) {
    const item = items[i]!;
    // A text that holds every word of the query is a match, whatever the other signals say.
    const exact =
      search.threshold === undefined &&
      of.words.held[item]! >= (search.holds ?? EVERY_WORD) &&
      Number.isFinite(floor);
    const isBelow = scores[i]! < floor && !exact;
    if (isBelow && search.trace === undefined) continue;
    const explain = (): RelevancePart[] => explainSignals(signals(i), weighing);
    const scored: Scored = { item, relevance: clampRelevance(scores[i]!), order: scores[i]!, via, explain };
    if (isBelow) search.trace?.below(scored);
    else matches.push(scored);
  }
  if (isListed && matches.length >= enough) search.trace?.missed("items");
  // Without an embedder nothing tells what answers a question that needs memory in other words: the newest may.
  if (matches.length === 0 && similarity === undefined && floor === Number.NEGATIVE_INFINITY) {
    const scanned = await scanSearch(search);
    return scanned.length > 0 ? scanned : allCandidates(search, "recent");
  }
  if (matches.length > 0 || of.words.knownShare > 0) return matches;
  return scanSearch(search);
}

/** Unrelated texts are about this far apart; below it a cosine says nothing. */
const UNRELATED = 0.1;

/** Whether anything an item says, or what stands beside it, is about the question; who and when alone are not enough. */
function isAbout(of: Ground, item: number): boolean {
  if (of.words.heldNear[item]! > 0) return true;
  if (!hasMeaning(of, item)) return false;
  const { index, similarity } = of;
  const [before, after] = [index.previous[item]!, index.next[item]!];
  return (
    similarity[item]! > UNRELATED ||
    (before >= 0 && similarity[before]! > UNRELATED) ||
    (after >= 0 && similarity[after]! > UNRELATED)
  );
}

/** Puts the exact cosine in the place of the rounded one, for those that matter; what cannot be read stays rounded. */
async function rescore<R>(
  { corpus, query: question, vectors, weighing, exact }: Search<R>,
  of: Ground,
  similarity: Float32Array,
  candidates: Int32Array,
): Promise<void> {
  if (exact === undefined) return;
  const best = rankByRelevance(of, candidates, weighing).items.subarray(0, RESCORED);
  const vectorsOf = await exact(Array.from(best, (item) => corpus.refOf(item))).catch(() => null);
  if (vectorsOf === null) return;
  for (const item of best) {
    const read = vectorsOf.get(corpus.refOf(item)) ?? [];
    const cosines = read.flatMap(({ model, vector }) => {
      const query = vectors.find((one) => one.model === model);
      if (query?.vector.length !== vector.length) return [];
      const { factor, shift } = onOwnScale(model, question) ?? { factor: 1, shift: 0 };
      return [factor * dot(query.vector, vector) + shift];
    });
    if (cosines.length > 0) similarity[item] = Math.max(0, ...cosines);
  }
}

/** Those that hold words of the question, in the order of BM25; then those that hold its letters. */
export async function wordSearch<R>(search: Search<R>): Promise<Scored[]> {
  const { corpus, questionSignals, eligible, enough } = search;
  const { turn } = matchWords(questionSignals.words, corpus);
  let most = 0;
  for (const word of questionSignals.words) {
    most += BM25_MOST * rarity(corpus, word);
  }
  const matches: Scored[] = [];
  for (let item = 0; item < corpus.size; item += 1) {
    if (turn[item]! <= 0) continue;
    const row = corpus.rows[item];
    // On a separate scale, and larger is better.
    const relevance = Math.min(1, turn[item]! / most);
    if (row !== undefined && eligible(row, item))
      matches.push({ item, relevance, order: relevance, via: "terms", explain: null });
  }
  if (search.trace?.watched !== undefined && turn[search.trace.watched]! <= 0)
    search.trace.missed("unrelated");
  if (matches.length === 0) return scanSearch(search);
  const least = search.threshold ?? 0;
  search.trace?.floor(least);
  return matches
    .filter((match) => {
      if (match.relevance < least) search.trace?.below(match);
      return match.relevance >= least;
    })
    .sort((a, b) => b.relevance - a.relevance || b.item - a.item)
    .slice(0, enough);
}

/** Letters found as they are written are worth less than words. */
const LETTERS = 0.6;
/** Characters looked at before others may run; a row counts as some, however short. */
const SCAN_STEP = 200_000;
const ROW_CHARACTERS = 100;
/** More words than this, or longer ones, are not looked for as written. */
const MAX_NEEDLES = 16;
const LONGEST_NEEDLE = 1_000;

/** Where no word is known: the items that hold the question's letters, wherever they stand. */
export async function scanSearch<R>({
  corpus,
  query,
  eligible,
  threshold = DEFAULT_FLOOR,
  enough,
  pause,
}: Search<R>): Promise<Scored[]> {
  const whole = query.trim().toLowerCase();
  const needles = whole
    .split(/\s+/)
    .filter((needle) => needle !== "" && needle.length <= LONGEST_NEEDLE)
    .slice(0, MAX_NEEDLES);
  if (needles.length === 0) return [];
  const matches: Scored[] = [];
  let looked = 0;
  for (let item = corpus.size - 1; item >= 0 && matches.length < enough; item -= 1) {
    const text = corpus.lettersOf(item);
    looked += text.length + ROW_CHARACTERS;
    if (looked > SCAN_STEP) {
      looked = 0;
      await pause?.();
    }
    const count = needles.filter((needle) => text.includes(needle)).length;
    const relevance = (LETTERS * count) / needles.length;
    if (count === 0 || relevance < threshold) continue;
    const row = corpus.rows[item];
    if (row !== undefined && eligible(row, item))
      matches.push({ item, relevance, order: relevance, via: "scan", explain: null });
  }
  return matches.sort((a, b) => b.relevance - a.relevance || b.item - a.item);
}

/** Everything that may be shown, the newest first. */
export function allCandidates<R>(
  { corpus, eligible, enough, newness }: Pick<Search<R>, "corpus" | "eligible" | "enough" | "newness">,
  via: Via,
): Scored[] {
  const top = new Top(Math.min(enough, corpus.documents));
  for (let item = 0; item < corpus.size; item += 1) {
    const row = corpus.rows[item];
    if (row === undefined) continue;
    const at = newness(row);
    if (at >= top.bar && eligible(row, item)) top.offer(item, at);
  }
  return Array.from(top.sorted().items, (item) => ({ item, relevance: 0, order: 0, via, explain: null }));
}
