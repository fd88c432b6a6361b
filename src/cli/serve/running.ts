import { withoutUndefined } from "../../domain/arguments.ts";

/** Where to listen, as the flags have it or as hosting services say it; a flag wins. */
export function addressOf(
  { host, port }: { readonly host?: string; readonly port?: number },
  text: string | undefined,
): { host?: string; port?: number } {
  const named = text !== undefined && /^\d{1,5}$/.test(text) ? Number(text) : undefined;
  return withoutUndefined({ host, port: port ?? named });
}

export function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
