import { randomUUID } from "node:crypto";
import type { UpkeepHandle } from "../api/upkeep.ts";
import { checkFlag, checkReason, checkWhole } from "../domain/arguments.ts";
import { checkAborted, MemoirError } from "../domain/errors.ts";
import { checkId } from "../domain/text.ts";
import type { Engine } from "../engine/engine.ts";
import { listSchedules } from "../store/schedules.ts";
import { listRuns, toUpkeepRun } from "../store/upkeep-runs.ts";
import { UPKEEP, upkeepNamed } from "../upkeep/index.ts";
import { jobKind, runsByItself, runTask } from "../upkeep/run-task.ts";
import { undoRun } from "../upkeep/undo-run.ts";
import { checked, UPKEEP_CALLS } from "./calls.ts";

const MOST_RUNS = 1_000;

export function upkeepOf(engine: Engine, tenant: string): UpkeepHandle {
  const { settings } = engine;
  return checked<UpkeepHandle>(
    {
      async status() {
        const reader = engine.use();
        const slots = new Map((await listSchedules(reader, tenant)).map((row) => [row.name, row.next_at]));
        return Promise.all(
          UPKEEP.map(async (task) => {
            const { name, about, reversible } = task;
            const isOn = runsByItself(task, settings);
            const [last] = await listRuns(reader, tenant, name, 1);
            const next = isOn ? slots.get(jobKind(task)) : undefined;
            return {
              ...{ name, about, reversible },
              schedule: isOn ? settings.upkeep.pattern : null,
              zone: settings.upkeep.zone,
              nextAt: next === undefined ? null : new Date(next),
              last: last === undefined ? null : toUpkeepRun(last),
            };
          }),
        );
      },

      async run(name, { dryRun: dry = false, signal } = {}) {
        engine.use();
        const task = upkeepNamed(name);
        const dryRun = checkFlag(dry, "dryRun");
        checkAborted(signal);
        const closing = signal === undefined ? engine.closed : AbortSignal.any([engine.closed, signal]);
        const id = randomUUID();
        const result = await engine.accept(
          runTask(task, engine, { tenant, id, slot: null, dryRun, signal: closing, collect: true }),
        );
        if (result === null) throw new MemoirError("internal", `Run ${id} of ${name} was there before.`);
        return result;
      },

      async undo(run, { reason: why, signal } = {}) {
        engine.use();
        const id = checkId(run, "run");
        const reason = checkReason(why, "undo of an upkeep run");
        return engine.accept(undoRun(engine, tenant, id, { reason, signal }));
      },

      async runs({ name, limit = 50 } = {}) {
        const reader = engine.use();
        const of = name === undefined ? null : upkeepNamed(name).name;
        const rows = await listRuns(reader, tenant, of, checkWhole(limit, "limit", 1, MOST_RUNS));
        return rows.map(toUpkeepRun);
      },
    },
    UPKEEP_CALLS,
    "upkeep.",
  );
}
