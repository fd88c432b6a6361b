import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TOOL_NAMES } from "../../../src/domain/tool-definitions.ts";
import { type McpServer, mcpServer } from "../../support/mcp.ts";
import { figure, proving, seed } from "../../support/prove.ts";
import { ODD_TEXTS, oddValue } from "../fuzz/odd-values.ts";

const RUNS = proving ? 2_000 : 60;

const PROTOCOL = "2026-07-28";
const META = {
  "io.modelcontextprotocol/protocolVersion": PROTOCOL,
  "io.modelcontextprotocol/clientInfo": { name: "fuzz", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": { elicitation: {} },
};
const METHODS = [
  "initialize",
  "server/discover",
  "ping",
  "tools/list",
  "tools/call",
  "resources/list",
  "resources/read",
  "resources/templates/list",
  "prompts/list",
  "prompts/get",
  "completion/complete",
  "logging/setLevel",
  "tasks/get",
  "__proto__",
  "constructor",
];
const NAMES = [
  ...TOOL_NAMES,
  "recall_before_answering",
  "what_changed",
  "__proto__",
  "toString",
  "constructor",
  "hasOwnProperty",
];
const URIS = [
  "memoir://memories",
  "memoir://memories/x",
  "memoir://memories/%",
  "memoir://memory/",
  "memoir://memory/%00",
  "memoir://memory/%E0%A4%A",
  "memoir://memory/../../etc/passwd",
  "memoir://memory/a/b",
  `memoir://memory/${"x".repeat(5_000)}`,
  "file:///etc/passwd",
  "http://127.0.0.1:1/",
  "not an address",
];

describe(`whatever /mcp is sent (MEMOIR_SEED=${seed})`, () => {
  let server: McpServer;
  let key: string;
  const statuses = new Map<number, number>();
  beforeAll(async () => {
    server = await mcpServer();
    await server.memoir.scope("user:alice").remember("Alice likes tea");
    await server.memoir.scope("user:bob").remember("Bob's zanzibar secret");
    await server.memoir.scope("user:alice", { tenant: "acme" }).remember("Acme's zanzibar secret");
    key = await server.key();
  });
  afterAll(async () => {
    const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`);
    figure("Fuzz of /mcp", `${counts.join(", ")}; seed ${seed}`);
    await server[Symbol.asyncDispose]();
  });

  /** Sends one; what must never happen has not. */
  async function send(body: string, headers: Record<string, string> = {}): Promise<string> {
    const response = await fetch(`${server.url}/mcp`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...headers,
      },
      body,
    });
    const text = await response.text();
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    expect(response.status, `${body.slice(0, 500)} → ${text.slice(0, 500)}`).toBeLessThan(500);
    expect(text.toLowerCase()).not.toContain("zanzibar");
    expect(text).not.toMatch(/node_modules|\/src\/|SQLITE|at \w+ \(/);
    return text;
  }

  const odd = fc.oneof(oddValue, fc.constantFrom(...ODD_TEXTS), fc.jsonValue({ maxDepth: 4 }));
  const named = (names: readonly string[]) =>
    fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: odd });
  const args = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ query: odd, limit: odd, category: odd, since: odd }, { requiredKeys: [] }),
    },
    {
      weight: 4,
      arbitrary: fc.record({ key: odd, content: odd, category: odd, importance: odd }, { requiredKeys: [] }),
    },
    { weight: 2, arbitrary: fc.record({ question: odd, since: odd, language: odd }, { requiredKeys: [] }) },
    { weight: 1, arbitrary: odd },
  );
  const params = fc.record(
    {
      name: named(NAMES),
      arguments: args,
      uri: named(URIS),
      cursor: odd,
      requestState: odd,
      inputResponses: odd,
      ref: fc.oneof(
        odd,
        fc.record({
          type: fc.constantFrom("ref/resource", "ref/prompt"),
          uri: named(URIS),
          name: named(NAMES),
        }),
      ),
      argument: fc.oneof(odd, fc.record({ name: odd, value: odd })),
      _meta: fc.oneof(
        { weight: 5, arbitrary: fc.constant({ ...META }) },
        { weight: 1, arbitrary: odd },
        { weight: 1, arbitrary: fc.constant({ ...META, progressToken: 1 }) },
      ),
    },
    { requiredKeys: ["_meta"] },
  );
  const message = fc.record(
    {
      jsonrpc: fc.oneof({ weight: 9, arbitrary: fc.constant("2.0") }, { weight: 1, arbitrary: odd }),
      id: fc.oneof({ weight: 9, arbitrary: fc.nat() }, { weight: 1, arbitrary: odd }),
      method: named(METHODS),
      params: fc.oneof({ weight: 9, arbitrary: params }, { weight: 1, arbitrary: odd }),
    },
    { requiredKeys: ["jsonrpc", "method"] },
  );

  it("no 500, no word of others, no inside shown; and it goes on", async () => {
    await fc.assert(
      fc.asyncProperty(message, async (one) => {
        const { method, params: given } = one as {
          method: unknown;
          params?: { name?: unknown; uri?: unknown };
        };
        const header = (value: unknown): string | undefined =>
          typeof value === "string" && /^[\x21-\x7e]{1,200}$/.test(value) ? value : undefined;
        const name = header(given?.name) ?? header(given?.uri);
        await send(JSON.stringify(one), {
          "mcp-protocol-version": PROTOCOL,
          ...(header(method) === undefined ? {} : { "mcp-method": header(method)! }),
          ...(name === undefined ? {} : { "mcp-name": name }),
        });
      }),
      { seed, numRuns: RUNS },
    );
    await stillWorks();
  }, 600_000);

  it("every tool with odd arguments in the right envelope", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("memory_store", "memory_recall", "memory_update", "memory_forget"),
        args,
        async (name, given) => {
          const body = {
            jsonrpc: "2.0",
            id: 1,
            method: "tools/call",
            params: { name, arguments: given, _meta: META },
          };
          await send(JSON.stringify(body), {
            "mcp-protocol-version": PROTOCOL,
            "mcp-method": "tools/call",
            "mcp-name": name,
          });
        },
      ),
      { seed, numRuns: RUNS },
    );
    await stillWorks();
    expect((await server.memoir.scope("user:bob").memories.list()).items).toHaveLength(1);
  }, 600_000);

  it.each([
    "",
    "{",
    "[]",
    "null",
    "[[[[",
    '{"jsonrpc":"2.0"}',
    `${"[".repeat(50_000)}`,
    '{"a":'.repeat(20_000),
    "\0",
  ])("a body that is none: %.20j", async (body) => {
    await send(body);
    await send(body, { "mcp-protocol-version": PROTOCOL });
    await send(body, { "mcp-session-id": "x".repeat(300) });
  });

  it("too large a body is refused, and so is another method", async () => {
    const authorization = `Bearer ${key}`;
    const { maxBodyKilobytes } = server.memoir.settings.server;
    const body = JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "ping",
      x: "x".repeat(maxBodyKilobytes * 1_024),
    });
    const large = await fetch(`${server.url}/mcp`, { method: "POST", headers: { authorization }, body });
    expect(large.status).toBe(413);
    for (const method of ["PUT", "PATCH", "GET", "DELETE"]) {
      const response = await fetch(`${server.url}/mcp`, { method, headers: { authorization } });
      expect([400, 405, 406]).toContain(response.status);
      await response.body?.cancel();
    }
  });

  async function stillWorks(): Promise<void> {
    const body = {
      jsonrpc: "2.0",
      id: 7,
      method: "tools/call",
      params: { name: "memory_recall", arguments: { query: "what does Alice like?" }, _meta: META },
    };
    const text = await send(JSON.stringify(body), {
      "mcp-protocol-version": PROTOCOL,
      "mcp-method": "tools/call",
      "mcp-name": "memory_recall",
    });
    expect(text).toContain("Alice likes tea");
  }
});
