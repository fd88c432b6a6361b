import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, BlockList, isIP } from "node:net";
import { MemoirError } from "../../domain/errors.ts";
import type { Memoir } from "../../index.ts";
import { BackgroundWork, deadlineOf, waitAtMost } from "../in-time.ts";
import { answerReader, isStream } from "./answer.ts";
import { type Api, proxyErrorBody } from "./api.ts";
import { chatCompletions } from "./chat-completions.ts";
import type { ProxyLog } from "./log.ts";
import { type MemoryOptions, type ProxyTurn, withMemory, withoutMemory } from "./memory.ts";
import { messagesApi } from "./messages.ts";
import { responses } from "./responses.ts";
import { checkUpstream, endToEnd, openUpstream, type Upstream } from "./upstream.ts";

export interface ProxyOptions {
  /** An engine, or a client of a server. It stays open when the proxy closes. */
  readonly memoir: Memoir;
  /** The API that requests go on to, such as `https://api.openai.com`. */
  readonly upstream: string | URL;
  /** Default: the engine's `"default"`. */
  readonly tenant?: string;
  /** The address to listen on. Default: `127.0.0.1`. */
  readonly host?: string;
  /** The port; 0 takes a free one. Default: 7412. */
  readonly port?: number;
  /** How long a request may wait for its memory, in milliseconds. Default: the read policy's `deadlineMs`, else 2,000. */
  readonly deadlineMs?: number;
  /** A larger request goes on without memory. Default: 32 MiB. */
  readonly maxBodyBytes?: number;
  /** How long open requests may go on when the proxy closes. Default: 10,000. */
  readonly graceMs?: number;
  /** Default: nobody listens. */
  readonly log?: ProxyLog;
}

export interface RunningProxy {
  /** `http://127.0.0.1:7412` */
  readonly url: string;
  /** Takes no new requests, lets open ones finish, and waits until what was said is on record; each within `graceMs`. */
  close(): Promise<void>;
}

const DEFAULT_PORT = 7412;
const DEFAULT_BODY = 33_554_432;
const DEFAULT_GRACE_MS = 10_000;

const APIS: ReadonlyMap<string, Api> = new Map(
  [chatCompletions, responses, messagesApi].map((api) => [api.path, api]),
);

/** Starts a proxy that gives memory to programs that speak to a model's API. */
export async function startProxy(options: ProxyOptions): Promise<RunningProxy> {
  const { memoir, host = "127.0.0.1", port = DEFAULT_PORT, graceMs = DEFAULT_GRACE_MS } = options;
  const upstream = openUpstream(checkUpstream(options.upstream));
  const log = options.log ?? (() => undefined);
  const waiting = new BackgroundWork(log);
  const context: ProxyContext = {
    memoir,
    upstream,
    waiting,
    tenant: options.tenant,
    log,
    deadlineMs: deadlineOf(memoir, options.deadlineMs),
    maxBodyBytes: options.maxBodyBytes ?? DEFAULT_BODY,
    isOwnHost: ownHosts(host),
  };
  const server = await listen(context, host, port);
  const { address, family, port: listeningPort } = server.address() as AddressInfo;
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await closeServer(server, graceMs);
    await waitAtMost(waiting.all(), graceMs);
    upstream.close();
  };
  return {
    url: `http://${family === "IPv6" ? `[${address}]` : address}:${listeningPort}`,
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}

interface ProxyContext extends MemoryOptions {
  readonly upstream: Upstream;
  readonly waiting: BackgroundWork;
  readonly maxBodyBytes: number;
  isOwnHost(header: string | undefined): boolean;
}

/** A page that points its own name at this machine gets no memory. Behind another address any name may be right. */
function ownHosts(host: string): (header: string | undefined) => boolean {
  const loopback = new BlockList();
  loopback.addSubnet("127.0.0.0", 8);
  loopback.addAddress("::1", "ipv6");
  const isLoopback = (name: string): boolean =>
    name === "localhost" || (isIP(name) !== 0 && loopback.check(name, isIP(name) === 6 ? "ipv6" : "ipv4"));
  if (!isLoopback(host)) return () => true;
  return (header = "") => {
    const name = URL.canParse(`http://${header}`) ? new URL(`http://${header}`).hostname : "";
    return isLoopback(name.replace(/^\[(.*)\]$/, "$1"));
  };
}

function listen(context: ProxyContext, host: string, port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((incoming, outgoing) => {
      void handle(context, incoming, outgoing);
    });
    server.once("error", (cause: NodeJS.ErrnoException) => {
      const message =
        cause.code === "EADDRINUSE"
          ? `Port ${port} of ${host} is taken by another program. Choose another with --port.`
          : `Cannot listen on ${host}:${port}: ${cause.message}.`;
      reject(new MemoirError("invalid_argument", message, { cause, details: { host, port } }));
    });
    server.listen(port, host, () => resolve(server));
  });
}

const IDLE_MS = 50;

function closeServer(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_MS);
    const late = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearInterval(idle);
      clearTimeout(late);
      resolve();
    });
  });
}

