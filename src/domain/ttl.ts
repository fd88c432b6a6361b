import type { MemoryType } from "./memory.ts";
import type { RetentionDays } from "./settings/retention-days.ts";

/** As settings write "permanent" (R65). */
const PERMANENT = -1;

/** A new memory's `ttlDays`: -1 ⇔ `null` (R65). What has no type is permanent. */
export function ttlDaysOf(
  type: MemoryType | null,
  retention: RetentionDays,
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
  { dated_task }: RetentionDays,
): number | null {
  const isDated = type === "task_state" && dated_task === PERMANENT;
  return expiresAt === null || !isDated ? expiresAt : expiresAt + ELSEWHERE;
}
