import { median } from "../support.ts";

export interface Runner {
  /** The operation to measure; it gets the number of the run, to ask something different each time. */
  run(turn: number): unknown;
  /** How often in a round. Default: 1. */
  readonly times?: number;
  /** How many operations one run is; its times are divided by that. Default: 1. */
  readonly each?: number;
}

/** Microseconds, at the median. */
export interface Timing {
  /** By the clock on the wall: what somebody waits. */
  readonly wall: number;
  /** Of this process's CPU, all its threads: what others on a busy machine do not change. */
  readonly cpu: number;
  /** The main thread's part of it; `null` where another process was measured. */
  readonly main: number | null;
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
  const spent = new Map(names.map((name) => [name, [] as Timing[]]));
  const warmUp = Math.ceil(rounds / 10);
  for (let round = -warmUp; round < rounds; round++) {
    for (const name of names) {
      const { run, times = 1, each = 1 } = runners[name];
      for (let i = 0; i < times; i++) {
        const turn = (round + warmUp) * times + i;
        const took = await timed(() => run(turn), each);
        if (round >= 0) spent.get(name)?.push(took);
      }
    }
  }
  return Object.fromEntries(names.map((name) => [name, medianOf(spent.get(name) ?? [])])) as Record<
    K,
    Timing
  >;
}

export async function timed(run: () => unknown, each = 1): Promise<Timing> {
  const before = process.cpuUsage();
  const mainBefore = process.threadCpuUsage();
  const started = performance.now();
  const result = run();
  if (result instanceof Promise) await result;
  const ended = performance.now();
  const main = process.threadCpuUsage(mainBefore);
  const all = process.cpuUsage(before);
  return {
    wall: ((ended - started) * 1_000) / each,
    cpu: (all.user + all.system) / each,
    main: (main.user + main.system) / each,
  };
}

export function medianOf(all: readonly Timing[]): Timing {
  return {
    wall: median(all.map(({ wall }) => wall)),
    cpu: median(all.map(({ cpu }) => cpu)),
    main: all.some(({ main }) => main === null) ? null : median(all.map(({ main }) => main ?? 0)),
  };
}
