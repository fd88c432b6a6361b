import type { Memory, MemoryStatus, MemoryType } from "./memory.ts";
import type { RetentionDaysSection } from "./settings/lifetimes.ts";

const DAY = 86_400_000;
/** The last one that a `Date` can be. */
const LAST_MOMENT = 8.64e15;

/** The states in which a memory still ages. The others have already left, and time does not move them. */
const AGEING: ReadonlySet<MemoryStatus> = new Set(["active", "shadow", "pending", "archived"]);
/** Those whose strength decides about them: what waits for a person does not fade meanwhile. */
const FADING: ReadonlySet<MemoryStatus> = new Set(["active", "archived"]);

/** The fields that the effective status depends on. */
export interface Ageing extends Pick<Memory, "status" | "confirmedAt" | "ttlDays" | "expiresAt" | "pinned"> {
  /** The status before time changed it; `null` = `status` was set by somebody. Default: `null`. */
  readonly agedFrom?: MemoryStatus | null;
  /** When its strength falls below the bands. Default: `null`, never. */
  readonly archiveAt?: Date | null;
  readonly removeAt?: Date | null;
}

export interface EffectiveStatus {
  readonly status: MemoryStatus;
  /** Since when: the time that a sweep writes down. `null` where time changed nothing. */
  readonly since: Date | null;
}

/**
 * The status at `now`, from the row alone. Reads and writes use it; the sweep only writes down what is already
 * so. TTL counts from the last confirmation, so a fact that is stated again is alive again. A strength
 * below the bands archives, and then removes.
 */
export function effectiveStatus(memory: Ageing, now: Date): EffectiveStatus {
  const status = memory.agedFrom ?? memory.status;
  if (!AGEING.has(status)) return { status, since: null };
  const at = now.getTime();
  const { removed, expired, archived } = endsOf(memory, status);
  if (removed <= at) return { status: "soft_deleted", since: new Date(removed) };
  if (expired <= at) return { status: "expired", since: new Date(expired) };
  if (archived <= at) return { status: "archived", since: new Date(archived) };
  return { status, since: null };
}

/** When time next makes the status another than the one the row has; `null` = never. */
export function nextChangeAt(memory: Ageing): number | null {
  const status = memory.agedFrom ?? memory.status;
  if (!AGEING.has(status)) return null;
  const { removed, expired, archived } = endsOf(memory, status);
  const ends = [archived, expired, removed].filter((at) => at <= LAST_MOMENT).sort((a, b) => a - b);
  // Due times before the last change of status no longer count.
  const lastEnd = ends.findLastIndex((at) => effectiveStatus(memory, new Date(at)).status === memory.status);
  return ends[lastEnd + 1] ?? null;
}

function endsOf(memory: Ageing, status: MemoryStatus): Record<"removed" | "expired" | "archived", number> {
  const fades = !memory.pinned && FADING.has(status);
  return {
    removed: fades ? timeOf(memory.removeAt) : Number.POSITIVE_INFINITY,
    expired: Math.min(ttlEnd(memory), timeOf(memory.expiresAt)),
    archived: fades && status === "active" ? timeOf(memory.archiveAt) : Number.POSITIVE_INFINITY,
  };
}

function timeOf(end: Date | null | undefined): number {
  return end?.getTime() ?? Number.POSITIVE_INFINITY;
}

/** A pin holds against ageing, not against an end that somebody set. Permanent is -1. */
function ttlEnd(memory: Pick<Memory, "confirmedAt" | "ttlDays" | "pinned">): number {
  if (memory.pinned || memory.ttlDays === null || memory.ttlDays < 0) return Number.POSITIVE_INFINITY;
  return memory.confirmedAt.getTime() + memory.ttlDays * DAY;
}

/** As settings write "permanent". */
const PERMANENT = -1;

/** A new memory's `ttlDays`: -1 ⇔ `null`. A memory without a type is permanent. */
export function ttlDaysOf(
  type: MemoryType | null,
  retention: RetentionDaysSection,
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
  { dated_task }: RetentionDaysSection,
): number | null {
  const isDated = type === "task_state" && dated_task === PERMANENT;
  return expiresAt === null || !isDated ? expiresAt : expiresAt + ELSEWHERE;
}
