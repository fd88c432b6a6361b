/** Milliseconds of this thread's processor time. */
function cpuMs(work: () => unknown): number {
  const started = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(started);
  return (user + system) / 1_000;
}

/**
 * The time that work on a text takes, and its limit: 32 times as long as for an eighth of the text. A pattern that
 * backtracks would need 64 times as long. Each counts by the better of two, because the garbage collector may run in
 * one; where the first is good enough, the second could change nothing.
 */
export function growth(
  work: (text: string) => unknown,
  textOf: (length: number) => string,
  length: number,
): { readonly took: number; readonly most: number } {
  const [eighth, whole] = [textOf(length / 8), textOf(length)];
  work(textOf(length / 16));
  const small = Math.min(
    cpuMs(() => work(eighth)),
    cpuMs(() => work(eighth)),
  );
  const most = 32 * Math.max(small, 5);
  const first = cpuMs(() => work(whole));
  return { took: first < most ? first : cpuMs(() => work(whole)), most };
}
