import { withoutUndefined } from "../../domain/arguments.ts";
import { invalidArgument, show } from "../../domain/errors.ts";

/** Where to listen, as the flags have it or as hosting services say it; a flag wins. */
export function addressOf(
  { host, port }: { readonly host?: string; readonly port?: number },
  text: string | undefined,
): { host?: string; port?: number } {
  return withoutUndefined({ host, port: port ?? portIn(text) });
}

function portIn(text = ""): number | undefined {
  if (text === "") return undefined;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) {
    throw invalidArgument(`PORT is ${show(text)}; it must be a whole number from 0 to 65535.`);
  }
  return port;
}

export function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
