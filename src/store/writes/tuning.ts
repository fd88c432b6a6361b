import type { TrialStatus } from "../../api/tuning.ts";
import type { UpkeepCounts } from "../../api/upkeep.ts";
import { MemoirError } from "../../domain/errors.ts";
import { lastVersion, newestPolicy } from "../tables/policies.ts";
import { refuseReadOnly } from "../tables/scopes.ts";
import {
  DIFFERENCE_COLUMNS,
  type DifferenceRow,
  findTrial,
  logStep,
  markStepUndone,
  openAlarms,
  runningCanary,
  TRIAL_COLUMNS,
  type TrialRow,
  type TuningStepRow,
} from "../tables/trials.ts";
import type { SqlReader, Tx } from "../tx.ts";
import { lockTenant } from "./admin.ts";
import { endCanary, insertPolicy, type StepBy } from "./policy.ts";

/** A step of tuning: one after the other in a tenant, and none while it is read-only. */
export async function begin(tx: Tx, tenant: string, at: number): Promise<void> {
  await refuseReadOnly(tx, tenant);
  await lockTenant(tx, tenant, at);
}

export interface OpenTrialArgs extends StepBy {
  tenant: string;
  /** The version in force that the candidate was compared with. */
  base: number;
  /** JSON of both policies. */
  settings: string;
  status: Extract<TrialStatus, "shadow" | "refused">;
  splitAt: number;
  /** JSON. */
  report: string;
  verdict: string;
  differences: DifferenceRow[];
}

/** A candidate version with its first comparison. Nothing of it is in force. Returns its number. */
export async function openTrial(tx: Tx, args: OpenTrialArgs): Promise<number> {
  const { tenant, base, settings, status, splitAt, report, verdict, differences, ...by } = args;
  await begin(tx, tenant, by.at);
  await refuseUnlessInForce(tx, tenant, base);
  const version = (await lastVersion(tx, tenant)) + 1;
  const { actor, reason, at } = by;
  await insertPolicy(tx, tenant, {
    version,
    settings,
    actor,
    reason,
    created_at: at,
    how: "candidate",
    copies: null,
  });
  const row: TrialRow = {
    version,
    base,
    status,
    share: 0,
    split_at: splitAt,
    report,
    created_at: at,
    updated_at: at,
    canary_at: null,
  };
  const values = TRIAL_COLUMNS.map((column) => row[column]);
  await tx.insert("policy_trial", ["tenant", ...TRIAL_COLUMNS], [[tenant, ...values]]);
  await storeDifferences(tx, tenant, version, differences);
  await logStep(tx, tenant, { kind: "propose", version, was: base, detail: { verdict, status }, ...by });
  return version;
}

async function refuseUnlessInForce(tx: Tx, tenant: string, base: number): Promise<void> {
  const version = (await newestPolicy(tx, tenant))?.version ?? 0;
  if (version === base) return;
  throw new MemoirError(
    "conflict",
    `The candidate was compared with policy version ${base}, but version ${version} is in force. Propose it again.`,
    { details: { version, base } },
  );
}

async function storeDifferences(
  tx: Tx,
  tenant: string,
  version: number,
  differences: readonly DifferenceRow[],
): Promise<void> {
  await tx.insert(
    "policy_difference",
    ["tenant", "version", ...DIFFERENCE_COLUMNS],
    differences.map((row) => [tenant, version, ...DIFFERENCE_COLUMNS.map((column) => row[column])]),
  );
}

export interface SaveTrialArgs {
  tenant: string;
  version: number;
  report: string;
  differences: DifferenceRow[];
  at: number;
}

/** A newer comparison of a candidate. */
export async function saveTrial(tx: Tx, args: SaveTrialArgs): Promise<UpkeepCounts> {
  const { tenant, version, report, differences, at } = args;
  await begin(tx, tenant, at);
  await tx.run("update policy_trial set report = $3, updated_at = $4 where tenant = $1 and version = $2", [
    tenant,
    version,
    report,
    at,
  ]);
  await tx.run("delete from policy_difference where tenant = $1 and version = $2", [tenant, version]);
  await storeDifferences(tx, tenant, version, differences);
  return { compared: 1 };
}

function unknownTrial(tenant: string, version: number): MemoirError {
  return new MemoirError(
    "not_found",
    `Tenant "${tenant}" has no candidate version ${version}. List the trials to see which there are.`,
    { details: { version } },
  );
}

export async function existingTrial(reader: SqlReader, tenant: string, version: number): Promise<TrialRow> {
  const trial = await findTrial(reader, tenant, version);
  if (trial === undefined) throw unknownTrial(tenant, version);
  return trial;
}

const ENDED: Readonly<Partial<Record<TrialStatus, string>>> = {
  promoted: "was promoted already",
  refused: "lost on what was held out",
  withdrawn: "was withdrawn",
};

