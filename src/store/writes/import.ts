import { MemoirError } from "../../domain/errors.ts";
import type { ScopeKind } from "../../domain/scope.ts";
import type { PortableTable } from "../portable/codec.ts";
import { isEmptyScope, isEmptyTenant } from "../portable/lines.ts";
import { openStaged, type StagedScope } from "../portable/staging.ts";
import { SCOPE_COLUMNS, SCOPE_TABLES, TENANT_TABLES } from "../portable/tables.ts";
import { countBytes } from "../tables/events.ts";
import { enqueueJobs } from "../tables/job-queue.ts";
import { refuseReadOnly, writesDisabled } from "../tables/scopes.ts";
import { recordOps } from "../tables/statistics.ts";
import { EMBED } from "../tables/vectors.ts";
import type { Row, Tx, Value } from "../tx.ts";
import { forgetSweptBy } from "./sweep.ts";

export interface ImportArgs {
  tenant: string;
  /** The file that holds the checked rows; see `openStaging`. Rows do not travel as arguments: there may be millions. */
  path: string;
  /** The scopes to restore, by their numbers in that file. */
  scopes: number[];
  /** Also what belongs to the tenant and to no scope. */
  isOwn: boolean;
  at: number;
  audit: boolean;
  embeds: boolean;
}

/** Rows of one statement. */
const BATCH = 100;

/**
 * Restores scopes as they were, all or none: with their ids, places and revisions. A scope must be empty at this
 * moment, whatever was seen before: rows are never mixed with older ones.
 */
export async function importRows(tx: Tx, args: ImportArgs): Promise<void> {
  const { tenant } = args;
  await refuseReadOnly(tx, tenant);
  const staged = openStaged(args.path);
  try {
    const scopeNums = new Set(args.scopes);
    const nums = new Map<number, number>();
    for (const scope of staged.scopes()) {
      if (scopeNums.has(scope.num)) nums.set(scope.num, await emptyScope(tx, tenant, scope));
    }
    for (const table of SCOPE_TABLES) await copy(tx, { tenant, nums }, table, staged.rows(table));
    if (args.isOwn) {
      if (!(await isEmptyTenant(tx, tenant))) throw changedMeanwhile(`Tenant "${tenant}"`);
      for (const table of TENANT_TABLES) await copy(tx, { tenant, nums: null }, table, staged.rows(table));
    }
    // The rows come from other settings, perhaps from an older schema.
    await forgetSweptBy(tx, tenant);
    for (const num of nums.values()) {
      await tx.run(countBytes(tx.dialect), [tenant, num]);
      await note(tx, num, args);
    }
  } finally {
    staged.close();
  }
}

/** The scope's row with the counters of the file: a new one, or one that was made and never used. */
async function emptyScope(
  tx: Tx,
  tenant: string,
  { num: _num, kind, id, ...row }: StagedScope,
): Promise<number> {
  const columns = Object.keys(SCOPE_COLUMNS);
  const values = columns.map((column) => row[column] as Value);
  const inserted = await tx.one<{ num: number }>(
    `insert into scope (tenant, kind, id, ${columns.join(", ")})
     values ($1, $2, $3, ${columns.map((_, i) => `$${i + 4}`).join(", ")})
     on conflict (tenant, kind, id) do nothing returning num`,
    [tenant, kind, id, ...values],
  );
  if (inserted !== undefined) return inserted.num;
  const existing = await tx.one<{ num: number; writes: number }>(
    `select num, writes from scope where tenant = $1 and kind = $2 and id = $3${tx.dialect.forUpdate}`,
    [tenant, kind, id],
  );
  const scope = { kind: kind as ScopeKind, id };
  if (existing!.writes === 0) throw writesDisabled(scope);
  if (!(await isEmptyScope(tx, { tenant, num: existing!.num }))) throw changedMeanwhile(`${kind}:${id}`);
  await tx.run(
    `update scope set ${columns.map((column, i) => `${column} = $${i + 3}`).join(", ")}
     where tenant = $1 and num = $2`,
    [tenant, existing!.num, ...values],
  );
  return existing!.num;
}

/** Where rows go: into the restored scopes (`nums`: staged → here), or into the tenant itself. */
interface Target {
  readonly tenant: string;
  readonly nums: ReadonlyMap<number, number> | null;
}

async function copy(
  tx: Tx,
  { tenant, nums }: Target,
  { table, columns, derived = {} }: PortableTable,
  rows: Iterable<Row>,
): Promise<void> {
  const rowColumns = [...Object.keys(columns), ...Object.keys(derived)];
  const names = ["tenant", ...(nums === null ? [] : ["scope"]), ...rowColumns];
  let batch: Value[][] = [];
  for (const row of rows) {
    const num = nums?.get(row.scope as number);
    if (nums !== null && num === undefined) continue;
    batch.push([
      tenant,
      ...(num === undefined ? [] : [num]),
      ...rowColumns.map((column) => row[column] as Value),
    ]);
    if (batch.length < BATCH) continue;
    await tx.insert(table, names, batch);
    batch = [];
  }
  await tx.insert(table, names, batch);
}

/** Vectors are recomputed; the import is noted beside the record and not in it. */
async function note(tx: Tx, num: number, { tenant, at, audit, embeds }: ImportArgs): Promise<void> {
  if (embeds) await enqueueJobs(tx, tenant, [{ kind: EMBED, scope: num, flight: EMBED, priority: -10 }]);
  if (!audit) return;
  const nothing = { thread: null, memory: null, category: null, sim: null };
  await recordOps(tx, { tenant, num }, [{ ...nothing, node: "worker", op: "import", status: "ok", at }]);
}

function changedMeanwhile(what: string): MemoirError {
  return new MemoirError(
    "conflict",
    `${what} was written to while the file was being checked; nothing was imported. Import it again to see how it stands.`,
  );
}
