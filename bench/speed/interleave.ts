import { median } from "../support.ts";

export interface Runner {
  /** What is measured; it gets the number of its turn, to ask something else each time. */
  run(turn: number): unknown;
  /** How often in a round. Default: 1. */
  readonly times?: number;
}

/** Microseconds, at the median. */
export interface Timing {
  /** By the clock on the wall: what somebody waits. */
  readonly wall: number;
  /** Of this process's CPU, all its threads: what others on a busy machine do not change. */
  readonly cpu: number;
}

/**
 * Runs things in turns, so that a slow moment of the machine falls on all. A tenth of the rounds goes before and is
 * not counted.
 */
export async function interleave<K extends string>(
  rounds: number,
  runners: Readonly<Record<K, Runner>>,
): Promise<Record<K, Timing>> {
  const names = Object.keys(runners) as K[];
  const spent = new Map(names.map((name) => [name, { wall: [] as number[], cpu: [] as number[] }]));
  const warmUp = Math.ceil(rounds / 10);
  for (let round = -warmUp; round < rounds; round++) {
    for (const name of names) {
      const { run, times = 1 } = runners[name];
      for (let i = 0; i < times; i++) {
        const turn = (round + warmUp) * times + i;
        const before = process.cpuUsage();
        const started = performance.now();
        const result = run(turn);
        if (result instanceof Promise) await result;
        const ended = performance.now();
        const { user, system } = process.cpuUsage(before);
        if (round < 0) continue;
        spent.get(name)?.wall.push((ended - started) * 1_000);
        spent.get(name)?.cpu.push(user + system);
      }
    }
  }
  const timing = (name: K): Timing => ({
    wall: median(spent.get(name)?.wall ?? []),
    cpu: median(spent.get(name)?.cpu ?? []),
  });
  return Object.fromEntries(names.map((name) => [name, timing(name)])) as Record<K, Timing>;
}
