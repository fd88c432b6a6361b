import {
  createMcpHandler,
  isLegacyRequest,
  type McpHttpHandler,
  type McpServer,
  type ServerEvent,
  type ServerEventBus,
} from "@modelcontextprotocol/server";
import type { McpAccess, McpOptions } from "./access.ts";
import { MEMORIES_URI } from "./resources.ts";
import { createServer } from "./server.ts";
import { createSessions } from "./sessions.ts";
import { addSubscriptions, watch } from "./watch.ts";

/** Who sends a request, as far as connections are told apart by it. */
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

export interface EndpointOptions extends McpOptions {
  /** For the age of connections, in milliseconds. */
  readonly now: () => number;
}

/** MCP over streamable HTTP: without sessions for clients of 2026, with sessions for those before. */
export function createEndpoint(
  options: EndpointOptions,
  newServer: NewServer = memoryServer(options),
): McpEndpoint {
  const sessions = createSessions(options.now);
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
    const known = id === null ? undefined : sessions.find(id, identity);
    // As the protocol has it: the client begins anew.
    if (id !== null && known === undefined) return sessionGone();
    const transport =
      known ?? (await sessions.open(identity, owner, () => newServer(access, identity, "legacy")));
    return transport.handleRequest(request);
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
  let left: AbortController | undefined;
  const publish = (event: ServerEvent): void => {
    for (const listener of [...listeners]) listener(event);
  };
  return {
    publish,
    subscribe(listener) {
      listeners.add(listener);
      if (left === undefined) {
        left = new AbortController();
        opened();
        watch(
          access,
          (uris) => {
            for (const uri of uris) publish({ kind: "resource_updated", uri });
            if (uris.has(MEMORIES_URI)) publish({ kind: "resources_list_changed" });
          },
          left.signal,
        );
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        left?.abort();
        left = undefined;
        closed();
      };
    },
  };
}
