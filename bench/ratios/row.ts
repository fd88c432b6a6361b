import { markdownTable } from "../markdown-table.ts";
import type { Timing } from "./interleave.ts";

/** By which of the times a ratio is held to its bar. */
type By = keyof Timing;

export interface Bar {
  readonly atMost?: number;
  readonly atLeast?: number;
}

/** One ratio with what it was made of, and the bar it is held to. */
export interface Row {
  readonly name: string;
  /** `null` where no time was measured. */
  readonly ours: Timing | null;
  readonly reference: Timing | null;
  /** The value compared with the bar: a ratio, or an amount of `unit`. */
  readonly value: number;
  readonly unit: "" | "MB" | "ms" | "s";
  readonly by: By | null;
  /** The same ratio by the other clocks. */
  readonly ratios: Readonly<Record<By, number | null>> | null;
  /** `null` = only for information. */
  readonly bar: Bar | null;
  readonly pass: boolean | null;
  readonly note: string;
}

interface Held {
  /** Default: `wall`. */
  readonly by?: By;
  readonly note?: string;
}

/** Ours ÷ the reference, which should stay small. */
export function atMost(name: string, ours: Timing, reference: Timing, bar: number, held: Held = {}): Row {
  return row({ name, ours, reference, bar: { atMost: bar } }, ratiosOf(ours, reference), held);
}

/** The other's ÷ ours, which should be large. */
export function atLeast(name: string, ours: Timing, reference: Timing, bar: number, held: Held = {}): Row {
  return row({ name, ours, reference, bar: { atLeast: bar } }, ratiosOf(reference, ours), held);
}

/** Ours ÷ the reference, for information. */
export function noBar(name: string, ours: Timing, reference: Timing, held: Held = {}): Row {
  return row({ name, ours, reference, bar: null }, ratiosOf(ours, reference), held);
}

/** An amount, or a ratio of amounts that are no times. */
export function amount(name: string, value: number, unit: Row["unit"], bar: Bar | null, note = ""): Row {
  const pass = bar === null ? null : keeps(value, bar);
  return { name, ours: null, reference: null, value, unit, by: null, ratios: null, bar, pass, note };
}

function row(
  compared: Pick<Row, "name" | "ours" | "reference" | "bar">,
  ratios: Record<By, number | null>,
  { by = "wall", note = "" }: Held,
): Row {
  const value = ratios[by] ?? Number.NaN;
  const pass = compared.bar === null ? null : keeps(value, compared.bar);
  return { ...compared, value, unit: "", by, ratios, pass, note };
}

function ratiosOf(a: Timing, b: Timing): Record<By, number | null> {
  return {
    wall: a.wall / b.wall,
    cpu: a.cpu / b.cpu,
    main: a.main === null || b.main === null ? null : a.main / b.main,
  };
}

const keeps = (value: number, { atMost: most = Infinity, atLeast: least = -Infinity }: Bar): boolean =>
  value >= least && value <= most;

/** One line a row, for a terminal. */
export function rowLines(rows: readonly Row[]): string[] {
  const width = Math.max(0, ...rows.map(({ name }) => name.length));
  const cells = (texts: readonly string[]): string => texts.map((text) => text.padStart(16)).join(" ");
  return [
    `      ${" ".repeat(width)} ${cells(HEAD)}`,
    ...rows.map((one) => {
      const mark = one.pass === null ? "    " : one.pass ? "ok  " : "over";
      const note = one.note === "" ? "" : `   ${one.note}`;
      return `${mark}  ${one.name.padEnd(width)} ${cells(cellsOf(one))}${note}`;
    }),
  ];
}

/** The same as a table of Markdown. */
export function rowTable(rows: readonly Row[]): string[] {
  return markdownTable(
    ["what", "", ...HEAD],
    rows.map((one) => {
      const name = one.note === "" ? one.name : `${one.name} (${one.note})`;
      return [name, one.pass === null ? "" : one.pass ? "ok" : "**over**", ...cellsOf(one)];
    }),
  );
}

const HEAD = ["ratio", "bar", "wall; CPU; main", "ours µs (CPU)", "ref. µs (CPU)"] as const;

function cellsOf({ value, unit, by, bar, ratios, ours, reference }: Row): string[] {
  return [
    `${short(value)}${unit === "" ? "" : ` ${unit}`}`,
    bar === null
      ? "–"
      : `${barText(bar)}${by === "wall" || by === null ? "" : by === "cpu" ? " CPU" : " main"}`,
    ratios === null
      ? ""
      : [ratios.wall, ratios.cpu, ratios.main]
          .map((ratio) => (ratio === null ? "–" : short(ratio)))
          .join("; "),
    ours === null ? "" : timesText(ours),
    reference === null ? "" : timesText(reference),
  ];
}

function barText({ atMost: most, atLeast: least }: Bar): string {
  if (most !== undefined && least !== undefined) return `${least}–${most}`;
  return most !== undefined ? `≤ ${most}` : `≥ ${least}`;
}

const timesText = ({ wall, cpu }: Timing): string => `${micros(wall)} (${micros(cpu)})`;
const micros = (value: number): string => value.toFixed(value < 100 ? 1 : 0);
const short = (value: number): string => value.toFixed(Math.abs(value) < 100 ? 2 : 0);
