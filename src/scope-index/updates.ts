import { itemIn } from "../domain/relevance/relevance-index.ts";
import { rarity } from "../domain/relevance/word-match.ts";
import { simple } from "../language/chinese/script.ts";
import { terms } from "../language/terms.ts";
import { BoundedMap } from "../runtime/bounded-map.ts";
import type { Corpus } from "./corpus.ts";

/** The values an update is compared by. */
export interface UpdateItem {
  readonly item: number;
  readonly terms: readonly string[];
  /** It opens by taking back what was said just before. */
  readonly takesBack: boolean;
  /** It opens with a star, "*Tuesday": then it is about the message just before, whatever else it says. */
  readonly starred?: boolean;
}

/** A word that stands in more messages than this, or in a larger share of them, tells nothing about which is meant. */
const MAX_MESSAGES = 6;
const MAX_SHARE = 0.01;
/** "All", "off", "had": in a small scope such words are rare without telling anything. */
const SHORT = /^[a-z]{1,3}$/;
const SHORT_WEIGHT = 0.5;
/** How many earlier messages one update speaks of at most, and how many updates of one message are kept. */
const MAX_EARLIER = 3;
const MAX_LATER = 2;
/** Beside the best match, another counts from this share of it. */
const NEARLY = 0.7;
/** How much both must share, in the weight of a word seen once, for each root of the words of the earlier one. */
const LEAST = 0.22;
/** One that says it corrects something needs to share less. */
const LEAST_OF_CORRECTION = 0.1;
/** A message is taken back by the next one or the one after it. */
const NEAR = 2;
/** Two rare words in common name an earlier message; one may be by chance. */
const NAMED = 2;
/** A message that is taken back at once needs no words in common. */
const AT_ONCE = Number.POSITIVE_INFINITY;

/**
 * Which later message says that something an earlier one told has changed. It goes by the rare words that both hold,
 * names above all, and by who speaks: only the same author changes their own word.
 */
