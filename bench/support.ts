/** One measured ratio, and the bar it should stay under. */
export interface Figure {
  readonly name: string;
  readonly ratio: number;
  readonly bar: number;
  readonly detail: string;
}

/** The report of a benchmark: for a program, and for a person. */
export interface BenchResult<T = unknown> {
  readonly document: T;
  readonly lines: readonly string[];
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

const WORDS =
  "alice bob lives works berlin munich prefers tea coffee project deadline friday python rust meeting allergic nuts hiking guitar sister brother moved learned finished started budget report garden train".split(
    " ",
  );

/** A sentence of 100–280 characters that no other number has. */
export function text(i: number): string {
  const length = 14 + (i % 20);
  const words = Array.from({ length }, (_, k) => WORDS[(i * 7 + k * 13 + ((i * k) % 5)) % WORDS.length]);
  return `Note ${i}: ${words.join(" ")}.`;
}

export function print(figures: readonly Figure[]): void {
  for (const line of figureLines(figures)) console.log(line);
}

export function figureLines(figures: readonly Figure[]): string[] {
  return figures.map(
    ({ name, ratio, bar, detail }) =>
      `${ratio <= bar ? "ok  " : "over"} ${ratio.toFixed(2).padStart(6)}  (bar ${bar})  ${name}: ${detail}`,
  );
}

/** What is found must not depend on what else the machine does. */
export const NO_DEADLINE = { readPolicy: { deadlineMs: null } } as const;
