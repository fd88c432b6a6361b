import { MemoirError } from "../../domain/errors.ts";
import type { HookStatus } from "../../domain/hook.ts";
import { type FeedPosition, type FeedRow, feedEnd } from "../tables/change-log.ts";
import { findHook, HOOK_COLUMNS, type HookRow } from "../tables/hooks.ts";
import { columnNames, type Tx } from "../tx.ts";
import { lockTenant } from "./admin.ts";

/** Each costs a look at the database now and then. */
const MAX_HOOKS = 100;

export type NewHookRow = Omit<HookRow, "feed_place" | "feed_num" | "skip" | "last_num">;

/** Adds a hook, which is told of what is committed from now on. */
export async function addHook(tx: Tx, args: { tenant: string; row: NewHookRow }): Promise<void> {
  const { tenant, row } = args;
  await lockTenant(tx, tenant, row.created_at);
  const counted = await tx.one<{ n: number }>("select count(*) as n from hook where tenant = $1", [tenant]);
  if ((counted?.n ?? 0) >= MAX_HOOKS) {
    throw new MemoirError(
      "quota_exceeded",
      `Tenant "${tenant}" has ${MAX_HOOKS} hooks, which is the most there may be. Remove one first.`,
      { details: { limit: MAX_HOOKS } },
    );
  }
  const { end, committed } = await feedEnd(tx, tenant);
  const whole: HookRow = {
    ...row,
    feed_place: end.place,
    feed_num: end.num,
    skip: committed.length === 0 ? null : JSON.stringify(committed.map(({ place, num }) => [place, num])),
    last_num: 0,
  };
  await tx.insert(
    "hook",
    ["tenant", ...HOOK_COLUMNS],
    [[tenant, ...HOOK_COLUMNS.map((column) => whole[column])]],
  );
}

/** The hook, for one writer at a time; `undefined` once it was removed. */
async function lockHook(tx: Tx, tenant: string, id: string): Promise<HookRow | undefined> {
  await tx.one(`select id from hook where tenant = $1 and id = $2${tx.dialect.forUpdate}`, [tenant, id]);
  return findHook(tx, tenant, id);
}

/** Removes a hook with all it still had to be told. Says whether there was one. */
export async function removeHook(tx: Tx, { tenant, id }: { tenant: string; id: string }): Promise<boolean> {
  if ((await lockHook(tx, tenant, id)) === undefined) return false;
  for (const table of ["hook_lane", "hook_delivery"]) {
    await tx.run(`delete from ${table} where tenant = $1 and hook = $2`, [tenant, id]);
  }
  await tx.run("delete from hook where tenant = $1 and id = $2", [tenant, id]);
  return true;
}

/** Says whether there is such a hook. */
export async function switchHook(
  tx: Tx,
  { tenant, id, status }: { tenant: string; id: string; status: HookStatus },
): Promise<boolean> {
  return (
    (await tx.run("update hook set status = $3 where tenant = $1 and id = $2", [tenant, id, status])) > 0
  );
}

export interface TakeChangesArgs {
  tenant: string;
  id: string;
  /** The place that the caller read from, and how far it read. */
  from: FeedPosition;
  to: FeedPosition;
  /** The changes in between that the hook wants, in order. */
  changes: Pick<FeedRow, "scope" | "rev" | "memory" | "event" | "batch" | "at">[];
  at: number;
}

const TAKEN = columnNames("tenant, hook, num, scope, rev, memory, event, batch, at, status, attempts");

