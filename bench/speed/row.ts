import type { Timing } from "./interleave.ts";

/** One ratio with what it was made of, and the bar it is held to. */
export interface Row {
  readonly name: string;
  readonly ours: Timing;
  readonly reference: Timing;
  /** By the clock on the wall; this one is held to the bar. */
  readonly ratio: number;
  /** By CPU. Where it is much smaller, the machine was busy with other things. */
  readonly cpuRatio: number;
  /** `null` = only for information. */
  readonly bar: { readonly atMost: number } | { readonly atLeast: number } | null;
  readonly pass: boolean | null;
  readonly note: string;
}

/** Ours ÷ the reference, which should stay small. */
export function atMost(name: string, ours: Timing, reference: Timing, bar: number, note = ""): Row {
  const row = noBar(name, ours, reference, note);
  return { ...row, bar: { atMost: bar }, pass: row.ratio <= bar };
}

/** The other's ÷ ours, which should be large. */
export function atLeast(name: string, ours: Timing, reference: Timing, bar: number, note = ""): Row {
  const ratio = reference.wall / ours.wall;
  const cpuRatio = reference.cpu / ours.cpu;
  return { name, ours, reference, ratio, cpuRatio, bar: { atLeast: bar }, pass: ratio >= bar, note };
}

/** Ours ÷ the reference, for information. */
export function noBar(name: string, ours: Timing, reference: Timing, note = ""): Row {
  const ratio = ours.wall / reference.wall;
  return { name, ours, reference, ratio, cpuRatio: ours.cpu / reference.cpu, bar: null, pass: null, note };
}

export function rowLines(rows: readonly Row[]): string[] {
  const width = Math.max(0, ...rows.map(({ name }) => name.length));
  const cells = (...texts: string[]): string => texts.map((text) => text.padStart(9)).join(" ");
  return [
    `      ${" ".repeat(width)} ${cells("ours µs", "ref. µs", "ratio", "bar", "by CPU")}`,
    ...rows.map(({ name, ours, reference, ratio, cpuRatio, bar, pass, note }) => {
      const said = bar === null ? "–" : "atMost" in bar ? `≤ ${bar.atMost}` : `≥ ${bar.atLeast}`;
      const mark = pass === null ? "    " : pass ? "ok  " : "miss";
      const numbers = cells(
        micro(ours.wall),
        micro(reference.wall),
        ratio.toFixed(2),
        said,
        cpuRatio.toFixed(2),
      );
      return `${mark}  ${name.padEnd(width)} ${numbers}${note === "" ? "" : `   ${note}`}`;
    }),
  ];
}

const micro = (value: number): string => value.toFixed(value < 100 ? 1 : 0);
