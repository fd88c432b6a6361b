import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { mcpEndpoint } from "../../src/cli/serve/mcp-endpoint.ts";
import { type KeyOptions, type MemoirEngine, type MemoirOptions, openMemoir } from "../../src/index.ts";
import { startServer } from "../../src/server/http/serve.ts";
import type { LogEntry } from "../../src/server/http/service.ts";
import type { NewServer } from "../../src/server/mcp/http.ts";
import { BINARY, environment } from "./program.ts";

/** The two families of clients: with a handshake and sessions, and without. */
export const ERAS = ["2025", "2026"] as const;
export type Era = (typeof ERAS)[number];

/** A client as an application has it, with what it was asked and told. */
export interface TestClient extends AsyncDisposable {
  readonly client: Client;
  /** The questions that its user was shown. */
  readonly asked: string[];
  /** The resources reported as changed. */
  readonly updated: string[];
  /** Waits for a notification that a resource has changed. */
  told(uri: string): Promise<void>;
}

export interface ClientOptions {
  readonly era: Era;
  /** The user's answer; without it the client cannot ask. */
  readonly answers?: (question: string) => "accept" | "decline" | "cancel";
}

export function stdioTransport(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  cwd?: string,
): StdioClientTransport {
  return new StdioClientTransport({
    command: process.execPath,
    args: [BINARY, "mcp", ...args],
    env: environment(env),
    stderr: "pipe",
    ...(cwd === undefined ? {} : { cwd }),
  });
}

export function httpTransport(url: string, key: string): StreamableHTTPClientTransport {
  return new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  });
}

export async function connected(
  transport: StdioClientTransport | StreamableHTTPClientTransport,
  { era, answers }: ClientOptions,
): Promise<TestClient> {
  const asked: string[] = [];
  const updated: string[] = [];
  let heard = (): void => undefined;
  const client = new Client(
    { name: "test", version: "1.0.0" },
    {
      capabilities: answers === undefined ? {} : { elicitation: { form: {} } },
      versionNegotiation: { mode: era === "2025" ? "legacy" : { pin: "2026-07-28" } },
    },
  );
  if (answers !== undefined) {
    client.setRequestHandler("elicitation/create", ({ params }) => {
      asked.push(params.message);
      const action = answers(params.message);
      return action === "accept" ? { action, content: { agree: true } } : { action };
    });
  }
  client.setNotificationHandler("notifications/resources/updated", ({ params: { uri } }) => {
    updated.push(uri);
    heard();
  });
  await client.connect(transport);
  return {
    client,
    asked,
    updated,
    told: (uri) =>
      new Promise((resolve) => {
        heard = () => {
          if (updated.includes(uri)) resolve();
        };
        heard();
      }),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** The text of a tool's answer. */
export function textOf(result: { content?: unknown }): string {
  const [first] = result.content as { type: string; text?: string }[];
  return first?.text ?? "";
}

export interface McpServer extends AsyncDisposable {
  readonly memoir: MemoirEngine;
  readonly url: string;
  readonly logged: LogEntry[];
  /** A new key. Default: a writer's of the tenant `default`, bound to `user:alice`. */
  key(options?: Partial<KeyOptions> & { tenant?: string }): Promise<string>;
}

let keys = 0;

/** A server as `memoir serve` opens it, on a free port; `newServer` puts another MCP server behind the same `/mcp`. */
export async function mcpServer(options: MemoirOptions = {}, newServer?: NewServer): Promise<McpServer> {
  const memoir = await openMemoir({
    database: ":memory:",
    embedder: "none",
    background: false,
    ...options,
    settings: { ...options.settings, server: { port: 0, requestsPerSecond: null, graceMs: 100 } },
  });
  const logged: LogEntry[] = [];
  const log = (entry: LogEntry): void => {
    logged.push(entry);
  };
  const mcp = mcpEndpoint("1.0.0", log, newServer);
  const server = await startServer({ memoir, version: "1.0.0", log, endpoints: [mcp.endpoint] });
  return {
    memoir,
    url: server.url,
    logged,
    async key({ tenant, ...given } = {}) {
      const bound = given.role === "operator" ? {} : { scopes: ["user:alice"] };
      const made = await memoir.operator(tenant).keys.create({ name: `key-${++keys}`, ...bound, ...given });
      return made.key;
    },
    async [Symbol.asyncDispose]() {
      await mcp.close();
      await server.close();
      await memoir.close();
    },
  };
}
