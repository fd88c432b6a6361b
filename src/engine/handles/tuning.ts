import { withOptionChecks } from "../../api/calls/index.ts";
import type { Trial, TuningHandle } from "../../api/tuning.ts";
import { checkWhole } from "../../domain/arguments.ts";
import { checkPolicyPatch } from "../../domain/check-policy.ts";
import { invalidArgument, show } from "../../domain/errors.ts";
import { MAX_POLICY_VERSION } from "../../domain/policy.ts";
import { checkTime } from "../../domain/text.ts";
import { pageOfDifferences, pageOfSteps } from "../../features/tuning/lists.ts";
import { driftNow } from "../../features/tuning/monitor.ts";
import { changePolicy, checkVersion, stepBy, undoTuningStep } from "../../features/tuning/policy.ts";
import { previewPolicy } from "../../features/tuning/preview.ts";
import { compareAgain, proposeTrial, refuseLoser, trialOf, trialsOf } from "../../features/tuning/trial.ts";
import type { Engine } from "../engine.ts";

const DAY = 86_400_000;

export function tuningHandle(engine: Engine, tenant: string): TuningHandle {
  return withOptionChecks("tuning", {
    ...policyCalls(engine, tenant),
    ...trialReads(engine, tenant),
    ...trialWrites(engine, tenant),
  });
}

type PolicyCalls = Pick<TuningHandle, "preview" | "drift" | "steps" | "undo">;

/** How policies do, and the steps that changed them. */
function policyCalls(engine: Engine, tenant: string): PolicyCalls {
  return {
    async preview(patch, { since, until } = {}) {
      engine.use();
      const checkedPatch = checkPolicyPatch(patch, "tuning.preview()");
      const to = until === undefined ? engine.now() : checkTime(until, "until");
      const from = since === undefined ? to - DAY : checkTime(since, "since");
      return engine.accept(previewPolicy(engine, tenant, checkedPatch, { from, to }));
    },
    async drift() {
      engine.use();
      return driftNow(engine, tenant);
    },
    async steps(options = {}) {
      engine.use();
      return pageOfSteps(engine, tenant, options);
    },
    async undo(step, options) {
      engine.use();
      const num = checkWhole(step, "step", 1, MAX_POLICY_VERSION);
      return undoTuningStep(engine, tenant, num, options);
    },
  };
}

type TrialReads = Pick<TuningHandle, "trials" | "differences">;

function trialReads(engine: Engine, tenant: string): TrialReads {
  return {
    async trials() {
      engine.use();
      return trialsOf(engine, tenant);
    },
    async differences(version, options = {}) {
      const trial = await trialAt(engine, tenant, version);
      return pageOfDifferences(engine, tenant, trial.version, options);
    },
  };
}

/** The life of a policy on trial, from its proposal to its end. */
function trialWrites(
  engine: Engine,
  tenant: string,
): Omit<TuningHandle, keyof PolicyCalls | keyof TrialReads> {
  const { store } = engine;
  return {
    async propose(patch, options) {
      engine.use();
      const checkedPatch =
        patch === undefined || patch === null ? null : checkPolicyPatch(patch, "tuning.propose()");
      const { actor, reason } = stepBy(engine, "propose", options);
      return engine.accept(proposeTrial(engine, tenant, checkedPatch, { actor, reason }));
    },
    async compare(version) {
      engine.use();
      return compareAgain(engine, tenant, checkVersion(version, "version"));
    },
    async canary(version, { share = engine.settings.tuning.canaryShare, ...options } = {}) {
      const trial = await trialAt(engine, tenant, version);
      if (typeof share !== "number" || !(share > 0 && share < 1))
        throw invalidArgument(`share must be above 0 and below 1, got ${show(share)}.`);
      refuseLoser(trial);
      await store.write("startCanary", {
        tenant,
        version: trial.version,
        share,
        ...stepBy(engine, "canary", options),
      });
      return trialOf(engine, tenant, trial.version);
    },
    async withdraw(version, options) {
      const trial = await trialAt(engine, tenant, version);
      await store.write("withdrawTrial", {
        tenant,
        version: trial.version,
        ...stepBy(engine, "withdraw", options),
      });
      return trialOf(engine, tenant, trial.version);
    },
    async promote(version, options) {
      const trial = await trialAt(engine, tenant, version);
      refuseLoser(trial);
      const { version: promote, base: ifVersion } = trial;
      return changePolicy(engine, tenant, { promote }, { ...options, ifVersion, call: `promote ${promote}` });
    },
  };
}

async function trialAt(engine: Engine, tenant: string, version: unknown): Promise<Trial> {
  engine.use();
  return trialOf(engine, tenant, checkVersion(version, "version"));
}
