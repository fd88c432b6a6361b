import type { ServerContext } from "@modelcontextprotocol/server";

/** How often a caller is told that a call still runs. */
const BEAT_MS = 1_000;

/**
 * Tells a caller that asked for it that its call runs: once when it begins, and again every second until it ends. How
 * long a search or a model takes is not known beforehand, so there is no total.
 */
export async function withProgress<T>(
  { mcpReq }: ServerContext,
  message: string,
  work: () => Promise<T>,
): Promise<T> {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return work();
  let progress = 0;
  const tell = (): Promise<void> =>
    mcpReq.notify({
      method: "notifications/progress",
      params: { progressToken, progress: progress++, message },
    });
  // A caller that has left need not hear of it.
  const beat = setInterval(() => void tell().catch(() => undefined), BEAT_MS);
  try {
    await tell().catch(() => undefined);
    return await work();
  } finally {
    clearInterval(beat);
  }
}
