import type { Memory, MemoryStatus } from "./memory.ts";

const DAY = 86_400_000;

/** The states in which a memory still ages (C8). The others have already left, and time does not move them. */
const AGEING: ReadonlySet<MemoryStatus> = new Set(["active", "shadow", "pending", "archived"]);

export interface EffectiveStatus {
  readonly status: MemoryStatus;
  /** When it expired: the time that a sweep writes down (R44). `null` where time changed nothing. */
  readonly since: Date | null;
}

/**
 * The status at `now`, from the row alone. Reads and writes use it; the sweep only writes down what is already
 * so. TTL counts from the last confirmation (R303), so a fact that is stated again is alive again (R330).
 */
export function effectiveStatus(
  memory: Pick<Memory, "status" | "confirmedAt" | "ttlDays" | "expiresAt" | "pinned">,
  now: Date,
): EffectiveStatus {
  if (!AGEING.has(memory.status)) return { status: memory.status, since: null };
  const due = Math.min(ttlEnd(memory), memory.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY);
  if (!(due <= now.getTime())) return { status: memory.status, since: null };
  return { status: "expired", since: new Date(due) };
}

/** A pin holds against ageing, not against an end that somebody set. R65 writes permanent as -1. */
function ttlEnd(memory: Pick<Memory, "confirmedAt" | "ttlDays" | "pinned">): number {
  if (memory.pinned || memory.ttlDays === null || memory.ttlDays < 0) return Number.POSITIVE_INFINITY;
  return memory.confirmedAt.getTime() + memory.ttlDays * DAY;
}
