import { MemoirError } from "../../domain/errors.ts";
import type { Policies } from "../../domain/policy.ts";
import { findTuningStep, logStep, markStepUndone, type TuningStepRow } from "../tables/trials.ts";
import type { Tx } from "../tx.ts";
import { endCanary, type StepBy, setPolicy } from "./policy.ts";
import { begin, endTrial, existingTrial, putCanary, refuseEnded, setStatus } from "./tuning.ts";

export interface UndoStepArgs extends StepBy {
  tenant: string;
  num: number;
  /** The options the engine was opened with. */
  opened: Policies;
}

/** Takes a step back. Returns the number of the step that did it. */
export async function undoStep(tx: Tx, args: UndoStepArgs): Promise<number> {
  const { tenant, num, opened: _, ...by } = args;
  await begin(tx, tenant, by.at);
  const step = await findTuningStep(tx, tenant, num);
  if (step === undefined) {
    throw new MemoirError("not_found", `Tenant "${tenant}" has no tuning step ${num}.`, { details: { num } });
  }
  if (step.undone_by !== null || step.kind === "clear") {
    throw new MemoirError("nothing_to_undo", `Step ${num} has nothing to undo, or was undone already.`);
  }
  const undone = await takeStepBack(tx, step, args, by);
  await markStepUndone(tx, tenant, num, undone);
  return undone;
}

async function takeStepBack(
  tx: Tx,
  step: TuningStepRow,
  { tenant, opened }: Pick<UndoStepArgs, "tenant" | "opened">,
  by: StepBy,
): Promise<number> {
  const { kind, version } = step;
  if (kind === "alarm")
    return logStep(tx, tenant, { kind: "clear", version, was: null, detail: { of: step.num }, ...by });
  if (kind === "set" || kind === "promote" || kind === "rollback") {
    const change = { back: step.was! };
    await setPolicy(tx, { tenant, change, ifVersion: version, opened, ...by });
    const promoted = (JSON.parse(step.detail) as { copies?: number }).copies;
    if (kind === "promote") await setStatus(tx, { tenant, version: promoted!, status: "shadow", at: by.at });
    return newestStep(tx, tenant);
  }
  const trial = await existingTrial(tx, tenant, version);
  if (kind === "propose") {
    if (trial.status !== "refused") refuseEnded(trial);
    return endTrial(tx, tenant, trial, by);
  }
  if (trial.status === "promoted") refuseEnded(trial);
  const share = step.was!;
  if (share === 0) {
    if (kind === "canary" && trial.status === "canary") return (await endCanary(tx, tenant, by))!;
    await setStatus(tx, { tenant, version, status: "shadow", at: by.at });
    return logStep(tx, tenant, { kind: "canary_end", version, was: trial.share, detail: {}, ...by });
  }
  await putCanary(tx, trial, { tenant, share, at: by.at });
  return logStep(tx, tenant, { kind: "canary", version, was: trial.share, detail: { share }, ...by });
}

async function newestStep(tx: Tx, tenant: string): Promise<number> {
  const row = await tx.one<{ num: number }>("select max(num) as num from policy_step where tenant = $1", [
    tenant,
  ]);
  return row!.num;
}