/** One request: its memory, its way on, its answer, and what was said. It never rejects. */
async function handle(
  context: ProxyContext,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const begun = performance.now();
  const path = incoming.url!.split("?", 1)[0]!;
  const api = incoming.method === "POST" ? APIS.get(path) : undefined;
  const clientGone = new AbortController();
  outgoing.once("close", () => clientGone.abort());
  // Both ends may break at any time; what comes of it is seen where they are used.
  for (const end of [incoming, outgoing]) end.on("error", () => undefined);
  outgoing.sendDate = false;
  let turn: ProxyTurn | null = null;
  try {
    const read = api === undefined ? NOTHING_READ : await readBody(incoming, context.maxBodyBytes);
    if (api !== undefined) turn = await turnOf(context, api, incoming, read);
    const sending = { body: turn?.body ?? read.body, more: read.more, signal: clientGone.signal };
    const answer = await context.upstream.send(incoming, sending);
    await relay(context, { answer, outgoing, api, turn });
  } catch (error) {
    if (!clientGone.signal.aborted && !outgoing.headersSent) unreachable(outgoing, api, error);
    else outgoing.destroy();
  }
  context.log({
    level: outgoing.statusCode >= 500 ? "error" : "info",
    event: "request",
    method: incoming.method!,
    // Another path may name anything.
    route: api?.path ?? "other",
    status: outgoing.statusCode,
    ms: Math.round(performance.now() - begun),
    ...(turn === null
      ? {}
      : {
          memory: turn.memory,
          recalled: turn.recalled,
          degraded: turn.degraded,
          left: !outgoing.writableFinished,
        }),
  });
}

interface ReadBody {
  readonly body: Uint8Array;
  /** Whether there is more of it. */
  readonly more: boolean;
}

const NOTHING_READ: ReadBody = { body: new Uint8Array(0), more: true };

/** The body of a request, or the first of it where it is too large. */
function readBody(incoming: IncomingMessage, most: number): Promise<ReadBody> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    const take = (chunk: Uint8Array): void => {
      chunks.push(chunk);
      size += chunk.length;
      if (size <= most) return;
      incoming.off("data", take).pause();
      resolve({ body: Buffer.concat(chunks), more: true });
    };
    incoming.on("data", take);
    incoming.once("end", () => resolve({ body: Buffer.concat(chunks), more: false }));
    incoming.once("close", () => reject(new Error("The client left.")));
  });
}

function turnOf(
  context: ProxyContext,
  api: Api,
  { headers }: IncomingMessage,
  { body, more }: ReadBody,
): ProxyTurn | Promise<ProxyTurn> {
  if (more) return withoutMemory(body, "too-large");
  if (!context.isOwnHost(headers.host)) return withoutMemory(body, "host");
  return withMemory(context, api, headers, body);
}

interface Relay {
  readonly answer: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly api: Api | undefined;
  readonly turn: ProxyTurn | null;
}

/**
 * Passes an answer on, byte for byte. It ends when what was said is on record, so that who has seen its end knows that;
 * a stream's own words are never held up.
 */
async function relay(context: ProxyContext, { answer, outgoing, api, turn }: Relay): Promise<void> {
  const isGood = answer.statusCode! >= 200 && answer.statusCode! < 300;
  // Whoever has no right to ask upstream learns nothing about the memory either.
  const turnHeaders =
    turn === null || (!isGood && turn.memory === "on") ? [] : Object.entries(turn.headers).flat();
  outgoing.writeHead(answer.statusCode!, answer.statusMessage!, [...endToEnd(answer), ...turnHeaders]);
  outgoing.flushHeaders();
  const observe = isGood ? (turn?.observe ?? null) : null;
  const reader = observe === null || api === undefined ? null : answerReader(api, answer.headers);
  const holds = reader !== null && !isStream(answer.headers);
  let held: Uint8Array | undefined;
  let observing: Promise<void> | undefined;
  const finish = (): Promise<void> => {
    observing ??=
      reader === null ? Promise.resolve() : context.waiting.start(async () => observe?.(await reader.text()));
    return observing;
  };
  try {
    for await (const chunk of answer as AsyncIterable<Uint8Array>) {
      reader?.push(chunk);
      const next = holds ? held : chunk;
      if (holds) held = chunk;
      if (next !== undefined && !outgoing.write(next)) await flowing(outgoing);
    }
    await waitAtMost(finish(), context.deadlineMs);
    outgoing.end(held);
  } finally {
    void finish();
  }
}

function flowing(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    if (outgoing.destroyed) resolve();
    outgoing.once("drain", resolve).once("close", resolve);
  });
}

/** The API's own shape, so that its clients understand it, and try again as they do. */
function unreachable(outgoing: ServerResponse, api: Api | undefined, error: unknown): void {
  const code = (error as NodeJS.ErrnoException).code ?? "unknown";
  const message = `Memoir's proxy cannot reach the upstream API (${code}).`;
  const body = JSON.stringify((api?.error ?? proxyErrorBody)(message, "upstream_unreachable"));
  outgoing.writeHead(502, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) });
  outgoing.end(body);
}
