import { setTimeout } from "node:timers/promises";
import type { Worker } from "node:worker_threads";

/** How long one message may be read, in milliseconds of the thread's processor time. */
const DEADLINE_MS = 250;
/** A long message takes longer: so much more for each 1,000 characters. */
const PER_THOUSAND_MS = 50;
/** The first messages of a new thread compile the expressions; until it has read for so long, it is not judged. */
const COLD_MS = 1_000;
/** Waiting for a processor is nobody's fault: by the clock a message may take this many times as long. */
const PATIENCE = 20;
/** Without a measure of processor time there is only the clock, with some patience. */
const CLOCK_PATIENCE = 4;

/** A thread's processor time (`NaN`: it does not say) and the clock, in milliseconds. */
export interface ThreadTime {
  readonly busy: number;
  readonly clock: number;
}

/** Waits no longer than `timeoutMs` for the thread to say how busy it was. */
export async function threadTime(worker: Worker, timeoutMs: number): Promise<ThreadTime> {
  // Node before 24.6 cannot tell.
  if (worker.cpuUsage === undefined) {
    const clock = performance.now();
    return { busy: clock / CLOCK_PATIENCE, clock };
  }
  const used = await Promise.race([worker.cpuUsage().catch(() => undefined), setTimeout(timeoutMs)]);
  const busy = used === undefined ? Number.NaN : (used.user + used.system) / 1_000;
  return { busy, clock: performance.now() };
}

/** Whether a thread has been at a message of this length for too long, since `begun`; its first one began at `first`. */
export function isOverdue(length: number, first: ThreadTime, begun: ThreadTime, now: ThreadTime): boolean {
  const deadline = DEADLINE_MS + (PER_THOUSAND_MS * length) / 1_000;
  if (now.clock - begun.clock >= PATIENCE * deadline) return true;
  return now.busy - begun.busy >= deadline && now.busy - first.busy >= COLD_MS;
}
