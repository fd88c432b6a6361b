import { clientOf } from "../../client/connect.ts";
import { createTransport } from "../../client/transport.ts";
import { roleAllows } from "../../domain/api-key.ts";
import type { Endpoint, EndpointCaller } from "../../server/http/app.ts";
import type { Log } from "../../server/http/service.ts";
import { createEndpoint, type McpCaller, type NewServer } from "../../server/mcp/http.ts";

/** MCP beside the routes. A caller's client is the library's own, and speaks to the server it is served by. */
export function mcpEndpoint(
  version: string,
  log: Log,
  newServer?: NewServer,
): { endpoint: Endpoint; close(): Promise<void> } {
  const options = {
    version,
    onError: (error: unknown) =>
      log({ level: "warn", event: "mcp", cause: error instanceof Error ? error.message : String(error) }),
  };
  const mcp = createEndpoint(options, newServer);
  return {
    endpoint: {
      path: "/mcp",
      role: "read",
      handle: (request, caller) => mcp.fetch(request, mcpCaller(caller, version)),
    },
    close: () => mcp.close(),
  };
}

function mcpCaller(caller: EndpointCaller, version: string): McpCaller {
  const { principal, key, scope, agent, thread, preset, settings, fetch } = caller;
  const { tenant, keyId, role, categories } = principal;
  const transport = createTransport({ url: "http://localhost", key, fetch });
  const memoir = clientOf(transport, { version, preset, key: principal, settings });
  return {
    identity: JSON.stringify([tenant, keyId, scope, agent, thread, categories]),
    owner: keyId,
    access: {
      memoir,
      scope: memoir.scope(scope, {
        ...(agent === null ? {} : { agent }),
        ...(thread === null ? {} : { thread }),
        ...(categories === null ? {} : { categories }),
      }),
      mayWrite: roleAllows(role, "write"),
      mayWatch: principal.agent === null && categories === null,
    },
  };
}