export class Updates {
  readonly #later = new Map<number, Pick<Shared, "item" | "weight">[]>();
  /** What was judged, for a corpus of that size. */
  readonly #changed = new BoundedMap<number, { readonly size: number; readonly later: readonly number[] }>(
    MAX_JUDGED,
  );

  /** The later messages that may change what this one says, in their order. */
  of(item: number): readonly number[] {
    return (this.#later.get(item) ?? []).map((link) => link.item).sort((a, b) => a - b);
  }

  /** Whether it was taken back at once: then nothing else need tell that both are about one thing. */
  takenBackBy(item: number, later: number): boolean {
    return this.#later.get(item)?.some((link) => link.item === later && link.weight === AT_ONCE) ?? false;
  }

  /**
   * The later messages that change what this one says, as a learned judge sees it: how near both are, how much the later one
   * sounds like a change, and the rare words that both hold. None where nobody judges: no vectors, or none of the space.
   */
  changed<R>(corpus: Corpus<R>, item: number): readonly number[] {
    if (Number.isNaN(corpus.changing[item]!)) return [];
    const cached = this.#changed.get(item);
    if (cached?.size === corpus.size) return cached.later;
    const later = laterByWords(corpus, item)
      .map(({ item: other, weight }) => ({ other, odds: changeOdds(corpus, item, other, weight) }))
      .filter(({ odds }) => odds > LEAST_ODDS)
      .sort((a, b) => b.odds - a.odds)
      .slice(0, MAX_LATER)
      .map(({ other }) => other)
      .sort((a, b) => a - b);
    this.#changed.set(item, { size: corpus.size, later });
    return later;
  }

  /** The earlier messages that one speaks of as changed. */
  earlierThan(item: number): number[] {
    return [...this.#later]
      .filter(([, links]) => links.some((link) => link.item === item))
      .map(([one]) => one);
  }

  /** Finds what a message changes among those before it in the corpus. */
  add<R>(corpus: Corpus<R>, { item, terms, takesBack, starred = false }: UpdateItem): void {
    const before = takesBack ? justBefore(corpus, item) : undefined;
    const matches = byWords(
      corpus,
      item,
      terms,
      takesBack && before === undefined ? LEAST_OF_CORRECTION : LEAST,
    );
    // "No, the wedding is on Friday" refers to the wedding, even with other messages in between.
    const telling = matches.filter(({ words }) => words >= NAMED);
    const isNamed =
      !starred && before !== undefined && telling.length > 0 && !matches.some((one) => one.item === before);
    if (before !== undefined && !isNamed) this.#link(before, item, AT_ONCE);
    else for (const match of isNamed ? telling : matches) this.#link(match.item, item, match.weight);
  }

  /** Those that have most in common with it are kept; of equals the later ones. */
  #link(earlier: number, item: number, weight: number): void {
    const links = [{ item, weight }, ...(this.#later.get(earlier) ?? [])];
    this.#later.set(earlier, links.sort((a, b) => b.weight - a.weight).slice(0, MAX_LATER));
  }
}

/** Messages whose changes are remembered: those that were shown of late. */
const MAX_JUDGED = 1_000;
/** Fitted on pairs that two writers labelled, `npm run bench changes`; in log-odds. */
const CHANGE = { cosine: 3.86, head: 0.23, words: 1.4, bias: -6.01 } as const;
const LEAST_ODDS = -0.6;
/** More than three rare words in common say no more. */
const MAX_WORDS = 3;

function changeOdds<R>(corpus: Corpus<R>, item: number, later: number, weight: number): number {
  const head = corpus.changing[later]!;
  if (Number.isNaN(head)) return Number.NEGATIVE_INFINITY;
  const words = Math.min(MAX_WORDS, weight / rarity(corpus, ""));
  const cosine = corpus.between(item, later) ?? 0;
  return CHANGE.cosine * cosine + CHANGE.head * head + CHANGE.words * words + CHANGE.bias;
}

/** Later messages of the same author, with the weight of the rare words they share. */
function laterByWords<R>(corpus: Corpus<R>, item: number): Pick<Shared, "item" | "weight">[] {
  const shared = new Map<number, number>();
  for (const term of new Set(terms(simple(corpus.textOf(item).slice(0, LONGEST_READ))))) {
    const postings = corpus.postings(term);
    if (postings === undefined || postings.live > Math.max(MAX_MESSAGES, MAX_SHARE * corpus.documents))
      continue;
    const weight = rarity(corpus, term);
    for (let p = 0; p < postings.size; p += 1) {
      const other = itemIn(postings.entries[p]!);
      if (other <= item || corpus.rows[other] === undefined || corpus.assistant[other] === 1) continue;
      if (corpus.authors[other] === corpus.authors[item])
        shared.set(other, (shared.get(other) ?? 0) + weight);
    }
  }
  return [...shared].map(([other, weight]) => ({ item: other, weight }));
}

/** A longer message changes many things or none. */
const LONGEST_READ = 2_000;

/** An earlier message, and the rare words that it shares with a later one. */
interface Shared {
  readonly item: number;
  weight: number;
  words: number;
}

function justBefore<R>(corpus: Corpus<R>, item: number): number | undefined {
  let before = corpus.previous[item]!;
  for (let step = 0; step < NEAR && before >= 0; step += 1, before = corpus.previous[before]!) {
    if (corpus.authors[before] === corpus.authors[item]) return before;
  }
  return undefined;
}

/** Earlier messages of the same author, with the weight of the rare words they share. */
function byWords<R>(corpus: Corpus<R>, item: number, terms: readonly string[], least: number): Shared[] {
  const most = Math.max(MAX_MESSAGES, MAX_SHARE * corpus.documents);
  const shared = new Map<number, Shared>();
  for (const term of new Set(terms)) {
    const postings = corpus.postings(term);
    if (postings === undefined || postings.live > most) continue;
    const weight = rarity(corpus, term) * (SHORT.test(term) ? SHORT_WEIGHT : 1);
    for (let p = 0; p < postings.size; p += 1) {
      const other = itemIn(postings.entries[p]!);
      if (other >= item || corpus.rows[other] === undefined || corpus.assistant[other] === 1) continue;
      if (corpus.authors[other] !== corpus.authors[item]) continue;
      const entry = shared.get(other);
      if (entry === undefined) shared.set(other, { item: other, weight, words: 1 });
      else {
        entry.weight += weight;
        entry.words += 1;
      }
    }
  }
  const alone = rarity(corpus, "");
  const strong = [...shared.values()].filter(
    (one) => one.weight >= least * alone * Math.sqrt(corpus.lengths[one.item]!),
  );
  const best = Math.max(0, ...strong.map(({ weight }) => weight));
  return strong
    .filter(({ weight }) => weight >= NEARLY * best)
    .sort((a, b) => b.weight - a.weight || b.item - a.item)
    .slice(0, MAX_EARLIER);
}
