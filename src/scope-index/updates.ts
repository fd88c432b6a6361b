import { itemIn } from "../domain/relevance/relevance-index.ts";
import { rarity } from "../domain/relevance/word-match.ts";
import { changeLogOdds, JUDGED_SPACE } from "../models/change-judge.ts";
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
 * names above all, by a judge of both meanings, and by who speaks: only the same author changes their own word.
 */
export class Updates {
  readonly #later = new Map<number, Pick<Shared, "item" | "weight">[]>();
  /** What was judged, among the vectors up to a row. */
  readonly #judged = new BoundedMap<number, Judged>(MAX_JUDGED);

  /**
   * The later messages that change what this one says, in their order: those that took it back at once, those that a judge
   * of both meanings finds, and those that speak of a change and share its rare words. Either sign is enough: a stale line
   * that is read as current is worse than one later line too many. `judges`: whether the judge is asked.
   */
  changesOf<R>(corpus: Corpus<R>, item: number, judges = true): number[] {
    const byWords = (this.#later.get(item) ?? [])
      .filter(({ item: later, weight }) => {
        return weight === AT_ONCE || (corpus.between(item, later) ?? 1) >= LEAST_COSINE;
      })
      .map((link) => link.item);
    const judged = judges ? this.#judgedChanges(corpus, item) : [];
    return [...new Set([...byWords, ...judged])].sort((a, b) => a - b);
  }

  /**
   * The later messages that change what this one says, as a learned judge of both meanings sees it. None where nobody
   * judges: no vectors, or none of the space.
   */
  #judgedChanges<R>(corpus: Corpus<R>, item: number): readonly number[] {
    const judged = this.#judged.get(item) ?? { rows: 0, later: [] };
    const rows = corpus.rowsOf(JUDGED_SPACE);
    if (judged.rows === rows) return judged.later.map(({ item: later }) => later);
    const nearest = corpus.nearestAfter(item, {
      ...{ model: JUDGED_SPACE, from: judged.rows, most: MAX_COMPARED, least: LEAST_COSINE },
      eligible: (later) =>
        corpus.rows[later] !== undefined &&
        corpus.assistant[later] === 0 &&
        corpus.authors[later] === corpus.authors[item],
    });
    if (nearest === undefined) return [];
    const found = new Map(judged.later.map((one) => [one.item, one]));
    for (const { item: later, vector } of nearest.others) {
      const odds = changeLogOdds(nearest.vector, vector);
      if (odds > (found.get(later)?.odds ?? CHANGE_ODDS)) found.set(later, { item: later, odds });
    }
    const later = [...found.values()]
      .filter((one) => corpus.rows[one.item] !== undefined)
      .sort((a, b) => b.odds - a.odds)
      .slice(0, MAX_LATER)
      .sort((a, b) => a.item - b.item);
    this.#judged.set(item, { rows, later });
    return later.map((one) => one.item);
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

interface Judged {
  readonly rows: number;
  readonly later: readonly { readonly item: number; readonly odds: number }[];
}

/** Messages whose changes are remembered: those that were shown of late. */
const MAX_JUDGED = 1_000;
/** Of the later messages, the nearest ones are judged: nine of ten changes are among them. */
const MAX_COMPARED = 4;
const LEAST_COSINE = 0.25;
/** Half of the changes lie above it, and a little more than half of what lies there is one: `npm run bench changes`, V and X. */
const CHANGE_ODDS = 1;

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