export function refuseEnded({ version, status }: TrialRow): void {
  const why = ENDED[status];
  if (why === undefined) return;
  throw new MemoirError("conflict", `Candidate ${version} ${why}. Propose another one.`, {
    details: { version, status },
  });
}

export interface CanaryArgs extends StepBy {
  tenant: string;
  version: number;
  share: number;
}

/** Puts a candidate in force in a share of the scopes; one candidate at a time. */
export async function startCanary(tx: Tx, args: CanaryArgs): Promise<UpkeepCounts> {
  const { tenant, version, share, ...by } = args;
  await begin(tx, tenant, by.at);
  const trial = await existingTrial(tx, tenant, version);
  refuseEnded(trial);
  await putCanary(tx, trial, { tenant, share, at: by.at });
  await logStep(tx, tenant, { kind: "canary", version, was: trial.share, detail: { share }, ...by });
  return { canaries: 1 };
}

/** One candidate at a time, and only beside the version that it was compared with. */
export async function putCanary(
  tx: Tx,
  { version, base }: TrialRow,
  { tenant, share, at }: Pick<CanaryArgs, "tenant" | "share" | "at">,
): Promise<void> {
  await refuseUnlessInForce(tx, tenant, base);
  const other = await runningCanary(tx, tenant);
  if (other !== undefined && other.version !== version) {
    throw new MemoirError("conflict", `Candidate ${other.version} is a canary already. End that one first.`, {
      details: { version: other.version },
    });
  }
  await tx.run(
    `update policy_trial set status = 'canary', share = $3, updated_at = $4, canary_at = coalesce(canary_at, $4)
     where tenant = $1 and version = $2`,
    [tenant, version, share, at],
  );
}

/** Ends the canary, whichever it is. `lost`: it left its bounds, and is not tried again. */
export async function stopCanary(
  tx: Tx,
  { tenant, lost, ...by }: StepBy & { tenant: string; lost: boolean },
): Promise<UpkeepCounts> {
  await begin(tx, tenant, by.at);
  const step = await endCanary(tx, tenant, by, lost ? "refused" : "shadow");
  return step === null ? {} : { rolledBack: 1 };
}

/** Ends a trial; nothing of the candidate stays in force. */
export async function withdrawTrial(
  tx: Tx,
  { tenant, version, ...by }: StepBy & { tenant: string; version: number },
): Promise<void> {
  await begin(tx, tenant, by.at);
  const trial = await existingTrial(tx, tenant, version);
  refuseEnded(trial);
  await endTrial(tx, tenant, trial, by);
}

export async function endTrial(
  tx: Tx,
  tenant: string,
  { version, share }: TrialRow,
  by: StepBy,
): Promise<number> {
  await setStatus(tx, { tenant, version, status: "withdrawn", at: by.at });
  return logStep(tx, tenant, { kind: "withdraw", version, was: share, detail: {}, ...by });
}

export function setStatus(
  tx: Tx,
  { tenant, version, status, at }: Pick<TrialRow, "version" | "status"> & { tenant: string; at: number },
): Promise<number> {
  return tx.run(
    "update policy_trial set status = $3, share = 0, updated_at = $4 where tenant = $1 and version = $2",
    [tenant, version, status, at],
  );
}

export interface AlarmArgs {
  tenant: string;
  /** The version in force. */
  version: number;
  /** What is out of bounds now; empty = nothing. */
  alarms: string[];
  /** A short name of what was compared, such as `drift`. An alarm of it stays open until nothing is out of bounds. */
  cause: string;
  at: number;
}

/** Raises an alarm, or ends one that is over. An alarm that is open already is not raised again. */
export async function raiseAlarm(tx: Tx, args: AlarmArgs): Promise<UpkeepCounts> {
  const { tenant, version, alarms, cause, at } = args;
  await begin(tx, tenant, at);
  const causeOf = ({ detail }: TuningStepRow): unknown => (JSON.parse(detail) as { cause?: unknown }).cause;
  const open = (await openAlarms(tx, tenant)).find((step) => causeOf(step) === cause);
  if ((open !== undefined) === alarms.length > 0) return {};
  const by = { actor: TUNER, at };
  if (open === undefined) {
    const detail = { cause, alarms };
    await logStep(tx, tenant, { kind: "alarm", version, was: null, detail, ...by, reason: alarms[0]! });
    return { alarms: 1 };
  }
  const reason = `alarm ${open.num} is over`;
  const num = await logStep(tx, tenant, {
    kind: "clear",
    version,
    was: null,
    detail: { cause },
    ...by,
    reason,
  });
  await markStepUndone(tx, tenant, open.num, num);
  return { cleared: 1 };
}

/** The actor of what the daily job does. */
export const TUNER = "tuner";
