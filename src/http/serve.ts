import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { type Memoir, MemoirError } from "../index.ts";
import { createApp } from "./app.ts";
import type { Log } from "./log.ts";
import { createMetrics } from "./metrics.ts";

export interface ServeOptions {
  readonly memoir: Memoir;
  /** Of this package, for the API's document. */
  readonly version: string;
  /** Default: nobody listens. */
  readonly log?: Log;
}

export interface RunningServer {
  /** `http://127.0.0.1:7411` */
  readonly url: string;
  /** Takes no new requests, lets open ones finish within `server.graceMs`, then ends. The engine stays open. */
  close(): Promise<void>;
}

/** Opens the door over an engine, where its settings' section `server` says. */
export async function startServer({
  memoir,
  version,
  log = () => undefined,
}: ServeOptions): Promise<RunningServer> {
  const settings = memoir.settings.server;
  const stopping = new AbortController();
  const app = createApp({
    memoir,
    version,
    settings,
    metrics: createMetrics(),
    log,
    stopping: stopping.signal,
  });
  const server = await listen(app.fetch, settings.host, settings.port);
  let closing: Promise<void> | undefined;
  return {
    url: urlOf(server.address() as AddressInfo),
    close: () => {
      stopping.abort();
      closing ??= closed(server, settings.graceMs);
      return closing;
    },
  };
}

function listen(
  fetch: Parameters<typeof serve>[0]["fetch"],
  hostname: string,
  port: number,
): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch, hostname, port }, () => resolve(server)) as Server;
    server.once("error", (error: NodeJS.ErrnoException) => reject(unavailable(error, hostname, port)));
  });
}

function unavailable(cause: NodeJS.ErrnoException, host: string, port: number): MemoirError {
  const taken = cause.code === "EADDRINUSE";
  return new MemoirError(
    "invalid_argument",
    taken
      ? `Port ${port} of ${host} is taken by another program, perhaps by another Memoir. Choose another with --port.`
      : `Cannot listen on ${host}:${port}: ${cause.message}.`,
    { cause, details: { host, port } },
  );
}

/** Keep-alive connections that are silent are let go at once; the others when their answer is written, or at the end. */
function closed(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(() => server.closeAllConnections(), graceMs);
    late.unref();
    server.close(() => {
      clearTimeout(late);
      resolve();
    });
    server.closeIdleConnections();
  });
}

function urlOf({ address, family, port }: AddressInfo): string {
  return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
}
