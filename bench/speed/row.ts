/** One ratio with what it was made of, in microseconds, and the bar it is held to. */
export interface Row {
  readonly name: string;
  readonly ours: number;
  readonly reference: number;
  readonly ratio: number;
  /** `null` = only for information. */
  readonly bar: { readonly atMost: number } | { readonly atLeast: number } | null;
  readonly pass: boolean | null;
  readonly note: string;
}

/** Ours ÷ the reference, which should stay small. */
export function atMost(name: string, ours: number, reference: number, bar: number, note = ""): Row {
  const ratio = ours / reference;
  return { name, ours, reference, ratio, bar: { atMost: bar }, pass: ratio <= bar, note };
}

/** The other's ÷ ours, which should be large. */
export function atLeast(name: string, ours: number, reference: number, bar: number, note = ""): Row {
  const ratio = reference / ours;
  return { name, ours, reference, ratio, bar: { atLeast: bar }, pass: ratio >= bar, note };
}

/** For information. */
export function noBar(name: string, ours: number, reference: number, note = ""): Row {
  return { name, ours, reference, ratio: ours / reference, bar: null, pass: null, note };
}

export function rowLines(rows: readonly Row[]): string[] {
  const width = Math.max(0, ...rows.map(({ name }) => name.length));
  const cells = (...texts: string[]): string => texts.map((text) => text.padStart(10)).join(" ");
  return [
    `      ${"ratio".padEnd(width)} ${cells("ours µs", "ref. µs", "ratio", "bar")}`,
    ...rows.map(({ name, ours, reference, ratio, bar, pass, note }) => {
      const said = bar === null ? "–" : "atMost" in bar ? `≤ ${bar.atMost}` : `≥ ${bar.atLeast}`;
      const mark = pass === null ? "    " : pass ? "ok  " : "miss";
      const line = `${mark}  ${name.padEnd(width)} ${cells(micro(ours), micro(reference), ratio.toFixed(2), said)}`;
      return note === "" ? line : `${line}   ${note}`;
    }),
  ];
}

const micro = (value: number): string => value.toFixed(value < 100 ? 1 : 0);
