import type { Validity } from "../domain/event.ts";
import type { OpenScope, Place } from "./scopes.ts";
import type { Reader } from "./tx.ts";

interface ValidityRow {
  valid_from: number;
  valid_to: number | null;
  rev_from: number;
  rev_to: number | null;
}

const BEGUN = ["tenant", "scope", "memory", "valid_from", "rev_from"] as const;

/** Begins the first interval of a new memory. */
export async function firstInterval(
  { tx, tenant, num }: OpenScope,
  memory: string,
  validFrom: number,
  rev: number,
): Promise<void> {
  await tx.insert("validity", BEGUN, [[tenant, num, memory, validFrom, rev]]);
}

/** Begins another interval, unless the claim is already held to be true. */
export async function openInterval(
  scope: OpenScope,
  memory: string,
  validFrom: number,
  rev: number,
): Promise<void> {
  const open = await scope.tx.one(
    `select 1 as found from validity
     where tenant = $1 and scope = $2 and memory = $3 and valid_to is null and rev_to is null`,
    [scope.tenant, scope.num, memory],
  );
  if (open === undefined) await firstInterval(scope, memory, validFrom, rev);
}

/** Ends what is held to be true: the open interval is no longer believed, and one with an end is in its place. */
export async function endInterval(
  { tx, tenant, num }: OpenScope,
  memory: string,
  validTo: number,
  rev: number,
): Promise<void> {
  const open = await tx.one<ValidityRow>(
    `select valid_from, valid_to, rev_from, rev_to from validity
     where tenant = $1 and scope = $2 and memory = $3 and valid_to is null and rev_to is null`,
    [tenant, num, memory],
  );
  if (open === undefined) return;
  await tx.run(
    "update validity set rev_to = $5 where tenant = $1 and scope = $2 and memory = $3 and rev_from = $4",
    [tenant, num, memory, open.rev_from, rev],
  );
  await tx.insert(
    "validity",
    ["tenant", "scope", "memory", "valid_from", "valid_to", "rev_from"],
    [[tenant, num, memory, open.valid_from, Math.max(open.valid_from, validTo), rev]],
  );
}

/** Takes an end back: the last interval goes on, and the one with the end is no longer believed. */
export async function reopenInterval(scope: OpenScope, memory: string, rev: number): Promise<void> {
  const believed = await scope.tx.all<ValidityRow>(
    `select valid_from, valid_to, rev_from, rev_to from validity
     where tenant = $1 and scope = $2 and memory = $3 and rev_to is null order by rev_from`,
    [scope.tenant, scope.num, memory],
  );
  const last = believed.at(-1);
  if (last === undefined || last.valid_to === null) return;
  await scope.tx.run(
    "update validity set rev_to = $5 where tenant = $1 and scope = $2 and memory = $3 and rev_from = $4",
    [scope.tenant, scope.num, memory, last.rev_from, rev],
  );
  await firstInterval(scope, memory, last.valid_from, rev);
}

export async function intervalsOf(
  reader: Reader,
  { tenant, num: scope }: Place,
  memory: string,
): Promise<Validity[]> {
  const rows = await reader.all<ValidityRow>(
    `select valid_from, valid_to, rev_from, rev_to from validity
     where tenant = $1 and scope = $2 and memory = $3 order by rev_from`,
    [tenant, scope, memory],
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
  reader: Reader,
  { tenant, num: scope }: Place,
): Promise<(Pick<ValidityRow, "valid_from" | "valid_to"> & { memory: string })[]> {
  return reader.all(
    "select memory, valid_from, valid_to from validity where tenant = $1 and scope = $2 and rev_to is null",
    [tenant, scope],
  );
}

export async function deleteIntervalsOf({ tx, tenant, num }: OpenScope, memory: string): Promise<void> {
  await tx.run("delete from validity where tenant = $1 and scope = $2 and memory = $3", [
    tenant,
    num,
    memory,
  ]);
}
