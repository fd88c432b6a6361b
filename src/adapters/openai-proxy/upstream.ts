import { Agent, type IncomingMessage, request as plainRequest } from "node:http";
import { Agent as SecureAgent, request as secureRequest } from "node:https";
import { invalidArgument, MemoirError, show } from "../../domain/errors.ts";

/** The API that requests go on to. */
export interface Upstream {
  /** Passes a request on; resolves when the head of its answer is there. Redirects are not followed. */
  send(incoming: IncomingMessage, sending: Sending): Promise<IncomingMessage>;
  close(): void;
}

export interface Sending {
  /** Its body, or what was read of it. */
  readonly body: Uint8Array;
  /** Whether more of it follows, from the request itself. */
  readonly more: boolean;
  /** The client left. */
  readonly signal: AbortSignal;
}

const CONNECT_MS = 30_000;

/** Headers between two neighbours, which go no further. */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Headers as they came, without those that are only for the neighbour. */
export function endToEnd(
  { rawHeaders, headers }: IncomingMessage,
  drop?: (name: string) => boolean,
): string[] {
  const connectionHeaders = new Set(headers.connection?.split(",").map((name) => name.trim().toLowerCase()));
  const headerPairs: string[] = [];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!.toLowerCase();
    if (HOP_BY_HOP.has(name) || connectionHeaders.has(name) || drop?.(name) === true) continue;
    headerPairs.push(rawHeaders[i]!, rawHeaders[i + 1]!);
  }
  return headerPairs;
}

/** `https://api.openai.com` and `https://api.openai.com/v1` are the same: requests come with `/v1`. */
export function checkUpstream(address: string | URL): URL {
  const url = URL.canParse(String(address)) ? new URL(address) : null;
  if (url === null || !["http:", "https:"].includes(url.protocol)) {
    throw invalidArgument(
      `The upstream must be an address such as https://api.openai.com, got ${show(String(address))}.`,
      { path: "upstream" },
    );
  }
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw invalidArgument(
      "The upstream must be an address without a user, a password, a query and a fragment: clients send their own keys.",
      { path: "upstream" },
    );
  }
  url.pathname = url.pathname.replace(/\/$/, "").replace(/\/v1$/, "");
  return url;
}

export function openUpstream(url: URL): Upstream {
  const isSecure = url.protocol === "https:";
  const agent = isSecure ? new SecureAgent({ keepAlive: true }) : new Agent({ keepAlive: true });
  const request = isSecure ? secureRequest : plainRequest;
  const before = url.pathname.replace(/\/$/, "");
  return {
    send: (incoming, { body, more, signal }) =>
      new Promise((resolve, reject) => {
        const outgoing = request({
          // Node takes an IPv6 address without its brackets.
          host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
          port: url.port,
          method: incoming.method,
          path: before + incoming.url!,
          headers: [...endToEnd(incoming, isOurs), "Host", url.host, ...lengthOf(incoming, body, more)],
          agent,
          signal,
        });
        const patience = setTimeout(
          () => outgoing.destroy(new MemoirError("server_unavailable", "it does not answer")),
          CONNECT_MS,
        );
        outgoing.once("socket", (socket) => {
          if (socket.connecting) socket.once("connect", () => clearTimeout(patience));
          else clearTimeout(patience);
        });
        outgoing.once("close", () => clearTimeout(patience));
        outgoing.once("response", resolve);
        outgoing.on("error", reject);
        if (body.length > 0) outgoing.write(body);
        if (more) incoming.pipe(outgoing);
        else outgoing.end();
      }),
    close: () => agent.destroy(),
  };
}

/** Headers of a request that are not passed on as they are. */
function isOurs(name: string): boolean {
  return name === "host" || name === "content-length" || name === "expect" || name.startsWith("x-memoir-");
}

function lengthOf({ headers, method }: IncomingMessage, body: Uint8Array, more: boolean): string[] {
  const had = headers["content-length"];
  if (more && had !== undefined) return ["Content-Length", had];
  if (more && headers["transfer-encoding"] !== undefined) return ["Transfer-Encoding", "chunked"];
  const isBare =
    body.length === 0 && had === undefined && ["GET", "HEAD", "OPTIONS", "DELETE"].includes(method!);
  return isBare ? [] : ["Content-Length", String(body.length)];
}
