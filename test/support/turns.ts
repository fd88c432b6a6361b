/** The processor time of this thread, in milliseconds: waiting, other threads and other programs do not count. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

export interface Turns {
  /** The longest that the event loop was kept from turning, in processor time. */
  readonly longestMs: number;
  readonly totalMs: number;
}

/** How long work keeps this thread: in one turn of its event loop at most, and in all. */
export async function turnsOf(work: () => Promise<unknown>): Promise<Turns> {
  const began = threadMs();
  let last = began;
  let longestMs = 0;
  let isOver = false;
  const turn = (): void => {
    const now = threadMs();
    longestMs = Math.max(longestMs, now - last);
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
  return { longestMs, totalMs: threadMs() - began };
}
