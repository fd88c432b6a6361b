import { MemoirError, show } from "../domain/errors.ts";

/**
 * Refuses a request that a foreign page made: its Host must be one of the server's names (a page that points its own name at
 * 127.0.0.1 gives itself away by it), and an Origin, where a browser sends one, must be that same place.
 */
export function checkSite(
  host: string | undefined,
  origin: string | undefined,
  allowed: ReadonlySet<string>,
  isHttps: boolean,
): void {
  const name = host === undefined ? undefined : nameOf(`http://${host}`);
  if (name === undefined || !allowed.has(name)) {
    throw new MemoirError(
      "not_allowed",
      `This server is not called ${show(host)}. Add the name to the setting server.allowedHosts.`,
    );
  }
  if (origin === undefined) return;
  let from: string | undefined;
  try {
    const { host: place, protocol } = new URL(origin);
    // Behind a proxy with TLS pages come by https, without one by http; extensions have schemes of their own.
    from = protocol === (isHttps ? "https:" : "http:") ? place : undefined;
  } catch {
    from = undefined;
  }
  if (from !== host)
    throw new MemoirError("not_allowed", `Pages of ${show(origin)} may not call this server.`);
}

/** The names a server on this address goes by. */
export function ownNames(host: string, allowedHosts: readonly string[]): Set<string> {
  const own = host.includes(":") ? `[${host}]` : host;
  return new Set(["localhost", "127.0.0.1", "[::1]", own, ...allowedHosts].map((name) => name.toLowerCase()));
}

function nameOf(url: string): string | undefined {
  try {
    return new URL(url).hostname.toLowerCase();
  } catch {
    return undefined;
  }
}
