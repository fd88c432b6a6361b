import { randomUUID } from "node:crypto";
import {
  createMcpHandler,
  isLegacyRequest,
  type McpHttpHandler,
  type McpServer,
  type ServerEvent,
  type ServerEventBus,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import type { McpAccess, McpOptions } from "./connection.ts";
import { MEMORIES_URI } from "./resources.ts";
import { createServer } from "./server.ts";
import { addSubscriptions, watch } from "./watch.ts";

/** The sender of a request, as far as it distinguishes connections. */
export interface McpCaller {
  /** Equal for requests of the same key on the same scope with the same bounds, and for no others. */
  readonly identity: string;
  /** The key; it has a bounded number of connections. */
  readonly owner: string;
  readonly access: McpAccess;
}

export interface McpEndpoint {
  /** Answers one request. Host, Origin, key and size have been looked at before. */
  fetch(request: Request, caller: McpCaller): Promise<Response>;
  close(): Promise<void>;
}

/** Makes the server of one connection. */
export type NewServer = (access: McpAccess, identity: string, era: "legacy" | "modern") => McpServer;

/** MCP over streamable HTTP: without sessions for clients of 2026, with sessions for those before. */
export function createEndpoint(
  options: McpOptions,
  newServer: NewServer = memoryServer(options),
): McpEndpoint {
  const sessions = createSessions(() => performance.now());
  const listening = new Set<McpHttpHandler>();

  const modern = (request: Request, { access, identity }: McpCaller): Promise<Response> => {
    const bus = feedBus(access, {
      opened: () => listening.add(handler),
      closed: () => listening.delete(handler),
    });
    const handler = createMcpHandler(() => newServer(access, identity, "modern"), {
      legacy: "reject",
      bus,
      onerror: options.onError,
    });
    return handler.fetch(request);
  };

  const legacy = async (request: Request, { access, identity, owner }: McpCaller): Promise<Response> => {
    const id = request.headers.get("mcp-session-id");
    const transport =
      id === null
        ? await sessions.open(identity, owner, () => newServer(access, identity, "legacy"))
        : sessions.find(id, identity);
    // As the protocol requires: the client starts over.
    return transport === undefined ? sessionGone() : transport.handleRequest(request);
  };

  return {
    fetch: async (request, caller) => {
      const hasSession = request.headers.has("mcp-session-id");
      return hasSession || (await isLegacyRequest(request))
        ? legacy(request, caller)
        : modern(request, caller);
    },
    async close() {
      await Promise.all([sessions.close(), ...[...listening].map((handler) => handler.close())]);
    },
  };
}

function memoryServer(options: McpOptions): NewServer {
  return (access, identity, era) => {
    const server = createServer(access, identity, options);
    if (era === "legacy" && access.mayWatch) addSubscriptions(server, access);
    return server;
  };
}

function sessionGone(): Response {
  const error = { code: -32_001, message: "Session not found" };
  return Response.json({ jsonrpc: "2.0", id: null, error }, { status: 404 });
}

/** The changes of one caller's scope, as long as a stream listens: no caller hears of another's. */
function feedBus(access: McpAccess, { opened, closed }: { opened(): void; closed(): void }): ServerEventBus {
  const listeners = new Set<(event: ServerEvent) => void>();
  let stop: AbortController | undefined;
  const publish = (event: ServerEvent): void => {
    for (const listener of [...listeners]) listener(event);
  };
  return {
    publish,
    subscribe(listener) {
      listeners.add(listener);
      if (stop === undefined) {
        stop = new AbortController();
        opened();
        watch(
          access,
          (uris) => {
            for (const uri of uris) publish({ kind: "resource_updated", uri });
            if (uris.has(MEMORIES_URI)) publish({ kind: "resources_list_changed" });
          },
          stop.signal,
        );
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stop?.abort();
        stop = undefined;
        closed();
      };
    },
  };
}

/** One client of the years before 2026, whose connection lasts over many requests. */
interface Session {
  /** Of the key and the scope that opened it; no other may use it. */
  readonly identity: string;
  readonly owner: string;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  usedAt: number;
}

/** Each is a few kilobytes; a client that does not say goodbye leaves one behind. */
const MAX_OF_AN_OWNER = 50;
const MAX_SESSIONS = 1_000;
const IDLE_MS = 3_600_000;

interface Sessions {
  /** The session that a request names, if it is this caller's. */
  find(id: string, identity: string): WebStandardStreamableHTTPServerTransport | undefined;
  /** Connects a new server; the session begins when its client has said hello. */
  open(
    identity: string,
    owner: string,
    connect: () => McpServer,
  ): Promise<WebStandardStreamableHTTPServerTransport>;
  close(): Promise<void>;
}

export function createSessions(now: () => number): Sessions {
  // In the order of their last use: a Map keeps the order of insertion.
  const sessions = new Map<string, Session>();
  const end = (id: string): void => {
    const session = sessions.get(id);
    sessions.delete(id);
    session?.transport.close().catch(() => undefined);
  };
  /** Ends those that nobody has used for long, and the eldest of who has too many. */
  const makeRoom = (owner: string): void => {
    for (const [id, { usedAt }] of sessions) {
      if (usedAt > now() - IDLE_MS && sessions.size < MAX_SESSIONS) break;
      end(id);
    }
    const ownerSessions = [...sessions].filter(([, session]) => session.owner === owner);
    for (const [id] of ownerSessions.slice(0, Math.max(0, ownerSessions.length - MAX_OF_AN_OWNER + 1)))
      end(id);
  };
  return {
    find(id, identity) {
      const session = sessions.get(id);
      if (session?.identity !== identity) return undefined;
      session.usedAt = now();
      sessions.delete(id);
      sessions.set(id, session);
      return session.transport;
    },
    async open(identity, owner, connect) {
      const transport = new WebStandardStreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (id) => {
          makeRoom(owner);
          sessions.set(id, { identity, owner, transport, usedAt: now() });
        },
        onsessionclosed: (id) => {
          sessions.delete(id);
        },
      });
      await connect().connect(transport);
      return transport;
    },
    async close() {
      for (const id of [...sessions.keys()]) end(id);
    },
  };
}
