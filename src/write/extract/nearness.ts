import type { SourceEvent } from "../../domain/candidate.ts";
import { Top } from "../../domain/relevance/top.ts";
import { matchWords } from "../../domain/relevance/word-match.ts";
import { terms } from "../../language/terms.ts";
import { changeOddsOf } from "../../scope-index/change-odds.ts";
import type { Corpus } from "../../scope-index/corpus.ts";
import { type QueryVector, toQuery } from "../../scope-index/spaces.ts";
import type { WriteTools } from "../tools/write-tools.ts";

/** Messages that are compared one by one; where there are more, runs of neighbours are. */
const PARTS = 24;
/** Of a long message its beginning is looked up by meaning, and more of it by words. */
const LONGEST = 1_000;
const MAX_SEARCHED_BY_WORDS = 4_000;
/** Of each message, so many of the nearest by meaning and words are judged. */
const NEAREST = 8;
/**
 * What counts beside the cosine: the share of the best match by words, and the probability that a message makes a memory untrue.
 * Chosen by which memories recorded answers name (`bench/RESULTS.md`).
 */
const WORDS = 0.3;
const CHANGE = 0.5;

/** A message, or a run of them, as it is compared. */
interface Part {
  readonly text: string;
  readonly vectors: readonly QueryVector[];
}

/** The messages, or runs of neighbours where they are many, with their vectors. */
export async function partsOf(
  { embed }: Pick<WriteTools, "embed">,
  spoken: readonly SourceEvent[],
): Promise<Part[]> {
  const size = Math.ceil(spoken.length / PARTS);
  const texts = Array.from({ length: Math.min(PARTS, spoken.length) }, (_, i) =>
    spoken
      .slice(i * size, (i + 1) * size)
      .map(({ text }) => text)
      .join("\n"),
  ).filter((text) => text !== "");
  return Promise.all(
    texts.map(async (text) => ({ text, vectors: (await embed(text.slice(0, LONGEST))).map(toQuery) })),
  );
}

/**
 * The memories that messages are near to, each with how near the nearest message is: those that a message may restate,
 * contradict or take back, by their meaning, by shared words, and by the judge of later changes.
 */
export async function nearness<R>(
  parts: readonly Part[],
  corpus: Corpus<R>,
  isEligible: (item: number) => boolean,
): Promise<Map<number, number>> {
  const byWords = parts.map(
    ({ text }) => matchWords([...new Set(terms(text.slice(0, MAX_SEARCHED_BY_WORDS)))], corpus).turn,
  );
  const eligible = [...corpus.rows.keys()].filter(isEligible);
  let mostWords = 0;
  for (const scores of byWords) for (const item of eligible) mostWords = Math.max(mostWords, scores[item]!);
  const near = new Map<number, number>();
  for (const [i, { vectors }] of parts.entries()) {
    const cosines = await corpus.similarity(vectors);
    const top = new Top(NEAREST);
    for (const item of eligible) {
      const words = byWords[i]![item]! / (mostWords || 1);
      // Without a vector of this model, as after a change of models, there is nothing but words to tell by.
      const isCompared = words === 0 || vectors.some(({ model }) => corpus.hasVector(item, model));
      const score = (cosines?.[item] ?? 0) + (isCompared ? WORDS : 1) * words;
      if (score > 0) top.offer(item, score);
    }
    const { items, scores } = top.sorted();
    for (const [position, item] of [...items].entries()) {
      const odds = changeOddsOf(corpus, item, vectors) ?? Number.NEGATIVE_INFINITY;
      const score = scores[position]! + CHANGE / (1 + Math.exp(-odds));
      near.set(item, Math.max(score, near.get(item) ?? 0));
    }
  }
  return near;
}
