import type { JobModule } from "../jobs/job.ts";
import { UPKEEP } from "./index.ts";
import { runTask } from "./run-task.ts";
import type { UpkeepTask, UpkeepTools } from "./task.ts";

/** Higher goes first: what people wait for does. */
const PRIORITY = -5;

export function jobKind(task: Pick<UpkeepTask, "name">): string {
  return `upkeep.${task.name}`;
}

/** The upkeep jobs as the engine lists them. `tools` is asked for when a job runs. */
export function upkeepJobs(settings: UpkeepTools["settings"], tools: () => UpkeepTools): JobModule[] {
  return UPKEEP.map((task) => {
    const kind = jobKind(task);
    const job = { kind, flight: kind, priority: PRIORITY, maxAttempts: settings.jobs.maxAttempts };
    const ask = async (tenant: string): Promise<void> => {
      await tools().store.write("enqueue", { tenant, scope: null, at: tools().now(), jobs: [job] });
    };
    const isOn = runsByItself(task, settings);
    return {
      kind,
      run: async ({ id, tenant, payload: { slot } }, { signal, complete }) => {
        await runTask(task, tools(), {
          ...{ tenant, id, slot: typeof slot === "number" ? slot : null, dryRun: false, signal },
          ...{ collect: false, next: job, end: (args) => complete("endUpkeep", args) },
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
  return (task.wanted?.(settings) ?? true) && !settings.upkeep.off.includes(task.name);
}
