import type { UpkeepCounts, UpkeepRun } from "../../api/upkeep.ts";
import { MemoirError } from "../../domain/errors.ts";
import { enqueueJobs, type NewJob } from "../tables/job-queue.ts";
import { databaseNow } from "../tables/jobs.ts";
import { refuseReadOnly } from "../tables/scopes.ts";
import { addFigures } from "../tables/statistics.ts";
import type { SqlReader, Tx } from "../tx.ts";

/** A run and who does it: whoever took it over last. */
export interface RunOwner {
  tenant: string;
  run: string;
  owner: string;
}

export interface BeginUpkeepArgs extends RunOwner {
  name: string;
  slot: number | null;
  at: number;
  /** A run without a sign of life for so long was interrupted. */
  staleMs: number;
  /** After a run that stopped at a limit it begins where that one stopped. */
  continues: boolean;
}

/**
 * Begins a run, or takes up one that was interrupted. `null`: this slot's run is done already. Of one job at most one run
 * of a tenant is under way.
 */
export async function beginUpkeep(tx: Tx, args: BeginUpkeepArgs): Promise<UpkeepRunRow | null> {
  const { tenant, name, slot, run, owner, at } = args;
  await refuseReadOnly(tx, tenant);
  const now = await databaseNow(tx);
  const there = await tx.one<UpkeepRunRow>(
    `select ${RUN_COLUMNS} from upkeep_run where tenant = $1 and (id = $2 or (name = $3 and slot = $4))${tx.dialect.forUpdate}`,
    [tenant, run, name, slot],
  );
  if (there?.status === "done") return null;
  await tx.run(
    `update upkeep_run set status = 'failed', error = 'interrupted', ended_at = $4
     where tenant = $1 and name = $2 and id <> $3 and status = 'running' and beat_at < $5`,
    [tenant, name, there?.id ?? run, at, now - args.staleMs],
  );
  const place = there === undefined && args.continues ? await takePlace(tx, tenant, name) : null;
  const begun =
    there === undefined
      ? await tx.run(
          `insert into upkeep_run (tenant, id, name, slot, owner, status, counts, place, more, started_at, beat_at)
           values ($1, $2, $3, $4, $5, 'running', '{}', $6, 0, $7, $8) on conflict do nothing`,
          [tenant, run, name, slot, owner, place, at, now],
        )
      : await tx.run(
          `update upkeep_run set owner = $3, status = 'running', error = null, ended_at = null, beat_at = $4
           where tenant = $1 and id = $2 and not exists (select 1 from upkeep_run o
             where o.tenant = $1 and o.name = $5 and o.status = 'running' and o.id <> $2)`,
          [tenant, there.id, owner, now, name],
        );
  if (begun === 0) {
    throw new MemoirError("conflict", `Another run of ${name} is under way. Wait for its end.`, {
      details: { name },
    });
  }
  return (await findRun(tx, tenant, there?.id ?? run))!;
}

/** Where the run stopped that reached a limit; given once. */
async function takePlace(tx: Tx, tenant: string, name: string): Promise<string | null> {
  const stopped = "tenant = $1 and name = $2 and status = 'done' and more = 1 and place is not null";
  const row = await tx.one<{ place: string }>(`select place from upkeep_run where ${stopped}`, [
    tenant,
    name,
  ]);
  if (row === undefined) return null;
  await tx.run(`update upkeep_run set place = null where ${stopped}`, [tenant, name]);
  return row.place;
}

export interface StepUpkeepArgs extends RunOwner {
  /** The write that is this step's effect; its answer is counted. */
  effect: { write: string; args: unknown } | null;
  /** Additional counters. */
  counts: UpkeepCounts;
  /** Where the next try continues. Absent: as before. */
  place?: string | null;
  at: number;
}

