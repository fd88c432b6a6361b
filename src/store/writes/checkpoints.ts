import { randomUUID } from "node:crypto";
import type { Scope } from "../../domain/scope.ts";
import {
  channelSlot,
  chosenOwner,
  findStep,
  findThread,
  ownersOf,
  type StepRow,
  type StepWriteRow,
  type StoredValue,
  type ThreadRow,
  valuesOf,
} from "../tables/checkpoints.ts";
import { findScope, IN_SCOPE, type OpenScope, refuseReadOnly, writesDisabled } from "../tables/scopes.ts";
import { columnNames, type SqlReader, type Tx } from "../tx.ts";
import { inScope } from "./context.ts";

/** Names the thread of a write. */
export interface ThreadWrite {
  scope: Scope;
  thread: string;
  /** The thread may belong to another scope of the tenant; a new one becomes that of `scope`. */
  anyScope: boolean;
  at: number;
}

export interface SaveThreadArgs extends ThreadWrite {
  /** JSON. */
  data: string;
}

/** Keeps the state of a thread in place of the one before. */
export const saveThread = threadWrite(
  async (scope, owner, { thread, data }: SaveThreadArgs): Promise<ThreadRow> => {
    await scope.run(`update checkpoint_thread set data = $4 where ${IN_SCOPE} and thread = $3`, [
      thread,
      data,
    ]);
    return (await findThread(scope.tx, owner, thread))!;
  },
);

/** A value of a channel as a checkpoint has it. */
export interface NewValue extends StoredValue {
  channel: string;
  version: string;
}

export interface PutStepArgs extends ThreadWrite {
  step: Omit<StepRow, "scope" | "thread" | "slots">;
  /** The version of each channel. */
  versions: Readonly<Record<string, string>>;
  /** The values that are new with this checkpoint. */
  values: readonly NewValue[];
}

const STEP = columnNames("thread, ns, id, parent, type, data, meta_type, meta, slots, created_at");
const VALUE = columnNames("thread, ns, slot, type, data");
const WRITE = columnNames("thread, ns, step, task, idx, channel, type, data");

/** Keeps a checkpoint of a graph, in place of one with the same id. */
export const putStep = threadWrite(
  async (scope, _owner, { thread, step, versions, values, at }: PutStepArgs) => {
    const { ns, id, parent } = step;
    const before = parent === null ? undefined : await findStep(scope.tx, scope, { thread, ns, id: parent });
    const slots = new Map<string, string>();
    for (const slot of JSON.parse(before?.slots ?? "[]") as string[]) {
      const [channel, version] = JSON.parse(slot) as [string, string];
      if (versions[channel] === version) slots.set(channel, slot);
    }
    // A copy of a checkpoint has values of one that is not its parent.
    for (const [channel, version] of Object.entries(versions)) {
      if (!slots.has(channel)) slots.set(channel, channelSlot(channel, version));
    }
    for (const value of values) slots.set(value.channel, await putValue(scope, { thread, ns, id }, value));
    await scope.run(`delete from checkpoint_step where ${IN_SCOPE} and thread = $3 and ns = $4 and id = $5`, [
      thread,
      ns,
      id,
    ]);
    await scope.insert("checkpoint_step", STEP, [
      { ...step, thread, slots: JSON.stringify([...slots.values()]), created_at: at },
    ]);
  },
);

/** Stores a value once. Branches of a thread may give different values the same version: those are set apart. */
async function putValue(
  scope: OpenScope,
  { thread, ns, id }: Pick<StepRow, "thread" | "ns" | "id">,
  { channel, version, type, data }: NewValue,
): Promise<string> {
  const [shared, ownSlot] = [channelSlot(channel, version), channelSlot(channel, version, id)];
  const slots = JSON.stringify([shared, ownSlot]);
  const values = await valuesOf(scope.tx, scope, { thread, ns, slots });
  const same = values.find((one) => one.type === type && one.data === data);
  if (same !== undefined) return same.slot;
  const slot = values.some((one) => one.slot === shared) ? ownSlot : shared;
  await scope.run(
    `delete from checkpoint_value where ${IN_SCOPE} and thread = $3 and ns = $4 and slot = $5`,
    [thread, ns, slot],
  );
  await scope.insert("checkpoint_value", VALUE, [{ thread, ns, slot, type, data }]);
  return slot;
}

