import { randomBytes } from "node:crypto";
import { type PolicyState, versionFor } from "../../domain/canary.ts";
import { MemoirError } from "../../domain/errors.ts";
import { formatScope, type Scope, type ScopeKind } from "../../domain/scope.ts";
import type { Dialect } from "../dialect.ts";
import type { SqlReader, Tx, Value } from "../tx.ts";

/** A scope by its number: what every row of it begins with. */
export interface ScopeRef {
  readonly tenant: string;
  readonly num: number;
}

/** Of the rows of a scope, in statements that `scoped` or an open scope runs. */
export const IN_SCOPE = "tenant = $1 and scope = $2";

/** Reads in one scope. In their SQL `$1` is the tenant and `$2` the scope's number; `params` begin at `$3`. */
export function scopeReader(reader: SqlReader, { tenant, num }: ScopeRef): Pick<SqlReader, "all" | "one"> {
  return {
    all: (sql, params = []) => reader.all(sql, [tenant, num, ...params]),
    one: (sql, params = []) => reader.one(sql, [tenant, num, ...params]),
  };
}

/** A scope's row: the two counters from which every event and every change takes its place. */
export interface ScopeRow {
  readonly num: number;
  seq: number;
  rev: number;
  /** Moves when vectors are written. */
  vec: number;
  /** Moves when events are hidden or shown again. */
  hides: number;
  /** Moves when messages of an earlier time come, go or change: what was made of their days is of no use then. */
  days: number;
  /** Events up to here have been extracted from. */
  extracted_seq: number;
  writes: number;
}

/** A scope's row as a reader finds it. */
export interface ScopeRecord extends ScopeRow, ScopeRef {
  /** The version of the policies that the scope goes by; 0 = none was set. Here, so that who reads asks no more for it. */
  policy: number;
  /** The versions that the tenant's scopes go by. */
  policies: PolicyState;
}

/** The policy versions of a tenant, as they are read with a scope. */
export interface PolicyColumns {
  stable: number;
  canary_version: number | null;
  canary_share: number | null;
}

/** SQL for these columns of a tenant. */
export function policyColumns(tenant: string): string {
  const canary = `from policy_trial t where t.tenant = ${tenant} and t.status = 'canary'`;
  return `coalesce((select p.version from policy_version p where p.tenant = ${tenant} and p.how <> 'candidate'
       order by p.version desc limit 1), 0) as stable,
     (select t.version ${canary}) as canary_version, (select t.share ${canary}) as canary_share`;
}

export function policyStateOf({ stable, canary_version, canary_share }: PolicyColumns): PolicyState {
  const canary = canary_version === null ? null : { version: canary_version, share: canary_share! };
  return { stable, canary };
}

const OF_SCOPE = policyColumns("s.tenant");

export interface ScopeSummary extends ScopeRow {
  kind: ScopeKind;
  id: string;
  created_at: number;
}

/** One string: a prepared statement is found by it, and a new one would be hashed for each read. */
const FIND_SCOPE = `select tenant, num, seq, rev, vec, hides, days, extracted_seq, writes, ${OF_SCOPE}
  from scope s where tenant = $1 and kind = $2 and id = $3`;

export async function findScope(reader: SqlReader, scope: Scope): Promise<ScopeRecord | undefined> {
  const row = await reader.one<ScopeRow & ScopeRef & PolicyColumns>(FIND_SCOPE, [
    scope.tenant,
    scope.kind,
    scope.id,
  ]);
  if (row === undefined) return undefined;
  const { stable, canary_version, canary_share, ...scopeRow } = row;
  const policies = policyStateOf({ stable, canary_version, canary_share });
  return { ...scopeRow, policies, policy: versionFor(scope, policies) };
}

export function listScopes(
  reader: SqlReader,
  tenant: string,
  after: number,
  limit: number,
): Promise<ScopeSummary[]> {
  return reader.all(
    `select num, kind, id, seq, rev, vec, hides, days, extracted_seq, writes, created_at from scope
     where tenant = $1 and num > $2 order by num limit $3`,
    [tenant, after, limit],
  );
}

/**
 * A scope opened for writing: its row is locked, its counters move in memory until `closeScope`. In statements that it
 * runs itself, `$1` and `$2` are the scope.
 */
export interface OpenScope extends ScopeRef, Pick<Tx, "all" | "one" | "run"> {
  /** The transaction that holds the lock. An open scope never leaves it. */
  readonly tx: Tx;
  /** Inserts rows of this scope: of each the values of these columns. */
  insert<C extends string>(
    table: string,
    columns: readonly C[],
    rows: readonly Readonly<Record<C, Value>>[],
  ): Promise<void>;
  seq: number;
  rev: number;
  /** Moves when vectors are written, which writes it back at once. */
  vec: number;
  /** The version of the policies that the scope goes by; 0 = none was set. */
  readonly policy: number;
  readonly extractedSeq: number;
  /** Random; what is kept of erased words is hashed with it. `null` in a scope that an older export restored. */
  readonly salt: string | null;
  /** Bytes of words that its events hold. */
  eventBytes: number;
}

