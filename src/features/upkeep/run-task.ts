import type { UpkeepResult, UpkeepUndone } from "../../api/upkeep.ts";
import { checkAborted, MemoirError } from "../../domain/errors.ts";
import { formatScope } from "../../domain/scope.ts";
import { type JobModule, reasonOf } from "../../jobs/run-job.ts";
import { scopesOfBatch } from "../../store/tables/history.ts";
import { undoableBatch } from "../../store/writes/undo.ts";
import { type EndUpkeepArgs, findRun, toUpkeepRun, type UpkeepRunRow } from "../../store/writes/upkeep.ts";
import { type ByHand, undoWhole } from "../../write/verbs/change-by-id.ts";
import { UPKEEP } from "./index.ts";
import type { UpkeepTask, UpkeepTools } from "./task.ts";
import { TaskRun } from "./task-run.ts";

/** A run that shows no sign of life for so long was interrupted. Longer than any call of a model with its retries. */
const STALE_MS = 120_000;

export interface RunRequest {
  readonly tenant: string;
  /** The id of the run; of a job's try, the job's: the next try takes it up again. */
  readonly id: string;
  readonly slot: number | null;
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
  /** Keeps what changes, for a caller who wants to see it. */
  readonly collect: boolean;
  /** Ends the run's record; a job ends together with it. Default: a separate write. */
  end?(args: EndUpkeepArgs): Promise<UpkeepRunRow>;
  /** The job that does the rest where there is more. Default: nobody does. */
  readonly next?: EndUpkeepArgs["next"];
}

/** Runs a task within its limits and keeps a record of it. `null`: this slot's run is done already. */
export async function runTask(
  task: UpkeepTask,
  tools: UpkeepTools,
  request: RunRequest,
): Promise<UpkeepResult | null> {
  const { store } = tools;
  const { tenant, dryRun, signal } = request;
  const owner = crypto.randomUUID();
  const row = dryRun
    ? null
    : await store.write("beginUpkeep", {
        tenant,
        run: request.id,
        owner,
        name: task.name,
        slot: request.slot,
        at: tools.now(),
        staleMs: STALE_MS,
        continues: task.continues ?? false,
      });
  if (row === null && !dryRun) return null;
  const batch = row?.id ?? request.id;
  const run = new TaskRun(task, tools, {
    tenant,
    batch,
    record: row,
    owner,
    signal,
    collect: request.collect,
  });
  const end = request.end ?? ((args: EndUpkeepArgs) => store.write("endUpkeep", args));
  try {
    const more = await task.run(run);
    const { counts, changes } = run;
    if (dryRun) return { name: task.name, dryRun, run: null, counts, changes, more };
    await run.saveCounts();
    const next = more ? (request.next ?? null) : null;
    const ended = await end({ tenant, run: batch, owner, at: tools.now(), more, error: null, next });
    const record = toUpkeepRun(ended);
    return { name: task.name, dryRun, run: record, counts: record.counts, changes, more };
  } catch (error) {
    // The record says why; what cannot be written now is found as interrupted by the next run.
    const failed = {
      tenant,
      run: batch,
      owner,
      at: tools.now(),
      more: true,
      error: reasonOf(error),
      next: null,
    };
    if (!dryRun) await store.write("endUpkeep", failed).catch(() => undefined);
    throw error;
  } finally {
    tools.changed();
  }
}

/** Higher goes first: what people wait for does. */
const PRIORITY = -5;

export function jobKind(task: Pick<UpkeepTask, "name">): string {
  return `upkeep.${task.name}`;
}

/** The upkeep jobs as the engine lists them. */
export function upkeepJobs(tools: UpkeepTools): JobModule[] {
  const { settings } = tools;
  return UPKEEP.map((task) => {
    const kind = jobKind(task);
    const job = { kind, flight: kind, priority: PRIORITY, maxAttempts: settings.jobs.maxAttempts };
    const ask = async (tenant: string): Promise<void> => {
      await tools.store.write("enqueue", { tenant, scope: null, at: tools.now(), jobs: [job] });
    };
    const isOn = runsByItself(task, settings);
    return {
      kind,
      run: async ({ id, tenant, payload: { slot } }, { signal, complete }) => {
        await runTask(task, tools, {
          tenant,
          id,
          slot: typeof slot === "number" ? slot : null,
          dryRun: false,
          signal,
          collect: false,
          next: job,
          end: (args) => complete("endUpkeep", args),
        });
      },
      ...(isOn
        ? { schedules: [{ name: kind, pattern: settings.upkeep.pattern, zone: settings.upkeep.zone }] }
        : {}),
      ...(isOn && task.look !== undefined ? { look: task.look(tools, ask) } : {}),
    };
  });
}

/** Whether a task is scheduled under these settings. */
export function runsByItself(task: UpkeepTask, settings: UpkeepTools["settings"]): boolean {
  return (task.isEnabled?.(settings) ?? true) && !settings.upkeep.off.includes(task.name);
}

const OPERATOR = { actor: "operator", access: { agent: null, categories: null } };

/**
 * Takes back a run, scope by scope. Whether all of it can be is looked at first; one that is interrupted is finished by
 * asking again, for what is undone is no longer part of it.
 */
export async function undoRun(
  tools: UpkeepTools,
  tenant: string,
  run: string,
  { reason, signal }: Pick<ByHand, "reason" | "signal">,
): Promise<UpkeepUndone> {
  const { read } = tools.store;
  const record = await findRun(read, tenant, run);
  if (record === undefined) {
    throw new MemoirError("not_found", `There is no upkeep run ${run}. List them to see which there are.`);
  }
  const task = UPKEEP.find(({ name }) => name === record.name);
  if (task?.reversible === false) {
    throw new MemoirError("gone", `Run ${run} of ${task.name} erased for good: it is beyond undo.`, {
      details: { run, name: task.name },
    });
  }
  if (task?.undo !== undefined) return task.undo(tools, tenant, run, reason);
  const scopes = await scopesOfBatch(read, tenant, run);
  if (scopes.length === 0) {
    throw new MemoirError("nothing_to_undo", `Run ${run} changed nothing, or was undone already.`);
  }
  for (const { num } of scopes) await undoableBatch(read, { tenant, num }, run);
  let undone = 0;
  for (const { kind, id } of scopes) {
    checkAborted(signal);
    const by = { scope: { tenant, kind, id }, acting: OPERATOR, reason, signal };
    undone += (await undoWhole(tools, by, run, true)).undone.length;
  }
  return { run, scopes: scopes.map(formatScope), undone };
}
