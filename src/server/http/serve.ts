import { randomUUID } from "node:crypto";
import { createServer, type Server, STATUS_CODES } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import { type MemoirEngine, MemoirError } from "../../index.ts";
import { createApp, type Endpoint } from "./app.ts";
import { errorAnswer, HttpError } from "./errors.ts";
import { createMetrics } from "./metrics.ts";
import { ROUTES } from "./routes/index.ts";
import type { Log } from "./service.ts";

export interface ServeOptions {
  readonly memoir: MemoirEngine;
  /** Of this package, for the API's document. */
  readonly version: string;
  /** Default: nobody listens. */
  readonly log?: Log;
  /** Other protocols beside the routes. Default: none. */
  readonly endpoints?: readonly Endpoint[];
}

export interface RunningServer {
  /** `http://127.0.0.1:7411` */
  readonly url: string;
  /** Answers `/ready` with 503 and goes on for `server.drainMs`, until balancers send no more; `close()` ends it. */
  drain(): Promise<void>;
  /** Takes no new requests, lets open ones finish within `server.graceMs`, then ends. The engine stays open. */
  close(): Promise<void>;
}

/** Starts the server over an engine, at the address of the settings' section `server`. */
export async function startServer({
  memoir,
  version,
  log = () => undefined,
  endpoints = [],
}: ServeOptions): Promise<RunningServer> {
  const settings = memoir.settings.server;
  const stopping = new AbortController();
  const service = { memoir, version, settings, metrics: createMetrics(), log, stopping: stopping.signal };
  const app = createApp(service, ROUTES, endpoints);
  const server = await listen(app.fetch, settings.host, settings.port);
  const sockets = openSockets(server);
  const drained = new AbortController();
  let closing: Promise<void> | undefined;
  return {
    url: urlOf(server.address() as AddressInfo),
    drain: async () => {
      stopping.abort();
      await setTimeout(settings.drainMs, undefined, { signal: drained.signal }).catch(() => undefined);
    },
    close: () => {
      stopping.abort();
      drained.abort();
      closing ??= closeServer(server, sockets, settings.graceMs);
      return closing;
    },
  };
}

/** Cuts off a caller that sends its headers byte by byte, but not a large import over a slow line. */
const LIMITS = {
  headersTimeout: 15_000,
  requestTimeout: 600_000,
  // Longer than a proxy keeps its connections, so that it is the proxy that closes them.
  keepAliveTimeout: 75_000,
  maxHeaderSize: 16_384,
};

type Fetch = Parameters<typeof getRequestListener>[0];

function listen(fetch: Fetch, hostname: string, port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer(LIMITS, getRequestListener(fetch, { errorHandler: unreadable }));
    server.on("clientError", unreadableOnSocket);
    server.once("error", (error: NodeJS.ErrnoException) => reject(unavailable(error, hostname, port)));
    server.listen(port, hostname, () => resolve(server));
  });
}

function unavailable(cause: NodeJS.ErrnoException, host: string, port: number): MemoirError {
  const message =
    cause.code === "EADDRINUSE"
      ? `Port ${port} of ${host} is taken by another program, perhaps by another Memoir. Choose another with --port or PORT.`
      : `Cannot listen on ${host}:${port}: ${cause.message}.`;
  return new MemoirError("invalid_argument", message, { cause, details: { host, port } });
}

/** The answer to data that is no HTTP request and so reaches no route; it has the same shape as every error. */
function unreadable(): Response {
  const { status, body } = errorAnswer(cannotRead(undefined), randomUUID());
  return Response.json(body, { status });
}

/** The same where there is not even a response to write to. */
function unreadableOnSocket(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, body } = errorAnswer(cannotRead(error.code), randomUUID());
  const text = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(text)}`,
    "Connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${text}`);
}

function cannotRead(code: string | undefined): HttpError {
  if (code === "HPE_HEADER_OVERFLOW") {
    return new HttpError(431, "too_large", "The headers and the address are too long together.");
  }
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") {
    return new HttpError(408, "aborted", "The request took too long to arrive.");
  }
  return new HttpError(400, "invalid_argument", "This cannot be read as an HTTP request to this server.");
}

function openSockets(server: Server): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  return sockets;
}

const IDLE_MS = 50;

/** Connections that are silent are let go as soon as they are; the others when their answer is written, or at the end. */
function closeServer(server: Server, sockets: ReadonlySet<Socket>, graceMs: number): Promise<void> {
  const hangUp = (): void => {
    server.closeIdleConnections();
    // Node takes one on which nothing was ever said for busy; browsers and proxies open such in advance.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  };
  return new Promise((resolve) => {
    const idle = setInterval(hangUp, IDLE_MS);
    const late = globalThis.setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearInterval(idle);
      clearTimeout(late);
      resolve();
    });
    hangUp();
  });
}

function urlOf({ address, family, port }: AddressInfo): string {
  return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
}
