import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, inject, it } from "vitest";
import { parseScope } from "../../src/domain/scope.ts";
import { openMemoir } from "../../src/index.ts";
import { openStore } from "../../src/store/open.ts";
import type { Store } from "../../src/store/port.ts";
import { countJobs } from "../../src/store/tables/jobs.ts";
import { listSchedules } from "../../src/store/writes/triggers.ts";
import { type Child, startChild } from "../support/child.ts";
import { createDatabase } from "../support/postgres.ts";
import { figure, oneOf, proving, random, seed } from "../support/prove.ts";

const PROCESSES = proving ? 8 : 3;
const JOBS = proving ? 20_000 : 300;
const PINGS = proving ? 2_000 : 100;
const DEATHS = proving ? 1_000 : 6;
const SLOWEST_MS = proving ? 1_800_000 : 300_000;
const CHILD = new URL("./queue-child.ts", import.meta.url);
const TENANTS = ["a", "b", "c"];
const BATCH = 500;

interface Effect {
  id: string;
  session: string;
  content: string;
}

interface Worker extends Child {
  readonly open: Promise<void>;
}

/** Works from when `open` resolves. */
function startWorker(database: string): Worker {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { ...startChild(CHILD, [database, "work"], () => resolve()), open: promise };
}

async function stopWorker(worker: Worker): Promise<void> {
  await worker.open;
  worker.process.kill("SIGTERM");
  expect(await worker.ended, worker.errors()).toBe(0);
}

/** One of the workers dies, most often without a word; another takes its place. */
async function strike(workers: Worker[], database: string, next: () => number): Promise<"kill" | "stop"> {
  const position = Math.floor(next() * workers.length);
  const worker = workers[position]!;
  await worker.open;
  await sleep(next() * 300);
  const how = next() < 0.75 ? "kill" : "stop";
  if (how === "stop") await stopWorker(worker);
  else {
    worker.process.kill("SIGKILL");
    await worker.ended;
  }
  workers[position] = startWorker(database);
  return how;
}

async function enqueueAll(store: Store): Promise<Set<string>> {
  const ids = new Set<string>();
  for (let from = 0; from < JOBS; from += BATCH) {
    const tenant = TENANTS[(from / BATCH) % TENANTS.length]!;
    const jobs = Array.from({ length: Math.min(BATCH, JOBS - from) }, (_, i) => ({
      kind: "effect",
      payload: { n: from + i },
      priority: i % 3,
      maxAttempts: 1_000,
    }));
    const scope = parseScope(`user:${(from / BATCH) % 7}`, tenant);
    for (const { id } of await store.write("enqueue", { tenant, scope, at: Date.now(), jobs })) ids.add(id);
  }
  return ids;
}

/** Asks again and again for the same work in a few scopes while it is queued, running, failing or dying. */
async function ping(store: Store, next: () => number): Promise<void> {
  for (let n = 0; n < PINGS; n++) {
    const tenant = TENANTS[n % 2]!;
    await store.write("enqueue", {
      tenant,
      scope: parseScope(`group:${n % 4}`, tenant),
      at: Date.now(),
      jobs: [{ kind: "ping", flight: "f", payload: { pings: [n] }, priority: 5, maxAttempts: 1_000 }],
    });
    await sleep(next() * 20);
  }
}

async function depth(store: Store): Promise<number> {
  const counts = await countJobs(store.read, null);
  return counts
    .filter(({ kind }) => kind !== "tick")
    .reduce((sum, { ready, waiting, running, dead }) => sum + ready + waiting + running + dead, 0);
}

function repeated<T>(values: readonly T[]): T[] {
  const seen = new Set<T>();
  return values.filter((value) => seen.has(value) || !seen.add(value));
}

