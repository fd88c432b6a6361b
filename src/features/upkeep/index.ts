import { invalidArgument, show } from "../../domain/errors.ts";
import { coldTask } from "./cold.ts";
import { compactTask } from "./compact.ts";
import { consolidateTask } from "./consolidate.ts";
import { insightTask } from "./insight.ts";
import { linkTask } from "./link.ts";
import { purgeTask } from "./purge.ts";
import { retentionTask } from "./retention.ts";
import { sweepTask } from "./sweep.ts";
import type { UpkeepTask } from "./task.ts";
import { tuneTask } from "./tune.ts";

/** Every upkeep job, in the order in which people read them. */
export const UPKEEP: readonly UpkeepTask[] = [
  sweepTask,
  coldTask,
  purgeTask,
  retentionTask,
  compactTask,
  consolidateTask,
  linkTask,
  insightTask,
  tuneTask,
];

export function upkeepNamed(name: string): UpkeepTask {
  const task = UPKEEP.find((one) => one.name === name);
  if (task !== undefined) return task;
  const names = UPKEEP.map((one) => one.name).join(", ");
  throw invalidArgument(`There is no upkeep job ${show(name)}. There are: ${names}.`);
}
