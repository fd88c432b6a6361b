import type { QuestionSignals, RelevanceIndex } from "./relevance-index.ts";
import { matchWords, type WordMatch } from "./word-match.ts";

/** Everything known about one question in one scope before its candidates are looked at closely. */
export interface Ground {
  readonly questionSignals: QuestionSignals;
  readonly index: RelevanceIndex;
  readonly words: WordMatch;
  /** The items that are compared: what comes while a large search gives way to others is left to the next question. */
  readonly size: number;
  /** The cosine of every item with the question, its best passage's; 0 where there is no vector. */
  readonly similarity: Float32Array;
  /** False when the question has no vector: the other signals then carry the whole score. */
  readonly hasMeaning: boolean;
  /** The best cosine in each session. */
  readonly sessionSimilarity: Float32Array;
}

/** `similarity` is undefined when the question could not be embedded. */
export function ground(
  questionSignals: QuestionSignals,
  index: RelevanceIndex,
  similarity: Float32Array | undefined,
): Ground {
  const words = matchWords(questionSignals.words, index);
  const sessionSimilarity = new Float32Array(index.sessionCount);
  if (similarity === undefined) {
    const { size } = index;
    const none = new Float32Array(size);
    return { questionSignals, index, words, size, similarity: none, hasMeaning: false, sessionSimilarity };
  }
  const { sessions } = index;
  const size = similarity.length;
  for (let item = 0; item < size; item += 1) {
    const session = sessions[item]!;
    const close = similarity[item]!;
    if (close > sessionSimilarity[session]!) sessionSimilarity[session] = close;
  }
  return { questionSignals, index, words, size, similarity, hasMeaning: true, sessionSimilarity };
}

/** Whether an item's meaning can be compared with the question's. */
export function hasMeaning({ hasMeaning: questionHasMeaning, index }: Ground, item: number): boolean {
  return questionHasMeaning && index.embedded[item] === 1;
}
