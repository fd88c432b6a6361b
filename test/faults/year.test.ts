import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, inject, it } from "vitest";
import { resolveSettings } from "../../src/domain/settings.ts";
import { type MemoirEngine, openMemoir, type ScopeHandle } from "../../src/index.ts";
import { presetNamed } from "../../src/presets/index.ts";
import { AGED_COLUMNS, type AgedColumns, agedRow } from "../../src/store/aged-row.ts";
import { openStore } from "../../src/store/open.ts";
import type { Store } from "../../src/store/port.ts";
import { UPKEEP } from "../../src/upkeep/index.ts";
import { runsByItself } from "../../src/upkeep/run-task.ts";
import { type Child, startChild } from "../support/child.ts";
import { createDatabase } from "../support/postgres.ts";
import { figure, proving, random, seed } from "../support/prove.ts";
import { YEAR } from "./year-settings.ts";

const DAY = 86_400_000;
const START = Date.parse("2026-01-01T12:00:00Z");
/** MEMOIR_SCOPES: fewer, for a look on a busy machine. */
const SCOPES = proving ? Number(process.env.MEMOIR_SCOPES ?? 200) : 5;
const PER_SCOPE = proving ? 100 : 10;
/** Days between two looks at the clock: small, slots are missed, and each missed one is made good once. */
const STEP = proving ? 1 : 15;
const STEPS = Math.ceil(365 / STEP);
const ACTS = proving ? Math.ceil(SCOPES * 0.3) : 6;
const KILLS = proving ? 0.1 : 0.25;
const SLOWEST_MS = proving ? 7_200_000 : 300_000;
const CHILD = new URL("./year-child.ts", import.meta.url);
const TENANT = "default";
/** Days over which the memories of the cost test were written before its year begins, so that its first month is like any other. */
const GROWN = 120;

const settings = resolveSettings(presetNamed("default").settings, YEAR.settings as object);
const JOBS = UPKEEP.filter((task) => runsByItself(task, settings))
  .map((task) => task.name)
  .toSorted();
const rules = { retentionDays: settings.retentionDays, strength: settings.strength };

/** A word that no other memory has, so that no two memories say the same. */
function word(next: () => number): string {
  const syllable = (): string =>
    "bdfgklmnprstvz"[Math.floor(next() * 14)]! + "aeiou"[Math.floor(next() * 5)]!;
  return Array.from({ length: 4 }, syllable).join("");
}

const TYPES = ["preference", "task_state", "episode", "profile", "constraint"] as const;

async function say(scope: ScopeHandle, next: () => number): Promise<string> {
  const { memory } = await scope.remember(`The ${word(next)} stands beside the ${word(next)}`, {
    type: TYPES[Math.floor(next() * TYPES.length)]!,
    importance: 0.1 + next() * 0.9,
    pinned: next() < 0.05,
  });
  return memory.id;
}

/** What people do meanwhile: they say things, again or otherwise, ask, forget and change their minds. */
async function act(scope: ScopeHandle, ids: string[], next: () => number): Promise<void> {
  const id = ids[Math.floor(next() * ids.length)]!;
  const memory = await scope.memories.get(id);
  const dice = next();
  if (dice < 0.35 || memory === null) ids.push(await say(scope, next));
  else if (dice < 0.6) await (await scope.recall(memory.text)).delivered();
  else if (dice < 0.7 && memory.status !== "soft_deleted") await scope.remember(memory.text);
  else if (dice < 0.8 && memory.status === "active")
    await scope.memories.update(id, { text: `${memory.text}, near the ${word(next)}` });
  else if (dice < 0.87) await scope.forget({ id });
  else if (dice < 0.95 && !["shadow", "pending"].includes(memory.status)) await scope.memories.restore(id);
  else await scope.memories.update(id, { pinned: next() < 0.5 });
}

interface World {
  readonly memoir: MemoirEngine;
  readonly store: Store;
  readonly next: () => number;
  readonly scopes: { readonly handle: ScopeHandle; readonly ids: string[] }[];
  /** When each memory was due to be erased, as far as it was seen. */
  readonly due: Map<string, number>;
  setDay(day: number): void;
  now(): number;
}