type LockedRow = ScopeRow &
  ScopeRef &
  PolicyColumns & {
    readonly salt: string | null;
    readonly event_bytes: number;
    readonly read_only: number | null;
  };

const LOCK = ({ forUpdate, scopeTurn }: Dialect): string =>
  `select tenant, num, seq, rev, vec, hides, days, extracted_seq, writes, salt, event_bytes, (select read_only from tenant t where t.tenant = s.tenant) as read_only,
     ${OF_SCOPE}
   from scope s where tenant = $1 and kind = $2 and id = $3${scopeTurn === null ? "" : ` and ${scopeTurn} = ''`}
   ${forUpdate}`;

/**
 * Takes the scope's row, creating it on first use. Refuses when the tenant is read-only or writes to this
 * scope are switched off: here, so that no caller can forget to ask.
 */
export async function openScope(tx: Tx, scope: Scope, at: number): Promise<OpenScope> {
  const key = [scope.tenant, scope.kind, scope.id];
  const { scopeTurn } = tx.dialect;
  const lock = LOCK(tx.dialect);
  let row = await tx.one<LockedRow>(lock, key);
  if (row === undefined && scopeTurn !== null) {
    await tx.one(`select ${scopeTurn} as turn`, key);
    row = await tx.one<LockedRow>(lock, key);
  }
  if (row === undefined) {
    await tx.run(
      `insert into scope (tenant, kind, id, created_at, salt) values ($1, $2, $3, $4, $5)
       on conflict (tenant, kind, id) do nothing`,
      [...key, at, randomBytes(32).toString("hex")],
    );
    row = await tx.one<LockedRow>(lock, key);
  }
  if (row === undefined) throw new MemoirError("internal", "A scope's row vanished inside its transaction.");
  if (row.read_only === 1) throw readOnlyError(scope.tenant);
  if (row.writes === 0) throw writesDisabled(scope);
  const { tenant, num, seq, rev, vec, salt } = row;
  return {
    tx,
    tenant,
    num,
    seq,
    rev,
    vec,
    salt,
    policy: versionFor(scope, policyStateOf(row)),
    extractedSeq: row.extracted_seq,
    eventBytes: row.event_bytes,
    ...scopeReader(tx, row),
    run: (sql, params = []) => tx.run(sql, [tenant, num, ...params]),
    insert: (table, columns, rows) =>
      tx.insert(
        table,
        withScope(columns),
        rows.map((one) => [tenant, num, ...columns.map((column) => one[column])]),
      ),
  };
}

const WITH_SCOPE = new WeakMap<readonly string[], readonly string[]>();

/** The same list for the same list: by it, statements are known that are prepared already. */
function withScope(columns: readonly string[]): readonly string[] {
  const names = WITH_SCOPE.get(columns) ?? ["tenant", "scope", ...columns];
  WITH_SCOPE.set(columns, names);
  return names;
}

export function writesDisabled(scope: Pick<Scope, "kind" | "id">): MemoirError {
  return new MemoirError(
    "writes_disabled",
    `Writes to ${formatScope(scope)} are switched off. An operator can allow them again.`,
  );
}

/** Writes the counters back. Order of rev and seq is order of commit, because the row was locked since `openScope`. */
export async function closeScope(open: OpenScope): Promise<void> {
  await open.run("update scope set seq = $3, rev = $4, event_bytes = $5 where tenant = $1 and num = $2", [
    open.seq,
    open.rev,
    open.eventBytes,
  ]);
}

function readOnlyError(tenant: string): MemoirError {
  return new MemoirError(
    "read_only",
    `Tenant "${tenant}" is read-only: an operator stopped all writes. Allow them again with operator("${tenant}").readOnly(false).`,
  );
}

/** For the few writes that belong to a tenant and to no scope. */
export async function refuseReadOnly(tx: Tx, tenant: string): Promise<void> {
  if (await isReadOnly(tx, tenant)) throw readOnlyError(tenant);
}

export async function isReadOnly(reader: SqlReader, tenant: string): Promise<boolean> {
  const row = await reader.one<{ read_only: number }>("select read_only from tenant where tenant = $1", [
    tenant,
  ]);
  return row?.read_only === 1;
}

/** Every tenant that has a scope, from one to the next by the index instead of through all scopes. */
export async function listTenants(reader: SqlReader): Promise<string[]> {
  const rows = await reader.all<{ tenant: string }>(
    `with recursive step (tenant) as (
       select min(tenant) from scope
       union all
       select (select min(s.tenant) from scope s where s.tenant > step.tenant) from step where step.tenant is not null
     ) select tenant from step where tenant is not null`,
  );
  return rows.map((row) => row.tenant);
}
