import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { connectMemoir } from "../../src/client/connect.ts";
import { type ScriptedModel, startScriptedModel } from "../../src/testing/scripted-model.ts";
import { MODEL } from "./extraction-settings.ts";
import type { ServerPlace } from "./servers-fleet.ts";
import type { Account } from "./servers-rolling.ts";
import { childrenOf } from "./servers-usage.ts";

/** A model that the servers call; it leaves the first calls without an answer. */
export async function startSilentModel(silentCalls: number): Promise<ScriptedModel> {
  return startScriptedModel({
    answer: () => ({ object: { facts: [] } }),
    misbehave: Array.from({ length: silentCalls }, () => "hang" as const),
  });
}

/** Settings of servers that read messages with it. */
export const withModel = (model: ScriptedModel, leaseMs: number): Record<string, string> => ({
  MEMOIR_MODEL: MODEL,
  MEMOIR_MODEL_BASE_URL: model.url,
  MEMOIR_MODEL_API_KEY: "none",
  MEMOIR_JOBS__LEASE_MS: String(leaseMs),
});

interface TakenOver {
  /** Milliseconds from the kill until another process ran each job. */
  readonly times: readonly number[];
  /** Jobs of the killed server that were not done in the end. */
  readonly dead: number;
}

interface JobRow {
  readonly id: string;
  readonly status: string;
  readonly lease_owner: string | null;
}

interface Chance {
  readonly database: pg.Client;
  readonly model: ScriptedModel;
  readonly account: Account;
  /** Keeps the scopes of this run apart from those of others on the same database. */
  readonly names: number;
  readonly jobs: number;
}

const LOOK_MS = 20;

/** Kills the server that runs most jobs, workers included, while they wait for the model, and sees who goes on with them. */
export async function takeOver(servers: readonly ServerPlace[], chance: Chance): Promise<TakenOver> {
  await tell(servers[0]!.url, chance);
  while (chance.model.calls.count < chance.jobs) await sleep(LOOK_MS);
  const begun = await extractJobs(chance);
  const trees = servers.map(({ pid }) => [pid, ...childrenOf(pid)]);
  const jobsOf = (pids: readonly number[]): JobRow[] => begun.filter((row) => isOwned(row, pids));
  const pids = trees.toSorted((a, b) => jobsOf(b).length - jobsOf(a).length)[0]!;
  const isVictims = (row: JobRow): boolean => isOwned(row, pids);
  const lost = new Set(jobsOf(pids).map(({ id }) => id));
  const killed = performance.now();
  for (const pid of pids) process.kill(pid, "SIGKILL");
  const times = new Map<string, number>();
  for (;;) {
    const rows = (await extractJobs(chance)).filter(({ id }) => lost.has(id));
    for (const id of lost) {
      const isLeft = rows.some((row) => row.id === id && isVictims(row));
      if (!isLeft && !times.has(id)) times.set(id, performance.now() - killed);
    }
    const dead = rows.filter(({ status }) => status === "dead").length;
    if (rows.length === dead) return { times: [...times.values()], dead };
    await sleep(LOOK_MS);
  }
}

/** A lease names the process that has it: `host/pid/…`. */
const isOwned = ({ lease_owner }: JobRow, pids: readonly number[]): boolean =>
  lease_owner !== null && pids.includes(Number(lease_owner.split("/")[1]));

/** Turns that are done, in as many scopes: each is a job that the server begins at once. */
async function tell(url: string, { account, names, jobs }: Chance): Promise<void> {
  await using memoir = await connectMemoir({ url, key: account.key });
  for (let i = 0; i < jobs; i++) {
    await memoir.scope(`user:taken${names}-${i}`).observe([
      { role: "user", author: "mia", text: "I moved to Oslo in May" },
      { role: "assistant", text: "Noted." },
    ]);
  }
}

async function extractJobs({ database, account }: Chance): Promise<JobRow[]> {
  const sql = "select id, status, lease_owner from memoir.job where tenant = $1 and kind = 'extract'";
  return (await database.query<JobRow>(sql, [account.tenant])).rows;
}
