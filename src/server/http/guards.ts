import { MemoirError, show } from "../../domain/errors.ts";
import type { Settings } from "../../index.ts";
import { BoundedMap } from "../../runtime/bounded-map.ts";
import { HttpError } from "./errors.ts";

/** Spellings of the server's own names that were met; anybody may add a port to one. */
const MAX_HOSTS = 100;

/**
 * Refuses a request that a foreign page made: its Host must be one of the server's names (a page that points its own name at
 * 127.0.0.1 gives itself away by it), and an Origin, where a browser sends one, must be that same place.
 */
export function createSiteCheck({
  host: address,
  allowedHosts,
  https,
}: Settings["server"]): (host: string | undefined, origin: string | undefined) => void {
  const ownHost = address.includes(":") ? `[${address}]` : address;
  const names = ["localhost", "127.0.0.1", "[::1]", ownHost, ...allowedHosts].map((name) =>
    name.toLowerCase(),
  );
  // Nearly all requests come with the same Host; reading it as an address costs more than finding it.
  const allowedNames = new BoundedMap<string, true>(MAX_HOSTS);
  return (host, origin) => {
    if (host === undefined || !allowedNames.has(host)) {
      const name = URL.parse(`http://${host}`)?.hostname.toLowerCase();
      if (host === undefined || name === undefined || !names.includes(name)) {
        throw new MemoirError(
          "not_allowed",
          `This server is not called ${show(host)}. Add the name to the setting server.allowedHosts.`,
        );
      }
      allowedNames.set(host, true);
    }
    if (origin !== undefined) checkOrigin(origin, host, https);
  };
}

function checkOrigin(origin: string, host: string, isHttps: boolean): void {
  const from = URL.parse(origin);
  // Behind a proxy with TLS pages come by https, without one by http; extensions have other schemes.
  if (from?.protocol === (isHttps ? "https:" : "http:") && from.host === host) return;
  throw new MemoirError("not_allowed", `Pages of ${show(origin)} may not call this server.`);
}

/**
 * The request, if what it announces is small enough; what announces nothing is counted while it is read, and held
 * back nowhere, so that a long import goes through as it comes.
 */
export function limitBody(request: Request, most: number): Request {
  const { headers, method } = request;
  if (method === "GET" || method === "HEAD") return request;
  const encoding = headers.get("content-encoding") ?? "identity";
  if (encoding.toLowerCase() !== "identity") {
    throw new HttpError(
      415,
      "invalid_argument",
      `Send the body as it is: this server unpacks nothing, got Content-Encoding: ${show(encoding)}.`,
    );
  }
  const announced = headers.get("content-length");
  if (announced !== null && !headers.has("transfer-encoding")) {
    if (Number(announced) > most) throw tooLarge(most);
    return request;
  }
  if (request.body === null) return request;
  return new Request(request, { body: limitStream(request.body, most), duplex: "half" });
}

function limitStream(body: ReadableStream<Uint8Array>, most: number): ReadableStream<Uint8Array> {
  let size = 0;
  return body.pipeThrough(
    new TransformStream({
      transform(chunk: Uint8Array, controller) {
        size += chunk.byteLength;
        if (size > most) controller.error(tooLarge(most));
        else controller.enqueue(chunk);
      },
    }),
  );
}

function tooLarge(most: number): MemoirError {
  return new MemoirError("too_large", `The body is larger than ${most} bytes.`, { details: { most } });
}

/** How many callers are tracked; one that has not asked for a while starts with a full allowance. */
const MAX_CALLERS = 10_000;

/**
 * A bucket for each caller that fills at a steady rate; `now` in milliseconds. Each call takes one, and throws `rate_limited`
 * with the seconds to wait when there is none left.
 */
export function createRate(perSecond: number, burst: number, now: () => number): (who: string) => void {
  const buckets = new BoundedMap<string, { tokens: number; at: number }>(MAX_CALLERS);
  return (who) => {
    const at = now();
    const bucket = buckets.get(who) ?? { tokens: burst, at };
    const tokens = Math.min(burst, bucket.tokens + ((at - bucket.at) / 1_000) * perSecond);
    buckets.set(who, { tokens: tokens < 1 ? tokens : tokens - 1, at });
    if (tokens >= 1) return;
    const seconds = Math.ceil((1 - tokens) / perSecond);
    throw new MemoirError("rate_limited", `Too many requests. Try again in ${seconds} s.`, {
      details: { retryAfterSeconds: seconds },
    });
  };
}
