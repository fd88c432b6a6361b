import { pad } from "../../src/cli/width.ts";
import { chanceOf } from "../../src/domain/relevance/fuse.ts";
import type { FloorCurve, FloorPoint } from "./floor.ts";
import { METRICS, type Metric, type Scores } from "./metrics.ts";
import type { Group, SetReport } from "./report.ts";

const NAMES: Readonly<Record<Metric, string>> = {
  r5: "R@5",
  r10: "R@10",
  r20: "R@20",
  mrr: "MRR",
  ndcg10: "nDCG@10",
};

const percent = (share: number): string => (share * 100).toFixed(1);
const signed = (share: number): string => `${share < 0 ? "−" : "+"}${percent(Math.abs(share))}`;
const ms = (value: number): string => value.toFixed(value < 10 ? 2 : 1);

/** A set's figures as a person reads them: each group twice, Memoir above BM25. */
export function setLines(report: SetReport): string[] {
  const { title, baseline, conversations, items, groups, latency } = report;
  const label = Math.max(...groups.map(({ name }) => name.length));
  const who = Math.max("Memoir".length, baseline.length);
  const head = [...METRICS.map((metric) => NAMES[metric]), "tokens@10"]
    .map((name) => name.padStart(9))
    .join(" ");
  const bars = report.bars.map(({ metric, atLeast, overBm25, reached, ok }) => {
    const bar =
      overBm25 === undefined ? `≥ ${percent(atLeast ?? 0)}` : `≥ ${signed(overBm25)} over ${baseline}`;
    const got = overBm25 === undefined ? percent(reached) : signed(reached);
    return `  ${ok ? "ok   " : "short"} ${NAMES[metric]} ${got}  (bar ${bar})`;
  });
  const spread = ({ p50, p95 }: { p50: number; p95: number }): string => `p50 ${ms(p50)}, p95 ${ms(p95)}`;
  return [
    "",
    `${title}: ${conversations} conversations, ${items} items`,
    `  ${" ".repeat(label)}  ${" ".repeat(5)}  ${" ".repeat(who)} ${head}`,
    ...groups.flatMap((group) => groupLines(group, label, baseline, who)),
    "  95 % intervals of the first line (paired bootstrap over conversations)",
    ...METRICS.map((metric) => {
      const { memoir, over } = report.intervals[metric];
      return (
        `    ${NAMES[metric].padEnd(7)}  ${percent(memoir.mean)} [${percent(memoir.low)}, ${percent(memoir.high)}]` +
        `   over ${baseline} ${signed(over.mean)} [${signed(over.low)}, ${signed(over.high)}]`
      );
    }),
    ...bars,
    "  milliseconds of one recall",
    `    vector known    ${spread(latency.vectorKnown)}`,
    `    with embedding  ${spread(latency.withEmbedding)}`,
    `    index built     ${spread(latency.indexBuilt)}`,
    ...(report.degraded === 0
      ? []
      : [`  ${report.degraded} answers were degraded: these figures are too low`]),
  ];
}

function groupLines(
  { name, questions, memoir, bm25 }: Group,
  label: number,
  baseline: string,
  who: number,
): string[] {
  const line = (whose: string, scores: Scores): string =>
    `${pad(whose, who)} ${[...METRICS.map((metric) => percent(scores[metric])), scores.tokens10.toFixed(0)]
      .map((text) => text.padStart(9))
      .join(" ")}`;
  return [
    `  ${pad(name, label)}  ${String(questions).padStart(5)}  ${line("Memoir", memoir)}`,
    `  ${" ".repeat(label)}  ${" ".repeat(5)}  ${line(baseline, bm25)}`,
  ];
}

export function floorLines({ title, own, foreign, points, standard }: FloorCurve): string[] {
  const line = ({ floor, kept, silent, lines }: FloorPoint): string =>
    [floor.toFixed(3), percent(chanceOf(floor)), percent(kept), percent(silent), lines.toFixed(1)]
      .map((text) => text.padStart(9))
      .join(" ");
  return [
    "",
    `${title}, the floor: ${own} answers within the first ten, ${foreign} questions of other conversations`,
    `  ${["floor", "chance %", "kept %", "silent %", "lines"].map((name) => name.padStart(9)).join(" ")}`,
    ...points.map((point) => `  ${line(point)}`),
    `  ${line(standard)}   the default, as recall() cuts by itself`,
  ];
}
