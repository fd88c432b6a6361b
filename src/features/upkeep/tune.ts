import type { Comparison } from "../../api/tuning.ts";
import type { UpkeepUndone } from "../../api/upkeep.ts";
import { MemoirError } from "../../domain/errors.ts";
import { policiesOf } from "../../domain/policy.ts";
import { listPolicies, previousStable } from "../../store/tables/policies.ts";
import { listTuningSteps, openTrials, runningCanary, type TrialRow } from "../../store/tables/trials.ts";
import { TOP } from "../../store/tx.ts";
import { TUNER } from "../../store/writes/tuning.ts";
import { type Breach, breachText } from "../tuning/guard.ts";
import { canaryBreaches, driftNow, policyBreaches } from "../tuning/monitor.ts";
import { casesOf, compareTrial, proposeTrial } from "../tuning/trial.ts";
import type { Run, UpkeepTask, UpkeepTools } from "./task.ts";

const NAME = "tune";
const DAY = 86_400_000;

/**
 * Decides the logged decisions again under the candidates, watches for drift, and looks for a better policy. Only
 * `tuning.mode: "auto"` lets it put a candidate in force or roll back; else it reports, and people decide.
 */
export const tuneTask: UpkeepTask = {
  name: NAME,
  about: "Compares candidate policies on logged decisions, watches for drift, and proposes better ones.",
  reversible: true,
  isEnabled: ({ tuning }) => tuning.mode !== "off",
  undo: undoSteps,
  async run(run) {
    const { tools, tenant } = run;
    const isAuto = tools.settings.tuning.mode === "auto";
    const compared = await compareAll(run);
    const { version } = await watchDrift(run);
    const canary = await runningCanary(tools.store.read, tenant);
    if (canary !== undefined) await watchCanary(run, canary, compared.get(canary.version), isAuto);
    await watchPolicy(run, version, isAuto);
    if ((await openTrials(tools.store.read, tenant)).length === 0) await findBetter(run, isAuto);
    return false;
  },
};

/** What the job does by itself is part of its run. */
function by(run: Run, reason: string): { actor: string; reason: string; at: number; run: string } {
  return { actor: TUNER, reason, at: run.at, run: run.batch };
}

/** Brings the comparison of every candidate that is tried up to date. */
async function compareAll(run: Run): Promise<Map<number, Comparison>> {
  const { tools, tenant } = run;
  const trials = await openTrials(tools.store.read, tenant);
  const compared = new Map<number, Comparison>();
  if (trials.length === 0) return compared;
  const cases = await casesOf(tools, tenant);
  for (const trial of trials) {
    run.signal.throwIfAborted();
    const comparison = await compareTrial({ tools, tenant, cases }, trial, async (args) => {
      if (!run.dryRun) await run.apply("saveTrial", args);
    });
    compared.set(trial.version, comparison);
    const detail = `version ${trial.version}: ${comparison.changed} of ${comparison.decisions} decisions differ; ${comparison.verdict}`;
    run.change({ action: "compare", scope: null, detail });
  }
  return compared;
}

async function watchDrift(run: Run): Promise<{ version: number }> {
  const { tools, tenant } = run;
  const { recent, sincePolicy } = await driftNow(tools, tenant);
  const [current] = await listPolicies(tools.store.read, tenant);
  const version = current?.version ?? 0;
  await report(run, "drift", version, recent.alarms);
  await report(run, "policy drift", version, sincePolicy?.alarms ?? []);
  return { version };
}

/** Raises an alarm, or ends it where it is over. */
async function report(run: Run, cause: string, version: number, alarms: readonly string[]): Promise<void> {
  for (const detail of alarms) run.change({ action: "alarm", scope: null, detail });
  if (run.dryRun) return;
  const { tenant, at } = run;
  await run.apply("raiseAlarm", { tenant, version, cause, alarms: [...alarms], at });
}

/** A canary that leaves its bounds is ended; one that holds for long enough is put in force. */
async function watchCanary(
  run: Run,
  trial: TrialRow,
  comparison: Comparison | undefined,
  isAuto: boolean,
): Promise<void> {
  const { tools, tenant, at } = run;
  const { version, canary_at } = trial;
  const breaches = await canaryBreaches(tools, tenant, trial);
  await report(run, "canary", version, breaches.map(breachText));
  if (!isAuto || run.dryRun) return;
  if (breaches.length > 0) {
    await run.apply("stopCanary", { tenant, lost: true, ...by(run, reasonOf(breaches)) });
    return;
  }
  const isOver = at - canary_at! >= tools.settings.tuning.canaryDays * DAY;
  if (!isOver || comparison?.verdict !== "better") return;
  await tools.store.write("setPolicy", {
    tenant,
    change: { promote: version },
    ifVersion: trial.base,
    opened: policiesOf(tools.settings),
    ...by(run, `canary ${version} held for ${tools.settings.tuning.canaryDays} days`),
  });
  run.count("promoted");
}

/** Live rates that left their bounds since the policy was set lead back to the one before it. */
async function watchPolicy(run: Run, version: number, isAuto: boolean): Promise<void> {
  const { tools, tenant } = run;
  const rows = await listPolicies(tools.store.read, tenant);
  const [current] = rows;
  // What a person or this job went back to is not left again by itself.
  if (current === undefined || current.version !== version || current.how === "rollback") return;
  const breaches = await policyBreaches(tools, tenant);
  await report(run, "policy", version, breaches.map(breachText));
  const back = previousStable(rows);
  if (breaches.length === 0 || back === null || !isAuto || run.dryRun) return;
  await tools.store.write("setPolicy", {
    tenant,
    change: { back },
    ifVersion: version,
    opened: policiesOf(tools.settings),
    ...by(run, reasonOf(breaches)),
  });
  run.count("rolledBack");
}

function reasonOf(breaches: readonly Breach[]): string {
  return `out of bounds: ${breaches.map(breachText).join(", ")}`;
}

async function findBetter(run: Run, isAuto: boolean): Promise<void> {
  if (run.dryRun) return;
  const { tools, tenant } = run;
  const proposer = { actor: TUNER, reason: "better on what was held out", run: run.batch };
  const { trial, tried } = await proposeTrial(tools, tenant, null, proposer);
  run.count("tried", tried);
  if (trial === null) return;
  run.count("proposed");
  run.change({ action: "propose", scope: null, detail: `version ${trial.version}` });
  const share = tools.settings.tuning.canaryShare;
  if (!isAuto || share <= 0) return;
  const { version } = trial;
  await run.apply("startCanary", { tenant, version, share, ...by(run, trial.comparison.reasons.join(" ")) });
}

const MAX_STEPS = 1_000;

/** Takes back the steps of a run, newest first. Alarms stay. */
async function undoSteps(
  tools: UpkeepTools,
  tenant: string,
  run: string,
  reason: string,
): Promise<UpkeepUndone> {
  const steps = await listTuningSteps(tools.store.read, tenant, { before: TOP, limit: MAX_STEPS });
  const runSteps = steps.filter(
    ({ detail, undone_by }) => undone_by === null && (JSON.parse(detail) as { run?: string }).run === run,
  );
  if (runSteps.length === 0) {
    throw new MemoirError("nothing_to_undo", `Run ${run} changed nothing, or was undone already.`);
  }
  const opened = policiesOf(tools.settings);
  for (const { num } of runSteps)
    await tools.store.write("undoStep", { tenant, num, opened, actor: "operator", reason, at: tools.now() });
  return { run, scopes: [], undone: runSteps.length };
}