/** Notes changes as deliveries and moves the hook's place behind them. Says whether nobody else did so meanwhile. */
export async function takeChanges(tx: Tx, args: TakeChangesArgs): Promise<boolean> {
  const { tenant, id, from, to, changes, at } = args;
  const hook = await lockHook(tx, tenant, id);
  if (hook === undefined || hook.feed_place !== from.place || hook.feed_num !== from.num) return false;
  await tx.insert(
    "hook_delivery",
    TAKEN,
    changes.map(({ scope, rev, memory, event, batch, at: changedAt }, i) => [
      tenant,
      id,
      hook.last_num + 1 + i,
      scope,
      rev,
      memory,
      event,
      batch,
      changedAt,
      "waiting",
      0,
    ]),
  );
  for (const scope of new Set(changes.map((change) => change.scope))) {
    await tx.run(
      `insert into hook_lane (tenant, hook, scope, next_at) values ($1, $2, $3, $4)
       on conflict (tenant, hook, scope) do nothing`,
      [tenant, id, scope, at],
    );
  }
  await tx.run(
    "update hook set feed_place = $3, feed_num = $4, last_num = $5 where tenant = $1 and id = $2",
    [tenant, id, to.place, to.num, hook.last_num + changes.length],
  );
  return true;
}

export interface SettleDeliveryArgs {
  tenant: string;
  id: string;
  num: number;
  scope: number;
  /** The attempts before this one: a delivery that somebody else has tried meanwhile is not settled again. */
  attempts: number;
  at: number;
  /** When to try again; `null` = it was given up. Of a delivered one: without meaning. */
  nextAt: number | null;
  delivered: boolean;
  /** The receiver wants nothing more. */
  pause: boolean;
  code: number | null;
  error: string | null;
}

/** Notes how an attempt ended. A scope whose first delivery is settled goes on with its next one. */
export async function settleDelivery(tx: Tx, args: SettleDeliveryArgs): Promise<void> {
  const { tenant, id, num, scope, attempts, at, nextAt, delivered, code, error } = args;
  if ((await lockHook(tx, tenant, id)) === undefined) return;
  const status = delivered ? "delivered" : nextAt === null ? "parked" : "waiting";
  const settled = await tx.run(
    `update hook_delivery set status = $4, attempts = attempts + 1, first_at = coalesce(first_at, $5), last_at = $5,
       code = $6, error = $7
     where tenant = $1 and hook = $2 and num = $3 and status = 'waiting' and attempts = $8`,
    [tenant, id, num, status, at, code, error, attempts],
  );
  if (settled === 0) return;
  if (args.pause) await switchHook(tx, { tenant, id, status: "paused" });
  await moveLane(tx, { tenant, id, scope, nextAt: status === "waiting" ? nextAt! : at });
}

/** When a scope is tried next; not at all where nothing of it waits. */
async function moveLane(
  tx: Tx,
  { tenant, id, scope, nextAt }: { tenant: string; id: string; scope: number; nextAt: number },
): Promise<void> {
  const key = [tenant, id, scope];
  const more = await tx.one(
    `select num from hook_delivery where tenant = $1 and hook = $2 and scope = $3 and status = 'waiting' limit 1`,
    key,
  );
  if (more === undefined) {
    await tx.run("delete from hook_lane where tenant = $1 and hook = $2 and scope = $3", key);
    return;
  }
  await tx.run(
    `insert into hook_lane (tenant, hook, scope, next_at) values ($1, $2, $3, $4)
     on conflict (tenant, hook, scope) do update set next_at = excluded.next_at`,
    [...key, nextAt],
  );
}

/**
 * Parked deliveries wait again, with all their time; those that wait are tried now. One delivery by its number, or
 * (`null`) all of the hook. Says how many; `null` = there is no such hook.
 */
export async function retryDeliveries(
  tx: Tx,
  { tenant, id, num, at }: { tenant: string; id: string; num: number | null; at: number },
): Promise<number | null> {
  if ((await lockHook(tx, tenant, id)) === undefined) return null;
  const which = `tenant = $1 and hook = $2 and status in ('waiting', 'parked') ${num === null ? "" : "and num = $3"}`;
  const params = num === null ? [tenant, id] : [tenant, id, num];
  const rows = await tx.all<{ scope: number }>(
    `update hook_delivery set attempts = case when status = 'parked' then 0 else attempts end,
       first_at = case when status = 'parked' then null else first_at end, status = 'waiting'
     where ${which} returning scope`,
    params,
  );
  for (const scope of new Set(rows.map((row) => row.scope))) {
    await moveLane(tx, { tenant, id, scope, nextAt: at });
  }
  return rows.length;
}
