import type { Tx } from "../tx.ts";
import { deliver, identify, note, switchReadOnly, switchScopeWrites, unidentify } from "./admin.ts";
import { observe } from "./observe.ts";
import { persist } from "./persist.ts";
import { purge } from "./purge.ts";
import { forget, restore, revise } from "./revise.ts";
import { undo } from "./undo.ts";
import { storeVectors } from "./vectors.ts";

/**
 * Every logical write by name. A write is a function of a transaction and plain data, so that the same text runs
 * in SQLite's writer thread and on a PostgreSQL connection.
 */
const WRITES = {
  observe,
  persist,
  revise,
  forget,
  restore,
  undo,
  purge,
  deliver,
  note,
  identify,
  unidentify,
  switchReadOnly,
  switchScopeWrites,
  storeVectors,
};

type Writes = typeof WRITES;
export type WriteName = keyof Writes;
export type WriteArgs<N extends WriteName> = Parameters<Writes[N]>[1];
export type WriteResult<N extends WriteName> = Awaited<ReturnType<Writes[N]>>;

/** Writes after which the old words must leave the log files too (C18). */
export const ERASING: ReadonlySet<WriteName> = new Set(["purge"]);

/** Runs a write inside a transaction that the driver has begun. */
export function runWrite<N extends WriteName>(tx: Tx, name: N, args: WriteArgs<N>): Promise<WriteResult<N>> {
  const write = WRITES[name] as unknown as (tx: Tx, args: WriteArgs<N>) => Promise<WriteResult<N>>;
  return write(tx, args);
}
