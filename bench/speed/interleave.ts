import { median } from "../support.ts";

export interface Runner {
  /** What is measured; it gets the number of the round's turn, to ask something else each time. */
  run(turn: number): unknown;
  /** How often in a round. Default: 1. */
  readonly times?: number;
}

/**
 * Microseconds at the median of each, run in turns so that a slow moment of the machine falls on all. A tenth of the
 * rounds goes before and is not counted.
 */
export async function interleave<K extends string>(
  rounds: number,
  runners: Readonly<Record<K, Runner>>,
): Promise<Record<K, number>> {
  const names = Object.keys(runners) as K[];
  const spent = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<K, number[]>;
  const warmUp = Math.ceil(rounds / 10);
  for (let round = -warmUp; round < rounds; round++) {
    for (const name of names) {
      const { run, times = 1 } = runners[name];
      for (let i = 0; i < times; i++) {
        const turn = (round + warmUp) * times + i;
        const started = performance.now();
        const result = run(turn);
        if (result instanceof Promise) await result;
        const ended = performance.now();
        if (round >= 0) spent[name].push((ended - started) * 1_000);
      }
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(spent[name])])) as Record<K, number>;
}
