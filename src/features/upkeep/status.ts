import type { UpkeepRun, UpkeepStatus } from "../../api/upkeep.ts";
import type { SqlReader } from "../../store/tx.ts";
import { listSchedules } from "../../store/writes/triggers.ts";
import { listRuns, toUpkeepRun } from "../../store/writes/upkeep.ts";
import { UPKEEP } from "./index.ts";
import { jobKind, runsByItself } from "./run-task.ts";
import type { UpkeepTools } from "./task.ts";

/** Each upkeep job with its schedule and its last run. */
export async function upkeepStatus(
  { settings, use }: Pick<UpkeepTools, "settings" | "use">,
  tenant: string,
): Promise<UpkeepStatus[]> {
  const reader = use();
  const slots = new Map((await listSchedules(reader, tenant)).map((row) => [row.name, row.next_at]));
  return Promise.all(
    UPKEEP.map(async (task) => {
      const { name, about, reversible } = task;
      const isOn = runsByItself(task, settings);
      const [last] = await upkeepRuns(reader, tenant, name, 1);
      const next = isOn ? slots.get(jobKind(task)) : undefined;
      return {
        name,
        about,
        reversible,
        schedule: isOn ? settings.upkeep.pattern : null,
        zone: settings.upkeep.zone,
        nextAt: next === undefined ? null : new Date(next),
        last: last ?? null,
      };
    }),
  );
}

/** Newest first; of all jobs where none is named. */
export async function upkeepRuns(
  reader: SqlReader,
  tenant: string,
  name: string | null,
  limit: number,
): Promise<UpkeepRun[]> {
  return (await listRuns(reader, tenant, name, limit)).map(toUpkeepRun);
}
