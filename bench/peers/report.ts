import { type Machine, machineLine } from "../machine.ts";
import { markdownTable } from "../markdown-table.ts";
import type { Figures } from "./measure.ts";

/** One peer on one set, or why it could not be run. */
export interface Row {
  readonly set: string;
  readonly title: string;
  /** Memories in the scope; `null` where sizes are not compared. */
  readonly size: number | null;
  readonly budget: number;
  readonly peer: string;
  readonly name: string;
  /** Only its cost was measured: it answers like another one. */
  readonly costOnly: boolean;
  readonly figures: Figures | null;
  readonly problem: string | null;
  /** Of the last minute, when it was done. */
  readonly load: number;
}

export interface Comparison {
  readonly command: string;
  readonly date: string;
  readonly machine: Machine;
  /** Of each package that was compared. */
  readonly versions: Readonly<Record<string, string>>;
  readonly rows: readonly Row[];
  /** Sets that were not there. */
  readonly skipped: readonly string[];
}

const HEAD = [
  "peer",
  "answered",
  "answer shown",
  "tokens",
  "noise",
  "off-topic",
  "stale",
  "calls",
  "write",
  "recall",
  "disk",
];

/** What was run, where, and a table for each set. */
export function reportLines({ command, date, machine, versions, rows, skipped }: Comparison): string[] {
  const names = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  const sets = [...new Set(rows.map(({ set }) => set))];
  return [
    `\`${command}\`; ${machineLine(machine)}, ${date}.`,
    "",
    `Versions: ${names.join(", ")}.`,
    "",
    "Questions answered (tokens of a prompt):",
    "",
    ...summaryLines(rows),
    ...sets.flatMap((set) => setLines(rows.filter((row) => row.set === set))),
    ...skipped.flatMap((line) => ["", line]),
  ];
}

/** A line for each peer, a column for each set. */
function summaryLines(rows: readonly Row[]): string[] {
  const shown = rows.filter(({ costOnly }) => !costOnly);
  const sets = [...new Map(shown.map(({ set, title }) => [set, title]))];
  const peers = [...new Map(shown.map(({ peer, name }) => [peer, name]))];
  return markdownTable(
    ["peer", ...sets.map(([, title]) => title)],
    peers.map(([peer, name]) => [
      name,
      ...sets.map(([set]) => {
        const figures = shown.find((row) => row.peer === peer && row.set === set)?.figures ?? null;
        return figures === null ? "–" : `${percent(figures.answered)} (${figures.tokens.toFixed(0)})`;
      }),
    ]),
  );
}

function setLines(rows: readonly Row[]): string[] {
  const { title, budget, size } = rows[0]!;
  const loads = rows.map(({ load }) => load);
  const questions = rows.find(({ figures, costOnly }) => figures !== null && !costOnly)?.figures;
  const counts =
    questions === undefined || questions === null
      ? ""
      : `${questions.questions} questions${questions.offTopic === 0 ? "" : `, ${questions.offTopic} off-topic`}; `;
  const plain = rows.find(({ peer }) => peer === "plain")?.figures ?? null;
  return [
    "",
    `**${title}** (${counts}${budget} tokens; load ${Math.min(...loads).toFixed(0)} to ${Math.max(...loads).toFixed(0)})`,
    "",
    ...markdownTable(
      HEAD,
      rows.map((row) => [row.name, ...cells(row, size === null ? null : plain, size !== null)]),
    ),
  ];
}

function cells({ figures, problem, costOnly }: Row, plain: Figures | null, withCost: boolean): string[] {
  if (figures === null) return [`not run: ${problem}`, ...HEAD.slice(2).map(() => "")];
  const { answered, held, tokens, noise, brought, stale, modelCalls, writeMs, recallMs, bytes } = figures;
  const quality = [
    percent(answered),
    percent(held),
    tokens.toFixed(0),
    percent(noise),
    percent(brought),
    stale === null ? "–" : stale.toFixed(0),
  ];
  const cost = [times(writeMs, plain?.writeMs), times(recallMs, plain?.recallMs), diskOf(bytes)];
  return [
    ...(costOnly ? quality.map(() => "–") : quality),
    String(modelCalls),
    ...(withCost ? cost : cost.map(() => "–")),
  ];
}

const percent = (value: number | null): string => (value === null ? "–" : `${(100 * value).toFixed(1)} %`);

/** Milliseconds, and how many times those of the plain store. */
function times(ms: number, plain: number | undefined): string {
  const own = `${ms < 10 ? ms.toFixed(2) : ms.toFixed(0)} ms`;
  return plain === undefined ? own : `${own} (${ratio(ms / plain)}×)`;
}

const ratio = (value: number): string => (value < 10 ? value.toFixed(1) : value.toFixed(0));

const diskOf = (bytes: number): string => (bytes === 0 ? "none" : `${(bytes / 1_000).toFixed(1)} kB`);