async function withWorld(
  database: string,
  grownDays: number,
  work: (world: World, clock: string) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "memoir-year-"));
  const clock = join(folder, "clock");
  let at = START;
  const setDay = (day: number): void => {
    at = START + day * DAY;
    writeFileSync(`${clock}.new`, String(at));
    renameSync(`${clock}.new`, clock);
  };
  setDay(-grownDays);
  const memoir = await openMemoir({ ...YEAR, database, background: false, now: () => new Date(at) });
  const store = await openStore({ database });
  const next = random(seed);
  try {
    const scopes = Array.from({ length: SCOPES }, (_, i) => ({
      handle: memoir.scope(`user:u${i}`),
      ids: [] as string[],
    }));
    for (let n = 0; n < PER_SCOPE; n++) {
      setDay(Math.floor((n / PER_SCOPE) * grownDays) - grownDays);
      await Promise.all(scopes.map(async ({ handle, ids }) => ids.push(await say(handle, next))));
    }
    setDay(0);
    await work({ memoir, store, next, scopes, due: new Map(), setDay, now: () => at }, clock);
  } finally {
    await store.close();
    await memoir.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Worker extends Child {
  readonly open: Promise<void>;
}

function startWorker(database: string, clock: string): Worker {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { ...startChild(CHILD, [database, clock], () => resolve()), open: promise };
}

async function live({ store, scopes, next, due }: World): Promise<void> {
  for (let i = 0; i < ACTS; i++) {
    const { handle, ids } = scopes[Math.floor(next() * scopes.length)]!;
    await act(handle, ids, next);
  }
  const forgotten = await store.read.all<{ id: string; purge_at: number }>(
    "select id, purge_at from memory where status = 'soft_deleted' and purge_at is not null",
  );
  for (const { id, purge_at } of forgotten) due.set(id, purge_at);
}

/** No slot is due any more, and what the slots asked for is done. */
async function isDone({ store, now }: World): Promise<boolean> {
  const due = await store.read.all("select 1 as one from schedule where tenant = $1 and next_at <= $2", [
    TENANT,
    now(),
  ]);
  const left = await store.read.all<{ status: string; kind: string; last_error: string | null }>(
    "select status, kind, last_error from job where kind like 'upkeep.%'",
  );
  const dead = left.find(({ status }) => status === "dead");
  if (dead !== undefined) throw new Error(`${dead.kind} is dead: ${dead.last_error}`);
  return due.length === 0 && left.length === 0;
}

async function check({ memoir, store, due, now }: World, steps: number): Promise<void> {
  const rows = await store.read.all<AgedColumns & { id: string }>(
    `select id, ${AGED_COLUMNS.join(", ")} from memory where tenant = $1`,
    [TENANT],
  );
  const untrue = rows.filter((row) => agedRow(row, rules, now()) !== null);
  expect(untrue.map(({ id, status, aged_from }) => ({ id, status, aged_from }))).toEqual([]);
  const slots = await store.read.all<{ name: string; runs: number; slots: number }>(
    `select name, count(*) as runs, count(distinct slot) as slots from upkeep_run
     where tenant = $1 and slot is not null and status = 'done' group by name order by name`,
    [TENANT],
  );
  expect(slots).toEqual(JOBS.map((name) => ({ name, runs: steps, slots: steps })));
  // What the runs say they did is what the history says: nothing was done twice, and nothing was lost.
  const runs = await memoir.operator(TENANT).upkeep.runs({ limit: 1_000, name: "sweep" });
  for (const { id, counts } of runs) {
    const [told] = await store.read.all<{ n: number }>(
      "select count(*) as n from history where tenant = $1 and batch = $2",
      [TENANT, id],
    );
    const { rows: all = 0, noted = 0 } = counts;
    expect(told?.n).toBe(all - noted);
  }
  const purged = await store.read.all<{ id: string }>("select id from purged where tenant = $1", [TENANT]);
  expect(purged.filter(({ id }) => !((due.get(id) ?? Number.POSITIVE_INFINITY) <= now()))).toEqual([]);
  expect(await memoir.check()).toEqual([]);
}

const DATABASES = [
  { name: "sqlite", create: async (folder: string) => join(folder, "memoir.db") },
  { name: "postgres", create: () => createDatabase(inject("postgresUrl")) },
];

describe.each(DATABASES)(`a year on $name, seed ${seed}`, ({ name, create }) => {
  const inDatabase = async (work: (database: string) => Promise<void>): Promise<void> => {
    const folder = mkdtempSync(join(tmpdir(), "memoir-year-"));
    try {
      await work(await create(folder));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };

  it(
    "R44, R140, R141, R267, DESIGN 6: two processes that die now and then do each slot once, and all that is due",
    () =>
      inDatabase((database) =>
        withWorld(database, 0, async (world, clock) => {
          const { next } = world;
          // Makes the schedules known, so that the first slot is the first of the year.
          await world.memoir.work();
          const children = [startWorker(database, clock), startWorker(database, clock)];
          let kills = 0;
          try {
            for (let step = 1; step <= STEPS; step++) {
              world.setDay(step * STEP);
              // One may die in the midst of its work; another takes its place.
              const victim = next() < KILLS ? Math.floor(next() * children.length) : null;
              if (victim !== null) {
                await children[victim]!.open;
                await sleep(next() * 30);
                children[victim]!.process.kill("SIGKILL");
                await children[victim]!.ended;
                children[victim] = startWorker(database, clock);
                kills += 1;
              }
              // On the last day only time goes on, so that everything is written down at its end.
              if (step < STEPS) await live(world);
              while (!(await isDone(world))) {
                await sleep(10);
                const broken = children.find((child) => child.process.exitCode !== null);
                if (broken !== undefined) throw new Error(broken.errors());
              }
            }
            await check(world, STEPS);
            figure(`a year of upkeep on ${name}: processes killed`, String(kills));
          } finally {
            for (const child of children) child.process.kill("SIGKILL");
            await Promise.all(children.map(({ ended }) => ended));
          }
        }),
      ),
    SLOWEST_MS,
  );

  it.runIf(proving)(
    "R257: a day's upkeep costs at the end of the year what it cost at its beginning",
    () =>
      inDatabase((database) =>
        withWorld(database, GROWN, async (world) => {
          const days: Day[] = [];
          const { upkeep } = world.memoir.operator(TENANT);
          await world.memoir.work();
          for (let day = 1; day <= 365; day++) {
            world.setDay(day);
            await live(world);
            const size = await refill(world);
            const before = await cpuMs(world.store, name);
            await world.memoir.work();
            const cpu = (await cpuMs(world.store, name)) - before;
            const runs = (await upkeep.runs({ limit: 10 })).filter(
              ({ startedAt }) => +startedAt === world.now(),
            );
            days.push({ cpu, size, rows: sum(runs.map(({ counts }) => counts.rows ?? 0)) });
          }
          await check(world, 365);
          const months = [days.slice(0, 30), days.slice(-30)] as const;
          const told = (of: (month: readonly Day[]) => number, digits: number): string =>
            months.map((month) => of(month).toFixed(digits)).join("; ");
          const cpu = (month: readonly Day[]): number => median(month.map((day) => day.cpu));
          figure(
            `memories on ${name}, first and last month`,
            told((month) => median(month.map((day) => day.size)), 0),
          );
          figure(
            `rows that a day changes on ${name}, median of the first and last month`,
            told((month) => median(month.map((day) => day.rows)), 0),
          );
          figure(`a day of upkeep on ${name}, CPU ms, median of the first and last month`, told(cpu, 0));
          figure(
            `upkeep on ${name}, CPU ms a changed row, first and last month`,
            told((month) => sum(month.map((day) => day.cpu)) / sum(month.map((day) => day.rows)), 2),
          );
          figure(
            `a day of upkeep on ${name}, last month ÷ first`,
            (cpu(months[1]) / cpu(months[0])).toFixed(2),
          );
        }),
      ),
    SLOWEST_MS,
  );
});

interface Day {
  readonly cpu: number;
  readonly size: number;
  readonly rows: number;
}

/** Writes as many memories as were erased, so that every day finds the same number of them. */
async function refill({ store, scopes, next }: World): Promise<number> {
  const size = SCOPES * PER_SCOPE;
  const [row] = await store.read.all<{ n: number }>("select count(*) as n from memory where tenant = $1", [
    TENANT,
  ]);
  for (let n = row!.n; n < size; n++) {
    const { handle, ids } = scopes[Math.floor(next() * scopes.length)]!;
    ids.push(await say(handle, next));
  }
  return Math.max(size, row!.n);
}

/** Processor time of this process and, of PostgreSQL, of the server with its children. */
async function cpuMs(store: Store, name: string): Promise<number> {
  const { user, system } = process.cpuUsage();
  const own = (user + system) / 1_000;
  if (name !== "postgres") return own;
  const [row] = await store.read.all<{ folder: string }>(
    "select current_setting('data_directory') as folder",
  );
  const server = Number(readFileSync(join(row!.folder, "postmaster.pid"), "utf8").split("\n")[0]);
  const children = readFileSync(`/proc/${server}/task/${server}/children`, "utf8")
    .trim()
    .split(" ")
    .map(Number);
  // Of those that have ended the server itself has the time.
  return (
    own +
    sum(ticksOf(server)) * MS_PER_TICK +
    sum(children.map((pid) => sum(ticksOf(pid).slice(0, 2)))) * MS_PER_TICK
  );
}

const MS_PER_TICK = 10;

/** Ticks in user and in system mode, its own and those of children that have ended. */
function ticksOf(pid: number): number[] {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)!.split(" ");
    return fields.slice(11, 15).map(Number);
  } catch {
    return [];
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
