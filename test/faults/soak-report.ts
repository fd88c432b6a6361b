import type { Slope } from "../support/slope.ts";
import type { Engine } from "./soak-database.ts";
import type { Injected } from "./soak-faults.ts";
import { ROUND_MS } from "./soak-size.ts";
import type { Watch } from "./soak-watch.ts";

/** An answer: when it came, to what kind of request, and how long that try took. */
export interface Answered {
  readonly at: number;
  readonly kind: string;
  readonly ms: number;
}

export interface SoakReport {
  readonly engine: Engine;
  readonly answers: readonly Answered[];
  readonly injected: readonly Injected[];
  readonly explained: ReadonlyMap<string, number>;
  readonly broken: number;
  /** Errors that nothing explains. */
  readonly wrong: readonly string[];
  /** What was acknowledged, in words. */
  readonly found: string;
  /** Why it is not there as it was left; `null`: it is. */
  readonly lost: unknown;
  readonly resent: string;
  readonly model: string;
  readonly dashboard: string;
  readonly slopes: ReturnType<Watch["slopes"]>;
}

const NAMES: Readonly<Record<Engine, string>> = { sqlite: "SQLite", postgres: "PostgreSQL" };

export function percentile(share: number, values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

const PERCENTILES = [0.5, 0.95, 0.99] as const;

function times(answers: readonly Answered[]): string {
  const ms = answers.map((one) => one.ms);
  return PERCENTILES.map((share) => `${Math.round(percentile(share, ms))}`).join(" / ");
}

/** Answers of each round, for the picture. */
export function byRound({ answers }: SoakReport): { at: number; ms: number[] }[] {
  const rounds = Map.groupBy(answers, ({ at }) => Math.floor(at / ROUND_MS));
  return [...rounds]
    .map(([round, all]) => ({ at: round + 0.5, ms: all.map(({ ms }) => ms) }))
    .toSorted((a, b) => a.at - b.at);
}

function counted(injected: readonly Injected[]): string {
  const counts = [...Map.groupBy(injected, ({ what }) => what)];
  return counts.map(([what, all]) => `${what} × ${all.length}`).join(", ");
}

function growth(slope: Slope | null, unit: string): string {
  if (slope === null) return "too few samples";
  return `${slope.perUnit.toFixed(1)} ± ${slope.margin.toFixed(1)} ${unit} of ${slope.mean.toFixed(0)}`;
}

/** One table with a column for each database. */
export function soakTable(reports: readonly SoakReport[]): { head: string[]; rows: string[][] } {
  const kinds = [...new Set(reports.flatMap(({ answers }) => answers.map(({ kind }) => kind)))].sort();
  const row = (title: string, cell: (report: SoakReport) => string): string[] => [
    title,
    ...reports.map(cell),
  ];
  const of = (kind: string) => (report: SoakReport) => report.answers.filter((one) => one.kind === kind);
  const slopes = (["rss", "heap", "handles"] as const).flatMap((measure) => {
    const unit = measure === "handles" ? "/h" : "MB/h";
    const name = { rss: "RSS", heap: "heap", handles: "file handles" }[measure];
    return [
      row(`${name}, the server that lives on`, ({ slopes }) => growth(slopes[measure].survivor, unit)),
      row(`${name}, from kill to kill`, ({ slopes }) => growth(slopes[measure].generations, unit)),
    ];
  });
  return {
    head: ["", ...reports.map(({ engine }) => NAMES[engine])],
    rows: [
      row("requests answered; p50 / p95 / p99 ms", ({ answers }) => `${answers.length}; ${times(answers)}`),
      ...kinds.map((kind) =>
        row(`- ${kind}`, (report) => `${of(kind)(report).length}; ${times(of(kind)(report))}`),
      ),
      row("faults injected", ({ injected }) => counted(injected)),
      row("model", ({ model }) => model),
      row("dashboard", ({ dashboard }) => dashboard),
      row("connections broken by a kill, sent again", ({ broken }) => String(broken)),
      row("errors answered that a fault explains, sent again", ({ explained }) =>
        explained.size === 0
          ? "none"
          : [...explained].map(([why, count]) => `${count} × ${why}`).join("<br>"),
      ),
      row("errors that nothing explains", ({ wrong }) => String(wrong.length)),
      row("acknowledged, each there exactly once as it was left", ({ found }) => found),
      row("requests sent again", ({ resent }) => resent),
      ...slopes,
    ],
  };
}
