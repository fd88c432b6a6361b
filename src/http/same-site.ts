import { BoundedMap } from "../domain/bounded-map.ts";
import { MemoirError, show } from "../domain/errors.ts";

/** Checks the `Host` and `Origin` of a request. */
export type SiteCheck = (host: string | undefined, origin: string | undefined) => void;

/** Spellings of the server's own names that were met; anybody may add a port to one. */
const MOST_HOSTS = 100;

/**
 * Refuses a request that a foreign page made: its Host must be one of the server's names (a page that points its own name at
 * 127.0.0.1 gives itself away by it), and an Origin, where a browser sends one, must be that same place.
 */
export function createSiteCheck(allowed: ReadonlySet<string>, isHttps: boolean): SiteCheck {
  // Nearly all requests come with the same Host; reading it as an address costs more than finding it.
  const known = new BoundedMap<string, true>(MOST_HOSTS);
  return (host, origin) => {
    if (host === undefined || !known.has(host)) {
      const name = host === undefined ? undefined : nameOf(`http://${host}`);
      if (host === undefined || name === undefined || !allowed.has(name)) {
        throw new MemoirError(
          "not_allowed",
          `This server is not called ${show(host)}. Add the name to the setting server.allowedHosts.`,
        );
      }
      known.set(host, true);
    }
    if (origin !== undefined) checkOrigin(origin, host, isHttps);
  };
}

function checkOrigin(origin: string, host: string, isHttps: boolean): void {
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
