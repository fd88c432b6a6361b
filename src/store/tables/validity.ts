import type { Validity } from "../../domain/event.ts";
import { columnNames, type SqlReader } from "../tx.ts";
import { IN_SCOPE, type OpenScope, type ScopeRef, scopeReader } from "./scopes.ts";

interface ValidityRow {
  valid_from: number;
  valid_to: number | null;
  rev_from: number;
  rev_to: number | null;
}

const COLUMNS = columnNames("memory, valid_from, valid_to, rev_from");

export function insertInterval(
  scope: OpenScope,
  memory: string,
  [valid_from, valid_to]: readonly [from: number, to: number | null],
  rev_from: number,
): Promise<void> {
  return scope.insert("validity", COLUMNS, [{ memory, valid_from, valid_to, rev_from }]);
}

/** Begins the first interval of a new memory. */
export async function firstInterval(
  scope: OpenScope,
  memory: string,
  validFrom: number,
  rev: number,
): Promise<void> {
  await insertInterval(scope, memory, [validFrom, null], rev);
}

/** Begins another interval, unless the claim is already held to be true. */
export async function openInterval(
  scope: OpenScope,
  memory: string,
  validFrom: number,
  rev: number,
): Promise<void> {
  const open = await scope.one(
    `select 1 as found from validity
     where ${IN_SCOPE} and memory = $3 and valid_to is null and rev_to is null`,
    [memory],
  );
  if (open === undefined) await firstInterval(scope, memory, validFrom, rev);
}

/** Ends what is held to be true: the open interval is no longer believed, and one with an end is in its place. */
export async function endInterval(
  scope: OpenScope,
  memory: string,
  validTo: number,
  rev: number,
): Promise<void> {
  const open = await scope.one<ValidityRow>(
    `select valid_from, valid_to, rev_from, rev_to from validity
     where ${IN_SCOPE} and memory = $3 and valid_to is null and rev_to is null`,
    [memory],
  );
  if (open === undefined) return;
  await scope.run(`update validity set rev_to = $5 where ${IN_SCOPE} and memory = $3 and rev_from = $4`, [
    memory,
    open.rev_from,
    rev,
  ]);
  await insertInterval(scope, memory, [open.valid_from, Math.max(open.valid_from, validTo)], rev);
}

/** Takes an end back: the last interval goes on, and the one with the end is no longer believed. */
export async function reopenInterval(scope: OpenScope, memory: string, rev: number): Promise<void> {
  const believed = await scope.all<ValidityRow>(
    `select valid_from, valid_to, rev_from, rev_to from validity
     where ${IN_SCOPE} and memory = $3 and rev_to is null order by rev_from`,
    [memory],
  );
  const last = believed.at(-1);
  if (last === undefined || last.valid_to === null) return;
  await scope.run(`update validity set rev_to = $5 where ${IN_SCOPE} and memory = $3 and rev_from = $4`, [
    memory,
    last.rev_from,
    rev,
  ]);
  await firstInterval(scope, memory, last.valid_from, rev);
}

/** Takes `reopenInterval()` back, which was done at a revision: the interval ends when it did before. */
export async function recloseInterval(
  scope: OpenScope,
  memory: string,
  reopenedAt: number,
  rev: number,
): Promise<void> {
  const ended = await scope.one<{ valid_to: number }>(
    `select valid_to from validity where ${IN_SCOPE} and memory = $3 and rev_to = $4 and valid_to is not null`,
    [memory, reopenedAt],
  );
  if (ended !== undefined) await endInterval(scope, memory, ended.valid_to, rev);
}

export async function intervalsOf(
  reader: SqlReader,
  scopeRef: ScopeRef,
  memory: string,
): Promise<Validity[]> {
  const rows = await scopeReader(reader, scopeRef).all<ValidityRow>(
    `select valid_from, valid_to, rev_from, rev_to from validity
     where ${IN_SCOPE} and memory = $3 order by rev_from`,
    [memory],
  );
  return rows.map((row) => ({
    validFrom: new Date(row.valid_from),
    validTo: row.valid_to === null ? null : new Date(row.valid_to),
    revFrom: row.rev_from,
    revTo: row.rev_to,
  }));
}

/** Every interval of a scope that is still believed, by memory. */
export async function intervalsIn(
  reader: SqlReader,
  scopeRef: ScopeRef,
): Promise<(Pick<ValidityRow, "valid_from" | "valid_to"> & { memory: string })[]> {
  return scopeReader(reader, scopeRef).all(
    `select memory, valid_from, valid_to from validity where ${IN_SCOPE} and rev_to is null`,
  );
}
