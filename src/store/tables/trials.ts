import type { StepKind, TrialStatus } from "../../api/tuning.ts";
import { columnNames, type PageBelow, type SqlReader, type Tx, type Value } from "../tx.ts";
import type { InScope } from "./tenant-rows.ts";

/** A candidate version and where it stands. */
export interface TrialRow {
  version: number;
  base: number;
  status: TrialStatus;
  share: number;
  split_at: number;
  /** JSON. */
  report: string;
  created_at: number;
  updated_at: number;
  canary_at: number | null;
}

export const TRIAL_COLUMNS = columnNames(
  "version, base, status, share, split_at, report, created_at, updated_at, canary_at",
);
const TRIALS = `select ${TRIAL_COLUMNS.join(", ")} from policy_trial where tenant = $1`;

export function findTrial(reader: SqlReader, tenant: string, version: number): Promise<TrialRow | undefined> {
  return reader.one(`${TRIALS} and version = $2`, [tenant, version]);
}

export function runningCanary(reader: SqlReader, tenant: string): Promise<TrialRow | undefined> {
  return reader.one(`${TRIALS} and status = 'canary'`, [tenant]);
}

/** Newest first. */
export function listTrials(reader: SqlReader, tenant: string, limit: number): Promise<TrialRow[]> {
  return reader.all(`${TRIALS} order by version desc limit $2`, [tenant, limit]);
}

/** Candidates that are tried now, oldest first. */
export function openTrials(reader: SqlReader, tenant: string): Promise<TrialRow[]> {
  return reader.all(`${TRIALS} and status in ('shadow', 'canary') order by version`, [tenant]);
}

/** How many candidates were compared with the same held-out decisions since a time. */
export async function trialsSince(reader: SqlReader, tenant: string, since: number): Promise<number> {
  const row = await reader.one<{ n: number }>(
    "select count(*) as n from policy_trial where tenant = $1 and created_at >= $2",
    [tenant, since],
  );
  return row?.n ?? 0;
}

/** A decision that a candidate would have made otherwise. */
export interface DifferenceRow {
  scope: number;
  seq: number;
  num: number;
  was: string;
  becomes: string;
  reason: string;
  at: number;
}

export const DIFFERENCE_COLUMNS = columnNames("scope, seq, num, was, becomes, reason, at");

export type NumberedDifference = DifferenceRow &
  InScope & { readonly event: string | null; readonly memory: string | null };

/** Where a difference stands: by its time, then by its scope and place there. */
export interface DifferencePosition {
  readonly at: number;
  readonly scope: number;
  readonly seq: number;
  readonly num: number;
}

/** Newest first, below a place. */
export function listDifferences(
  reader: SqlReader,
  tenant: string,
  version: number,
  { before, limit }: PageBelow<DifferencePosition>,
): Promise<NumberedDifference[]> {
  return reader.all(
    `select f.scope, s.kind as scope_kind, s.id as scope_id, f.seq, f.num, f.was, f.becomes, f.reason, f.at,
       d.memory, e.id as event
     from policy_difference f join scope s on s.tenant = f.tenant and s.num = f.scope
     left join decision d on d.tenant = f.tenant and d.scope = f.scope and d.seq = f.seq and d.num = f.num
     left join event e on e.tenant = f.tenant and e.scope = f.scope and e.seq = f.seq
     where f.tenant = $1 and f.version = $2 and (f.at, f.scope, f.seq, f.num) < ($3, $4, $5, $6)
     order by f.at desc, f.scope desc, f.seq desc, f.num desc limit $7`,
    [tenant, version, before.at, before.scope, before.seq, before.num, limit],
  );
}

/** One step of tuning. */
export interface TuningStepRow {
  num: number;
  kind: StepKind;
  version: number;
  /** The version or the share that was there before; `null` = none. */
  was: number | null;
  /** JSON. */
  detail: string;
  actor: string;
  reason: string;
  at: number;
  undone_by: number | null;
}

const STEP_COLUMNS = columnNames("num, kind, version, was, detail, actor, reason, at");
const STEPS = `select ${STEP_COLUMNS.join(", ")}, undone_by from policy_step where tenant = $1`;

/** Newest first, below a number. */
export function listTuningSteps(
  reader: SqlReader,
  tenant: string,
  { before, limit }: PageBelow<number>,
): Promise<TuningStepRow[]> {
  return reader.all(`${STEPS} and num < $2 order by num desc limit $3`, [tenant, before, limit]);
}

export function findTuningStep(
  reader: SqlReader,
  tenant: string,
  num: number,
): Promise<TuningStepRow | undefined> {
  return reader.one(`${STEPS} and num = $2`, [tenant, num]);
}

/** The alarms that were raised and are not over, newest first. */
export function openAlarms(reader: SqlReader, tenant: string): Promise<TuningStepRow[]> {
  return reader.all(`${STEPS} and kind = 'alarm' and undone_by is null order by num desc`, [tenant]);
}

export interface NewStep extends Omit<TuningStepRow, "num" | "undone_by" | "detail"> {
  detail: object;
  /** The upkeep run that takes it; undoing the run takes it back. Absent: a person does. */
  run?: string | undefined;
}

/** Adds a step in the transaction of what it tells. Returns its number. */
export async function logStep(tx: Tx, tenant: string, step: NewStep): Promise<number> {
  const last = await tx.one<{ num: number | null }>(
    "select max(num) as num from policy_step where tenant = $1",
    [tenant],
  );
  const { run, ...rest } = step;
  const row: Readonly<Record<(typeof STEP_COLUMNS)[number], Value>> = {
    ...rest,
    num: (last?.num ?? 0) + 1,
    detail: JSON.stringify(run === undefined ? step.detail : { ...step.detail, run }),
  };
  await tx.insert(
    "policy_step",
    ["tenant", ...STEP_COLUMNS],
    [[tenant, ...STEP_COLUMNS.map((column) => row[column])]],
  );
  return row.num as number;
}

export async function markStepUndone(tx: Tx, tenant: string, num: number, by: number): Promise<void> {
  await tx.run("update policy_step set undone_by = $3 where tenant = $1 and num = $2", [tenant, num, by]);
}
