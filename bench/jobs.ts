import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { resolveSettings } from "../src/domain/settings.ts";
import { Runner } from "../src/jobs/runner.ts";
import { openStore } from "../src/store/open.ts";
import type { Store } from "../src/store/port.ts";
import { type Figure, median } from "./support.ts";

const ROUNDS = 7;
const PER_ROUND = 200;
const CONCURRENCY = 16;
const TENANT = "bench";

interface Times {
  /** One job per transaction, one after the other. */
  readonly enqueue: number;
  /** A job's whole way through a runner: claim, handler, end. */
  readonly work: number;
  /** The same rows by prepared statements: an insert, and an update with a delete. */
  readonly bareEnqueue: number;
  readonly bareWork: number;
}

async function queueTimes(store: Store, bare: Bare): Promise<Times> {
  const { jobs: settings } = resolveSettings({ jobs: { concurrency: CONCURRENCY } });
  const runner = new Runner({ store, handlers: { bench: async () => undefined }, settings });
  const times = { enqueue: [], work: [], bareEnqueue: [], bareWork: [] } satisfies Record<
    keyof Times,
    number[]
  >;
  const measure = async (name: keyof Times, count: boolean, run: () => Promise<void>): Promise<void> => {
    const started = performance.now();
    await run();
    if (count) (times[name] as number[]).push((performance.now() - started) / PER_ROUND);
  };
  // In turns, so that a slow moment of the disk falls on all; the first round warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    await measure("enqueue", round > 0, async () => {
      for (let i = 0; i < PER_ROUND; i++) {
        await store.write("enqueue", {
          tenant: TENANT,
          scope: null,
          at: 0,
          jobs: [{ kind: "bench", payload: { i } }],
        });
      }
    });
    await measure("work", round > 0, () => runner.drain());
    await measure("bareEnqueue", round > 0, async () => {
      for (let i = 0; i < PER_ROUND; i++) bare.insert(i);
    });
    await measure("bareWork", round > 0, async () => {
      for (let i = 0; i < PER_ROUND; i++) bare.work(i);
    });
  }
  await runner.stop();
  return {
    enqueue: median(times.enqueue),
    work: median(times.work),
    bareEnqueue: median(times.bareEnqueue),
    bareWork: median(times.bareWork),
  };
}

interface Bare {
  insert(i: number): void;
  work(i: number): void;
}

/** A queue without any company on this thread: two transactions a job. */
function bareQueue(path: string): Bare {
  const db = new DatabaseSync(path);
  db.exec("pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 0");
  db.exec(
    "create table job (id integer primary key, tenant text, kind text, payload text, status text, run_at integer)",
  );
  const insert = db.prepare("insert into job values (?, 'bench', 'bench', ?, 'queued', ?)");
  const claim = db.prepare("update job set status = 'running' where id = ?");
  const done = db.prepare("delete from job where id = ?");
  return {
    insert: (i) => {
      insert.run(i, `{"i":${i}}`, Date.now());
    },
    work: (i) => {
      claim.run(i);
      done.run(i);
    },
  };
}

/** Queue throughput on SQLite, and on PostgreSQL when `DATABASE_URL` names one. */
export async function jobs(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "memoir-bench-"));
  const targets = [
    join(folder, "memoir.db"),
    ...(process.env.DATABASE_URL ? [process.env.DATABASE_URL] : []),
  ];
  const figures: Figure[] = [];
  for (const [i, database] of targets.entries()) {
    const store = await openStore({ database });
    const { engine } = await store.info();
    const times = await queueTimes(store, bareQueue(join(folder, `bare-${i}.db`)));
    await store.close();
    const perSecond = (ms: number): string => `${Math.round(1_000 / ms)}/s`;
    figures.push(
      {
        name: `enqueue, one at a time, on ${engine} ÷ bare SQLite insert`,
        ratio: times.enqueue / times.bareEnqueue,
        bar: engine === "sqlite" ? 4 : 12,
        detail: `${perSecond(times.enqueue)} against ${perSecond(times.bareEnqueue)}`,
      },
      {
        name: `claim, run and end, ${CONCURRENCY} at a time, on ${engine} ÷ bare SQLite update and delete`,
        ratio: times.work / times.bareWork,
        bar: engine === "sqlite" ? 1.5 : 6,
        detail: `${perSecond(times.work)} against ${perSecond(times.bareWork)}`,
      },
    );
  }
  rmSync(folder, { recursive: true, force: true });
  return figures;
}
