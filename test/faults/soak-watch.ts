import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { type Slope, slopeOf } from "../support/slope.ts";
import type { Fleet } from "./server-fleet.ts";
import { ROUND_MS } from "./soak-size.ts";

const MEASURES = ["rss", "heap", "handles"] as const;
type Measure = (typeof MEASURES)[number];

interface Sample extends Readonly<Record<Measure, number>> {
  readonly pid: number;
  readonly server: number;
  /** Milliseconds from the start. */
  readonly at: number;
  readonly age: number;
}

export interface Watch {
  run(goesOn: () => boolean): Promise<void>;
  /** The newest sample of the server that is never killed, in words. */
  now(): string;
  /**
   * Growth an hour: of the server that is never killed, and from one generation to the next of the one that is, each at
   * the same age.
   */
  slopes(): Record<Measure, { survivor: Slope | null; generations: Slope | null }>;
}

const SAMPLE_MS = ROUND_MS / 12;
const MEGABYTE = 1_024 ** 2;
const HOUR = 3_600_000;
/** Caches and compiled code fill up first. */
const WARM_UP = 1 / 6;
const AGE_MS = ROUND_MS / 2;

/** Looks at memory and open files of the servers, as the kernel and `/metrics` tell. */
export function watch(fleet: Fleet, key: string): Watch {
  const samples: Sample[] = [];
  const born = new Map<number, number>();
  const started = performance.now();
  const sample = async (pid: number, server: number): Promise<void> => {
    const url = await fleet.address(server);
    const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${key}` } });
    const heap = /^nodejs_heap_used_bytes(?:\{.*\})? (\S+)/m.exec(await response.text())?.[1];
    const rss = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    // Without a database there are no metrics, and a server that died has others.
    if (heap === undefined || fleet.pids()[server] !== pid) return;
    const now = performance.now();
    if (!born.has(pid)) born.set(pid, now);
    samples.push({
      ...{ pid, server, at: now - started, age: now - born.get(pid)! },
      ...{ heap: Number(heap) / MEGABYTE, rss: Number(rss) / 1_024 },
      handles: readdirSync(`/proc/${pid}/fd`).length,
    });
  };
  return {
    async run(goesOn) {
      if (process.platform !== "linux") return;
      while (goesOn()) {
        for (const [server, pid] of fleet.pids().entries())
          if (pid !== undefined) await sample(pid, server).catch(() => undefined); // it died meanwhile
        await sleep(SAMPLE_MS);
      }
    },
    now() {
      const last = samples.findLast(({ server }) => server === 1);
      if (last === undefined) return "no sample";
      return `RSS ${last.rss.toFixed(0)} MB, heap ${last.heap.toFixed(0)} MB, ${last.handles} handles`;
    },
    slopes() {
      const end = samples.at(-1)?.at ?? 0;
      const survivor = samples.filter(({ server, at }) => server === 1 && at > end * WARM_UP);
      const rounds = [...Map.groupBy(survivor, ({ at }) => Math.floor(at / ROUND_MS)).values()];
      const killed = samples.filter(({ server, age }) => server === 0 && age <= AGE_MS);
      const generations = [...Map.groupBy(killed, ({ pid }) => pid).values()]
        .map((all) => all.at(-1)!)
        .filter(({ age }) => age > AGE_MS / 2);
      const hours = (at: number): number => at / HOUR;
      const of = (measure: Measure) => ({
        survivor: slopeOf(
          rounds.map((all) => ({ x: hours(all[0]!.at), y: median(all.map((one) => one[measure])) })),
        ),
        generations: slopeOf(generations.map((one) => ({ x: hours(one.at), y: one[measure] }))),
      });
      return { rss: of("rss"), heap: of("heap"), handles: of("handles") };
    },
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
