import { appendFileSync } from "node:fs";

/** `npm run prove` runs all cases and the fault and load tests at full size; `npm test` runs some of them, small. */
export const proving = process.env.MEMOIR_PROVE === "1";

/** Tests that take an hour at full size (`npm run prove soak`) have it only where they are named. */
export const provingNamed = proving && process.env.MEMOIR_PROVE_NAMED === "1";

/** A number for this run, or the one given in MEMOIR_SEED to repeat a run. */
export const seed = Number(process.env.MEMOIR_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** The same stream of numbers in [0, 1) for the same seed (mulberry32). */
export function random(from: number): () => number {
  let state = from | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** All cases for `npm run prove`; for `npm test` the first ones, which hold everything that can break in its own way. */
export function firstOf<T>(cases: readonly T[], count: number): readonly T[] {
  return proving ? cases : cases.slice(0, count);
}

/** All cases for `npm run prove`; for `npm test` one of them, which the seed chooses. */
export function oneOf<T>(cases: readonly T[]): readonly T[] {
  return proving ? cases : [cases[seed % cases.length]!];
}

/** Prints a measured figure, and hands it to `npm run prove`, which keeps it. */
export function figure(name: string, value: string): void {
  console.log(`${name}: ${value}`);
  const file = process.env.MEMOIR_FIGURES;
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ name, value })}\n`);
}

/** Prints lines of Markdown, and hands them to `npm run prove`, which keeps them as a section of bench/RESULTS.md. */
export function section(name: string, lines: readonly string[]): void {
  console.log(lines.join("\n"));
  const file = process.env.MEMOIR_FIGURES;
  if (file !== undefined) appendFileSync(file, `${JSON.stringify({ section: name, lines })}\n`);
}