/** An effect of a run, its counts and how far it has come: all or nothing, and nothing for who lost the run. */
export async function stepUpkeep(
  tx: Tx,
  args: StepUpkeepArgs,
  run: (write: string, args: unknown) => Promise<unknown>,
): Promise<UpkeepCounts> {
  const effectCounts = args.effect === null ? {} : await run(args.effect.write, args.effect.args);
  const counted = sum(args.counts, effectCounts as UpkeepCounts);
  const row = await ownedRun(tx, args);
  const now = await databaseNow(tx);
  await tx.run("update upkeep_run set counts = $3, place = $4, beat_at = $5 where tenant = $1 and id = $2", [
    args.tenant,
    args.run,
    JSON.stringify(sum(JSON.parse(row.counts) as UpkeepCounts, counted)),
    args.place === undefined ? row.place : args.place,
    now,
  ]);
  const figures = Object.entries(counted).map(([name, value]) => [`${row.name}.${name}`, value] as const);
  await addFigures(tx, args.tenant, args.at, Object.fromEntries(figures));
  return counted;
}

export interface EndUpkeepArgs extends RunOwner {
  at: number;
  /** It stopped at a limit. */
  more: boolean;
  /** `null`: it went well. */
  error: string | null;
  /** The job that continues. */
  next: NewJob | null;
}

export async function endUpkeep(tx: Tx, args: EndUpkeepArgs): Promise<UpkeepRunRow> {
  await ownedRun(tx, args);
  await tx.run(
    `update upkeep_run set status = $3, more = $4, error = $5, ended_at = $6, owner = ''
     where tenant = $1 and id = $2`,
    [args.tenant, args.run, args.error === null ? "done" : "failed", args.more ? 1 : 0, args.error, args.at],
  );
  if (args.next !== null) await enqueueJobs(tx, args.tenant, [args.next]);
  return (await findRun(tx, args.tenant, args.run))!;
}

async function ownedRun(tx: Tx, { tenant, run, owner }: RunOwner): Promise<UpkeepRunRow> {
  const row = await tx.one<UpkeepRunRow>(
    `select ${RUN_COLUMNS} from upkeep_run where tenant = $1 and id = $2 and owner = $3${tx.dialect.forUpdate}`,
    [tenant, run, owner],
  );
  if (row !== undefined) return row;
  throw new MemoirError(
    "lease_lost",
    `Run ${run} is no longer this process's: it counted as interrupted and another took it over. Nothing was changed.`,
    { details: { run } },
  );
}

function sum(a: UpkeepCounts, b: UpkeepCounts): UpkeepCounts {
  const total = new Map(Object.entries(a));
  for (const [name, value] of Object.entries(b)) total.set(name, (total.get(name) ?? 0) + value);
  return Object.fromEntries(total);
}

export interface UpkeepRunRow {
  id: string;
  name: string;
  slot: number | null;
  owner: string;
  status: UpkeepRun["status"];
  /** JSON. */
  counts: string;
  /** Where the next try continues, in the job's own words; `null` = at the beginning. */
  place: string | null;
  more: number;
  error: string | null;
  started_at: number;
  ended_at: number | null;
}

const RUN_COLUMNS = "id, name, slot, owner, status, counts, place, more, error, started_at, ended_at";

export function toUpkeepRun(row: UpkeepRunRow): UpkeepRun {
  return {
    id: row.id,
    name: row.name,
    slot: row.slot === null ? null : new Date(row.slot),
    status: row.status,
    counts: JSON.parse(row.counts) as UpkeepRun["counts"],
    more: row.more === 1,
    error: row.error,
    startedAt: new Date(row.started_at),
    endedAt: row.ended_at === null ? null : new Date(row.ended_at),
  };
}

/** The newest first; of one job, or of all. */
export function listRuns(
  reader: SqlReader,
  tenant: string,
  name: string | null,
  limit: number,
): Promise<UpkeepRunRow[]> {
  return reader.all(
    `select ${RUN_COLUMNS} from upkeep_run where tenant = $1 and ($2 = '' or name = $2)
     order by started_at desc, beat_at desc limit $3`,
    [tenant, name ?? "", limit],
  );
}

export function findRun(reader: SqlReader, tenant: string, id: string): Promise<UpkeepRunRow | undefined> {
  return reader.one(`select ${RUN_COLUMNS} from upkeep_run where tenant = $1 and id = $2`, [tenant, id]);
}