async function verify(store: Store, ids: ReadonlySet<string>): Promise<{ runs: number; slots: number }> {
  const effects = await store.read.all<Effect>(
    "select id, session, content from event where type = 'system'",
  );
  const of = (kind: string): Effect[] => effects.filter((effect) => effect.session === kind);
  const jobsOf = (kind: string): string[] => of(kind).map((effect) => effect.id.split("#")[0]!);

  const done = new Set(jobsOf("effect"));
  expect(repeated(jobsOf("effect")), "twice").toEqual([]);
  expect(
    [...ids].filter((id) => !done.has(id)),
    "never",
  ).toEqual([]);
  expect(done.size).toBe(JOBS);

  const pings = of("ping").flatMap((effect) => JSON.parse(effect.content).pings as number[]);
  expect(pings.toSorted((a, b) => a - b)).toEqual(Array.from({ length: PINGS }, (_, n) => n));

  const slots = of("tick").map((effect) => JSON.parse(effect.content).slot as number);
  expect([...repeated(slots), ...repeated(jobsOf("tick"))], "twice").toEqual([]);
  const [schedule] = await listSchedules(store.read, "a");
  expect(Math.max(...slots)).toBe(schedule?.last_slot);
  return { runs: of("ping").length, slots: slots.length };
}

describe.each(oneOf(["sqlite", "postgres"] as const))("a queue on %s", (engine) => {
  it(
    `${PROCESSES} processes, ${JOBS} jobs, random deaths: every effect exactly once (seed ${seed})`,
    async () => {
      const folder = mkdtempSync(join(tmpdir(), "memoir-queue-"));
      const database =
        engine === "sqlite" ? join(folder, "memoir.db") : await createDatabase(inject("postgresUrl"));
      const next = random(seed);
      const store = await openStore({ database, lockTimeoutMs: 60_000 });
      try {
        const ids = await enqueueAll(store);
        const started = performance.now();
        const deadline = started + SLOWEST_MS * 0.8;
        const late = (): boolean => performance.now() > deadline;
        const workers = Array.from({ length: PROCESSES }, () => startWorker(database));
        await workers[0]!.open;
        const pinging = ping(store, next);
        const deaths = { kill: 0, stop: 0 };
        while ((await depth(store)) > 0 && deaths.kill + deaths.stop < DEATHS && !late()) {
          deaths[await strike(workers, database, next)] += 1;
        }
        await pinging;
        // Work left by the last killed processes is taken over by the others.
        while ((await depth(store)) > 0 && !late()) await sleep(20);
        const ms = performance.now() - started;
        for (const worker of workers) await stopWorker(worker);
        const last = startChild(CHILD, [database, "drain"], () => undefined);
        expect(await last.ended, last.errors()).toBe(0);
        expect(await countJobs(store.read, null)).toEqual([]);
        const { runs, slots } = await verify(store, ids);
        expect(await store.read.all("select * from job_flight")).toEqual([]);
        const memoir = await openMemoir({ embedder: "none", background: false, database });
        expect(await memoir.check()).toEqual([]);
        await memoir.close();
        figure(
          `Queue on ${engine}`,
          `${PROCESSES} processes, ${JOBS} jobs, ${deaths.kill} SIGKILLs and ${deaths.stop} stops in ${(ms / 1000).toFixed(1)} s (${Math.round((JOBS / ms) * 1000)} jobs/s): each effect exactly once, none lost, none stuck; ${PINGS} askings for the same work in ${runs} runs, each once; ${slots} slots of a schedule, each once`,
        );
      } finally {
        await store.close();
        rmSync(folder, { recursive: true, force: true });
      }
    },
    SLOWEST_MS,
  );

  it("a runner does not keep its process alive", async () => {
    const folder = mkdtempSync(join(tmpdir(), "memoir-queue-"));
    const database =
      engine === "sqlite" ? join(folder, "memoir.db") : await createDatabase(inject("postgresUrl"));
    try {
      const child = startChild(CHILD, [database, "idle"], () => undefined);
      const lastResort = setTimeout(() => child.process.kill("SIGKILL"), 240_000);
      expect(await child.ended, child.errors()).toBe(0);
      clearTimeout(lastResort);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
