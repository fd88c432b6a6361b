/** The processor time of this thread, in milliseconds: waiting, other threads and other programs do not count. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** A turn of an event loop that has nothing to do takes less. */
const IDLE_MS = 0.1;

export interface Turns {
  /** The longest that the event loop was kept from turning, in processor time. */
  readonly longestMs: number;
  /** Without the turns in which nothing but the clock was read. */
  readonly totalMs: number;
}

/** How long work keeps this thread: in one turn of its event loop at most, and in all. */
export async function turnsOf(work: () => Promise<unknown>): Promise<Turns> {
  let last = threadMs();
  let longestMs = 0;
  let totalMs = 0;
  let isOver = false;
  const turn = (): void => {
    const now = threadMs();
    longestMs = Math.max(longestMs, now - last);
    if (now - last > IDLE_MS) totalMs += now - last;
    last = now;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  try {
    await work();
    await new Promise<void>((resolve) => setImmediate(resolve));
  } finally {
    isOver = true;
  }
  return { longestMs, totalMs };
}