export interface PutStepWritesArgs extends ThreadWrite {
  ns: string;
  step: string;
  writes: readonly StepWriteRow[];
}

/** Keeps the pending writes of a checkpoint. One of a special channel (a negative `idx`) replaces that before. */
export const putStepWrites = threadWrite(
  async (scope, _owner, { thread, ns, step, writes }: PutStepWritesArgs) => {
    for (const write of writes) {
      const key = [thread, ns, step, write.task, write.idx] as const;
      const which = `from checkpoint_write where ${IN_SCOPE} and thread = $3 and ns = $4 and step = $5 and task = $6 and idx = $7`;
      if (write.idx < 0) await scope.run(`delete ${which}`, key);
      else if ((await scope.one(`select 1 as found ${which}`, key)) !== undefined) continue;
      await scope.insert("checkpoint_write", WRITE, [{ thread, ns, step, ...write }]);
    }
  },
);

/** Finds or makes the thread's row, and notes when it changed. */
function threadWrite<A extends ThreadWrite, T>(
  work: (scope: OpenScope, owner: Scope, args: A) => Promise<T>,
): (tx: Tx, args: A) => Promise<T> {
  return async (tx, args) => {
    const { scope: scopeName, thread, at, anyScope } = args;
    const owner = anyScope ? await lockedOwner(tx, scopeName, thread) : scopeName;
    return inScope(tx, { scope: owner, at }, async (scope) => {
      await scope.run(
        `insert into checkpoint_thread (tenant, scope, thread, id, created_at, updated_at) values ($1, $2, $3, $4, $5, $5)
         on conflict (tenant, scope, thread) do update set updated_at = excluded.updated_at`,
        [thread, randomUUID(), at],
      );
      return work(scope, owner, args);
    });
  };
}

/** Two that begin the same thread at once take turns, so that it becomes one thread. */
async function lockedOwner(tx: Tx, requestedScope: Scope, thread: string): Promise<Scope> {
  const { scopeTurn } = tx.dialect;
  if (scopeTurn !== null)
    await tx.one(`select ${scopeTurn} as turn`, [requestedScope.tenant, "thread", thread]);
  return chosenOwner(await ownersOf(tx, requestedScope.tenant, thread), requestedScope, thread);
}

const TABLES = ["checkpoint_write", "checkpoint_value", "checkpoint_step", "checkpoint_thread"] as const;

/** Erases a thread of a scope with its checkpoints, or all of them; says how many threads. */
export async function removeThreads(
  tx: Tx,
  { scope, thread }: { scope: Scope; thread: string | null },
): Promise<number> {
  await refuseReadOnly(tx, scope.tenant);
  const scopeRef = await findScope(tx, scope);
  if (scopeRef === undefined) return 0;
  if (scopeRef.writes === 0) throw writesDisabled(scope);
  let removed = 0;
  for (const table of TABLES) {
    const sql = `delete from ${table} where ${IN_SCOPE}${thread === null ? "" : " and thread = $3"}`;
    removed = await tx.run(sql, [scopeRef.tenant, scopeRef.num, ...(thread === null ? [] : [thread])]);
  }
  return removed;
}

/** Threads that have not changed since a moment (`$2`), in scopes that may be written to. */
const idle = (table: string): string =>
  `${table}.tenant = $1 and ${table}.updated_at < $2 and exists
     (select 1 from scope s where s.tenant = ${table}.tenant and s.num = ${table}.scope and s.writes = 1)`;

export async function countIdleThreads(reader: SqlReader, tenant: string, before: number): Promise<number> {
  const sql = `select count(*) as n from checkpoint_thread where ${idle("checkpoint_thread")}`;
  return (await reader.one<{ n: number }>(sql, [tenant, before]))?.n ?? 0;
}

/** Erases the threads of a tenant that have not changed since a moment; says how many. */
export async function expireThreads(
  tx: Tx,
  { tenant, before }: { tenant: string; before: number },
): Promise<number> {
  await refuseReadOnly(tx, tenant);
  let removed = 0;
  for (const table of TABLES) {
    const which =
      table === "checkpoint_thread"
        ? idle(table)
        : `tenant = $1 and exists (select 1 from checkpoint_thread t where ${idle("t")}
             and t.scope = ${table}.scope and t.thread = ${table}.thread)`;
    removed = await tx.run(`delete from ${table} where ${which}`, [tenant, before]);
  }
  return removed;
}
