import { z } from "zod";
import type { MemoryType } from "../memory.ts";
import { setting, wholeNumber } from "./fields.ts";

const PERMANENT = -1;
const days = z.union([z.literal(PERMANENT), wholeNumber(1)]);

/** How long each type lives after its last confirmation (R12, R65). */
export const RetentionDays = z
  .strictObject({
    profile: setting(days, PERMANENT, "Days a profile memory lives; -1 = permanent."),
    preference: setting(days, 90, "Days a preference lives; -1 = permanent."),
    task_state: setting(days, 7, "Days the state of a task lives; -1 = permanent."),
    constraint: setting(days, PERMANENT, "Days a constraint lives; -1 = permanent."),
    episode: setting(days, 30, "Days an episode lives; -1 = permanent."),
    dated_task: setting(
      days,
      7,
      "Days the state of a task with a date lives, if the date does not end it before; -1 = until after its date.",
    ),
  } satisfies Record<MemoryType | "dated_task", z.ZodType>)
  .prefault({})
  .describe("Days each type lives after its last confirmation.");

export type RetentionDays = z.output<typeof RetentionDays>;
