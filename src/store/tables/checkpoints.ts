import { MemoirError, show } from "../../domain/errors.ts";
import { formatScope, type Scope, type ScopeKind } from "../../domain/scope.ts";
import { columnNames, type PageBelow, type SqlReader, TOP, type Value } from "../tx.ts";
import { IN_SCOPE, type ScopeRef, scopeReader } from "./scopes.ts";

/** A serialised value: JSON as text, anything else as base64. */
export interface StoredValue {
  readonly type: string;
  readonly data: string;
}

export interface ThreadRow {
  readonly scope_kind: ScopeKind;
  readonly scope_id: string;
  readonly thread: string;
  readonly id: string;
  readonly data: string | null;
  readonly created_at: number;
  readonly updated_at: number;
}

export interface StepRow extends StoredValue {
  /** The number of the scope that owns the thread. */
  readonly scope: number;
  readonly thread: string;
  readonly ns: string;
  readonly id: string;
  readonly parent: string | null;
  readonly meta_type: string;
  readonly meta: string;
  /** The slots of its channel values, as a JSON array. */
  readonly slots: string;
}

export interface ValueRow extends StoredValue {
  readonly slot: string;
}

export interface StepWriteRow extends StoredValue {
  readonly task: string;
  readonly idx: number;
  readonly channel: string;
}

/** The name of a channel's value: the same version of a channel is the same value, unless `step` sets it apart. */
export function channelSlot(channel: string, version: string, step?: string): string {
  return JSON.stringify(step === undefined ? [channel, version] : [channel, version, step]);
}

export function channelOf(slot: string): string {
  return (JSON.parse(slot) as [string])[0];
}

const STEP_COLUMNS = columnNames("scope, thread, ns, id, parent, type, data, meta_type, meta, slots");
const STEPS = `select ${STEP_COLUMNS.join(", ")} from checkpoint_step`;

/** The scopes of a tenant that have a thread of this id. */
export async function ownersOf(reader: SqlReader, tenant: string, thread: string): Promise<Scope[]> {
  const rows = await reader.all<{ kind: ScopeKind; id: string }>(
    `select s.kind, s.id from checkpoint_thread t join scope s on s.tenant = t.tenant and s.num = t.scope
     where t.tenant = $1 and t.thread = $2 order by s.num`,
    [tenant, thread],
  );
  return rows.map(({ kind, id }) => ({ tenant, kind, id }));
}

/** Which of the scopes that have a thread is meant: the only one, or the one that the caller names. */
export function chosenOwner(owners: readonly Scope[], requestedScope: Scope, thread: string): Scope {
  const isNamed = ({ kind, id }: Scope): boolean => kind === requestedScope.kind && id === requestedScope.id;
  if (owners.length === 0 || owners.some(isNamed)) return requestedScope;
  if (owners.length === 1) return owners[0]!;
  throw new MemoirError(
    "conflict",
    `Thread ${show(thread)} exists in several scopes (${owners.map(formatScope).join(", ")}). Name the scope.`,
  );
}

export interface WhichSteps {
  readonly tenant: string;
  /** Default: all scopes of the tenant. */
  readonly scope?: number | undefined;
  readonly thread?: string | undefined;
  readonly ns?: string | undefined;
  readonly id?: string | undefined;
  /** Only checkpoints with a smaller id. */
  readonly before?: string | undefined;
}

/** Where a checkpoint stands in a list. */
export type StepPosition = Pick<StepRow, "id" | "thread" | "ns" | "scope">;

/** Checkpoints, newest first: their ids are ordered by time. */
export function listSteps(
  reader: SqlReader,
  { tenant, before, ...which }: WhichSteps,
  after: StepPosition | null,
  limit: number,
): Promise<StepRow[]> {
  const params: Value[] = [tenant, limit];
  const param = (value: Value): string => `$${params.push(value)}`;
  const conditions = Object.entries(which).flatMap(([column, value]) =>
    value === undefined ? [] : `and ${column} = ${param(value)}`,
  );
  if (before !== undefined) conditions.push(`and id < ${param(before)}`);
  if (after !== null) {
    const place = [after.id, after.thread, after.ns, after.scope].map(param).join(", ");
    conditions.push(`and (id, thread, ns, scope) < (${place})`);
  }
  return reader.all(
    `${STEPS} where tenant = $1 ${conditions.join(" ")} order by id desc, thread desc, ns desc, scope desc limit $2`,
    params,
  );
}

type StepKey = Pick<StepRow, "thread" | "ns" | "id">;

export function findStep(
  reader: SqlReader,
  scopeRef: ScopeRef,
  { thread, ns, id }: StepKey,
): Promise<StepRow | undefined> {
  return scopeReader(reader, scopeRef).one(
    `${STEPS} where ${IN_SCOPE} and thread = $3 and ns = $4 and id = $5`,
    [thread, ns, id],
  );
}

export function valuesOf(
  reader: SqlReader,
  scopeRef: ScopeRef,
  { thread, ns, slots }: Pick<StepRow, "thread" | "ns" | "slots">,
): Promise<ValueRow[]> {
  return scopeReader(reader, scopeRef).all(
    `select slot, type, data from checkpoint_value
     where ${IN_SCOPE} and thread = $3 and ns = $4 and ${reader.dialect.inJson("slot", "$5")} order by slot`,
    [thread, ns, slots],
  );
}

/** The pending writes of a checkpoint, in the order of their tasks. */
export function writesOf(
  reader: SqlReader,
  scopeRef: ScopeRef,
  { thread, ns, id }: StepKey,
): Promise<StepWriteRow[]> {
  return scopeReader(reader, scopeRef).all(
    `select task, idx, channel, type, data from checkpoint_write
     where ${IN_SCOPE} and thread = $3 and ns = $4 and step = $5 order by task, idx`,
    [thread, ns, id],
  );
}

const THREADS = `select s.kind as scope_kind, s.id as scope_id, t.thread, t.id, t.data, t.created_at, t.updated_at
   from checkpoint_thread t join scope s on s.tenant = t.tenant and s.num = t.scope`;

export function findThread(reader: SqlReader, scope: Scope, thread: string): Promise<ThreadRow | undefined> {
  return reader.one(`${THREADS} where s.tenant = $1 and s.kind = $2 and s.id = $3 and t.thread = $4`, [
    scope.tenant,
    scope.kind,
    scope.id,
    thread,
  ]);
}

/** Where a thread stands among those of its tenant: by its last change, then by the thread and its scope. */
export interface ThreadPosition {
  readonly updatedAt: number;
  readonly scope: number;
  readonly thread: string;
}

/** Before the first. */
export const FIRST_THREAD: ThreadPosition = { updatedAt: TOP, scope: TOP, thread: "" };

/** Threads of a tenant or of one of its scopes, the last changed first. Their saved states are not read. */
export function listThreads(
  reader: SqlReader,
  { tenant, scope }: { readonly tenant: string; readonly scope: number | undefined },
  { before, limit }: PageBelow<ThreadPosition>,
): Promise<(Omit<ThreadRow, "data"> & { scope: number })[]> {
  const params: Value[] = [tenant, limit, before.updatedAt, before.scope, before.thread];
  const scopeFilter = scope === undefined ? "" : `and t.scope = $${params.push(scope)}`;
  return reader.all(
    `${THREADS.replace("t.data", "t.scope")} where t.tenant = $1 ${scopeFilter}
     and (t.updated_at, t.scope, t.thread) < ($3, $4, $5)
     order by t.updated_at desc, t.scope desc, t.thread desc limit $2`,
    params,
  );
}
