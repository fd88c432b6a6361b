import { checked } from "../../api/calls/index.ts";
import type { DecisionDifference, TuningHandle, TuningOptions } from "../../api/tuning.ts";
import { checkReason, checkWhole } from "../../domain/arguments.ts";
import type { Fate } from "../../domain/case.ts";
import { checkPolicyPatch } from "../../domain/check-policy.ts";
import { invalidArgument, show } from "../../domain/errors.ts";
import { policiesOf } from "../../domain/policy.ts";
import { checkId, checkTime } from "../../domain/text.ts";
import { driftNow, toStep } from "../../features/tuning/monitor.ts";
import { previewPolicy } from "../../features/tuning/preview.ts";
import {
  casesOf,
  compareTrial,
  proposeTrial,
  refuseLoser,
  trialOf,
  trialsOf,
} from "../../features/tuning/trial.ts";
import { numericCursor, page, pageBy } from "../../read/views/page.ts";
import { scopeNameOf } from "../../store/tables/tenant-rows.ts";
import {
  findTuningStep,
  listDifferences,
  listTuningSteps,
  type NumberedDifference,
  type TrialRow,
} from "../../store/tables/trials.ts";
import { TOP } from "../../store/tx.ts";
import type { StepBy } from "../../store/writes/policy.ts";
import { existingTrial } from "../../store/writes/tuning.ts";
import type { Engine } from "../engine.ts";
import { checkVersion, policyHandle } from "./tenant-admin.ts";

const DAY = 86_400_000;
const DIFFERENCES = numericCursor({ at: TOP, scope: TOP, seq: TOP, num: TOP });

export function tuningHandle(engine: Engine, tenant: string): TuningHandle {
  return checked("tuning", {
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
      return page(options, async (part) => {
        const rows = await listTuningSteps(engine.use(), tenant, part);
        return rows.map((row) => ({ item: toStep(row), position: row.num }));
      });
    },
    async undo(step, options) {
      engine.use();
      const num = checkWhole(step, "step", 1, 2 ** 31 - 1);
      const args = {
        tenant,
        num,
        opened: policiesOf(engine.settings),
        ...stepBy(engine, `undo step ${num}`, options),
      };
      const done = await engine.store.write("undoStep", args);
      return toStep((await findTuningStep(engine.use(), tenant, done))!);
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
      const { version: number } = await trialAt(engine, tenant, version);
      return pageBy(options, DIFFERENCES, async (part) => {
        const rows = await listDifferences(engine.use(), tenant, number, part);
        return rows.map((row) => ({ item: toDifference(row), position: placeOf(row) }));
      });
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
      const trial = await trialAt(engine, tenant, version);
      const cases = await casesOf(engine, tenant);
      await compareTrial({ tools: engine, tenant, cases }, trial, (args) => store.write("saveTrial", args));
      return trialOf(engine, tenant, trial.version);
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
      const reason = `promote ${trial.version}`;
      await store.write("setPolicy", {
        tenant,
        change: { promote: trial.version },
        ifVersion: trial.base,
        opened: policiesOf(engine.settings),
        ...stepBy(engine, reason, options),
      });
      return policyHandle(engine, tenant).current();
    },
  };
}

function trialAt(engine: Engine, tenant: string, version: unknown): Promise<TrialRow> {
  return existingTrial(engine.use(), tenant, checkVersion(version, "version"));
}

function stepBy(engine: Engine, call: string, { actor, reason }: TuningOptions = {}): StepBy {
  return {
    actor: actor === undefined ? "operator" : checkId(actor, "actor"),
    reason: checkReason(reason, call),
    at: engine.now(),
  };
}

function placeOf({ at, scope, seq, num }: NumberedDifference): (typeof DIFFERENCES)["top"] {
  return { at, scope, seq, num };
}

function toDifference(row: NumberedDifference): DecisionDifference {
  return {
    scope: scopeNameOf(row),
    eventId: row.event,
    memoryId: row.memory,
    was: row.was as Fate,
    becomes: row.becomes as Fate,
    reason: row.reason,
    at: new Date(row.at),
  };
}
