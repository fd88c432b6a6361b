import { estimateTokens } from "../../src/domain/budget.ts";
import type { Hit, Recall, ScopeHandle } from "../../src/index.ts";
import { showProgress } from "../progress.ts";
import { Bm25 } from "./bm25.ts";
import type { Asking } from "./database.ts";
import { DEPTH, type Scores, scoresOf } from "./metrics.ts";
import type { DataSet, Question } from "./set.ts";

/** One question, answered by Memoir and by BM25 from the same pool. */
export interface Asked {
  readonly conversation: string;
  readonly category: string;
  readonly headline: boolean;
  readonly memoir: Scores;
  readonly bm25: Scores;
  /** Milliseconds of the first asking, which embeds the question, and of the second, which has its vector. */
  readonly firstMs: number;
  readonly againMs: number;
  readonly degraded: boolean;
}

export interface Measured {
  readonly asked: readonly Asked[];
  /** Milliseconds of the first recall in each conversation, which builds its index. */
  readonly coldMs: readonly number[];
}

const LIMIT = 20;
/** More than any set needs: tokens are counted here, not cut. */
const PLENTY = 10_000_000;
const WARM_UP = 20;

export async function measure(set: DataSet, asking: Asking): Promise<Measured> {
  const total = set.conversations.reduce((sum, { questions }) => sum + questions.length, 0);
  const progress = showProgress(`Asking ${set.title}`);
  const asked: Asked[] = [];
  const coldMs: number[] = [];
  for (const conversation of set.conversations) {
    const { id, items, questions } = conversation;
    const scope = asking.scope(conversation);
    const bm25 = new Bm25(
      items.map(({ text }) => text),
      set.words,
    );
    const tokens = new Map(items.map((item) => [item.id, estimateTokens(item.text)]));
    const tokensOf = (item: string): number => tokens.get(item) ?? 0;
    if (questions[0] !== undefined) coldMs.push(await warm(set, scope, questions[0], asking));
    for (const question of questions) {
      progress.step(asked.length, total);
      asking.at(question.now);
      const [first, firstMs] = await timed(() => recallFrom(set, scope, question, LIMIT));
      const [, againMs] = await timed(() => recallFrom(set, scope, question, LIMIT));
      const deep = await recallFrom(set, scope, question, DEPTH);
      const plain = bm25.rank(question.text).map((i) => items[i]?.id ?? "");
      const { mrr } = scoresOf(idsOf(deep), question.gold, tokensOf);
      asked.push({
        conversation: id,
        category: question.category,
        headline: question.headline,
        memoir: { ...scoresOf(idsOf(first), question.gold, tokensOf), mrr },
        bm25: scoresOf(plain, question.gold, tokensOf),
        firstMs,
        againMs,
        degraded: first.degraded !== null,
      });
    }
  }
  progress.step(asked.length, total);
  progress.end();
  return { asked, coldMs };
}

/** The first recall of a conversation, and enough others that the code is warm. */
async function warm(set: DataSet, scope: ScopeHandle, question: Question, asking: Asking): Promise<number> {
  asking.at(question.now);
  const [, ms] = await timed(() => recallFrom(set, scope, question, LIMIT));
  for (let i = 0; i < WARM_UP; i++) await recallFrom(set, scope, question, LIMIT);
  return ms;
}

/** Without a floor unless the engine's own is asked for: the ranking is measured here, not where it is cut. */
export function recallFrom(
  { from }: DataSet,
  scope: ScopeHandle,
  { text, asker }: Pick<Question, "text" | "asker">,
  limit: number,
  floor: "none" | "default" = "none",
): Promise<Recall> {
  const cut = floor === "none" ? { threshold: 0 } : {};
  const who = asker === undefined ? {} : { asker };
  return scope.recall(text, { from: [from], limit, maxTokens: PLENTY, ...cut, ...who });
}

export const idsOf = ({ hits }: Recall): string[] => hits.map(itemOf);

/** The item a hit stands for: the event itself, or the event that backs the memory. */
export function itemOf(hit: Hit): string {
  return hit.kind === "event" ? hit.event.id : (hit.evidence[0]?.eventId ?? hit.id);
}

async function timed<T>(run: () => Promise<T>): Promise<[T, number]> {
  const started = performance.now();
  const result = await run();
  return [result, performance.now() - started];
}
