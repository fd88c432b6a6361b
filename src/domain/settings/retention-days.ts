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

/** A new memory's `ttlDays`: -1 ⇔ `null` (R65). What has no type is permanent. */
export function ttlDaysOf(
  type: MemoryType | null,
  retention: z.output<typeof RetentionDays>,
  hasDate: boolean,
): number | null {
  const ttl = type === null ? PERMANENT : retention[type === "task_state" && hasDate ? "dated_task" : type];
  return ttl === PERMANENT ? null : ttl;
}

/** A day ends up to twelve hours later than in UTC, depending on where somebody lives. */
const ELSEWHERE = 12 * 3_600_000;

/** When a plan ends that was read in somebody's words: after its day, wherever they are, if the date alone ends it. */
export function endOfPlan(
  type: MemoryType | null,
  expiresAt: number | null,
  { dated_task }: z.output<typeof RetentionDays>,
): number | null {
  const isDated = type === "task_state" && dated_task === PERMANENT;
  return expiresAt === null || !isDated ? expiresAt : expiresAt + ELSEWHERE;
}
