import { type Interval, interval } from "./bootstrap.ts";
import type { Asked, Measured } from "./measure.ts";
import { METRICS, type Metric, mean, quantile, type Scores } from "./metrics.ts";
import type { Bar, DataSet } from "./set.ts";

/** A line of the table: some questions, answered by both. */
export interface Group {
  readonly name: string;
  readonly questions: number;
  readonly memoir: Scores;
  readonly bm25: Scores;
}

interface Spread {
  readonly p50: number;
  readonly p95: number;
}

export interface SetReport {
  readonly name: string;
  readonly title: string;
  readonly baseline: string;
  readonly conversations: number;
  readonly items: number;
  /** The headline first, then each category. */
  readonly groups: readonly Group[];
  /** Of the headline: MemoirEngine's own figure, and what it has over BM25. */
  readonly intervals: Readonly<Record<Metric, { readonly memoir: Interval; readonly over: Interval }>>;
  readonly bars: readonly (Bar & { readonly reached: number; readonly ok: boolean })[];
  /** Milliseconds of one recall. */
  readonly latency: {
    readonly vectorKnown: Spread;
    readonly withEmbedding: Spread;
    readonly indexBuilt: Spread;
  };
  /** Answers that said they were worse than they could be. */
  readonly degraded: number;
  readonly byConversation: readonly Group[];
}

export function reportOf(set: DataSet, { asked, coldMs }: Measured): SetReport {
  const headline = asked.filter((one) => one.headline);
  const categories = [...new Set(asked.map(({ category }) => category))].sort();
  const first = groupOf(set.headline, headline);
  return {
    name: set.name,
    title: set.title,
    baseline: set.baseline,
    conversations: set.conversations.length,
    items: set.conversations.reduce((sum, { items }) => sum + items.length, 0),
    groups: [
      first,
      ...categories.map((name) =>
        groupOf(
          name,
          asked.filter(({ category }) => category === name),
        ),
      ),
    ],
    intervals: Object.fromEntries(
      METRICS.map((metric) => [metric, intervalsOf(headline, metric)]),
    ) as SetReport["intervals"],
    bars: set.bars.map((bar) => judged(bar, first)),
    latency: {
      vectorKnown: spread(asked.map(({ againMs }) => againMs)),
      withEmbedding: spread(asked.map(({ firstMs }) => firstMs)),
      indexBuilt: spread(coldMs),
    },
    degraded: asked.filter(({ degraded }) => degraded).length,
    byConversation: [...byConversation(headline)].map(([id, own]) => groupOf(id, own)),
  };
}

function groupOf(name: string, asked: readonly Asked[]): Group {
  const means = (side: "memoir" | "bm25"): Scores => ({
    ...(Object.fromEntries(
      METRICS.map((metric) => [metric, mean(asked.map((one) => one[side][metric]))]),
    ) as Record<Metric, number>),
    tokens10: mean(asked.map((one) => one[side].tokens10)),
  });
  return { name, questions: asked.length, memoir: means("memoir"), bm25: means("bm25") };
}

function byConversation(asked: readonly Asked[]): Map<string, Asked[]> {
  const groups = new Map<string, Asked[]>();
  for (const one of asked) groups.set(one.conversation, [...(groups.get(one.conversation) ?? []), one]);
  return groups;
}

function intervalsOf(headline: readonly Asked[], metric: Metric): { memoir: Interval; over: Interval } {
  const groups = [...byConversation(headline).values()];
  return {
    memoir: interval(groups.map((own) => own.map(({ memoir }) => memoir[metric]))),
    over: interval(groups.map((own) => own.map(({ memoir, bm25 }) => memoir[metric] - bm25[metric]))),
  };
}

function judged(bar: Bar, { memoir, bm25 }: Group): SetReport["bars"][number] {
  const reached = memoir[bar.metric] - (bar.overBm25 === undefined ? 0 : bm25[bar.metric]);
  return { ...bar, reached, ok: reached >= (bar.overBm25 ?? bar.atLeast ?? 0) };
}

const spread = (values: readonly number[]): Spread => ({
  p50: quantile(values, 0.5),
  p95: quantile(values, 0.95),
});
