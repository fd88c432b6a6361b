import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSessions } from "../../../src/server/mcp/http.ts";
import { connected, ERAS, httpTransport, type McpServer, mcpServer, textOf } from "../../support/mcp.ts";

let server: McpServer;
beforeAll(async () => {
  server = await mcpServer();
  const { memoir } = server;
  await memoir.scope("user:alice").remember("Alice likes oolong tea", { category: "preference" });
  await memoir.scope("user:alice").remember("Alice owes oolong money", { category: "finance" });
  await memoir.scope("user:bob").remember("Bob likes oolong soup");
  await memoir.scope("user:alice", { tenant: "acme" }).remember("Acme's Alice likes oolong ink");
});
afterAll(() => server[Symbol.asyncDispose]());

/** All that a connection can be made to show, in one text. */
async function everything(key: string, era: (typeof ERAS)[number], query = ""): Promise<string> {
  await using one = await connected(httpTransport(`${server.url}/mcp${query}`, key), { era });
  const { client } = one;
  const { resources } = await client.listResources();
  const parts: unknown[] = [resources];
  for (const { uri } of resources) parts.push(await client.readResource({ uri }));
  parts.push(await client.callTool({ name: "memory_recall", arguments: { query: "*", limit: 100 } }));
  parts.push(await client.callTool({ name: "memory_recall", arguments: { query: "oolong", limit: 100 } }));
  parts.push(await client.getPrompt({ name: "recall_before_answering", arguments: { question: "oolong?" } }));
  parts.push(await client.getPrompt({ name: "what_changed" }));
  return JSON.stringify(parts);
}

describe.each(ERAS)("a key opens what it may, to a client of %s", (era) => {
  it("its scope", async () => {
    const text = await everything(await server.key(), era);
    expect(text).toContain("Alice likes oolong tea");
    expect(text).toContain("Alice owes oolong money");
    expect(text).not.toMatch(/soup|ink/);
  });

  it("its tenant", async () => {
    const text = await everything(await server.key({ tenant: "acme" }), era);
    expect(text).toContain("oolong ink");
    expect(text).not.toMatch(/oolong tea|soup|money/);
  });

  it("its categories", async () => {
    const text = await everything(await server.key({ categories: ["preference"] }), era);
    expect(text).toContain("oolong tea");
    expect(text).not.toMatch(/money|soup|ink/);
  });

  it("one of its scopes, where the address names it, and no other", async () => {
    const key = await server.key({ scopes: ["user:alice", "user:bob"] });
    const text = await everything(key, era, "?scope=user:bob");
    expect(text).toContain("soup");
    expect(text).not.toMatch(/tea|money|ink/);
    await expect(everything(key, era, "?scope=user:carol")).rejects.toThrow();
    await expect(everything(key, era)).rejects.toThrow();
  });

  it("a reader is offered no tool that writes, and cannot call one", async () => {
    const key = await server.key({ role: "read" });
    await using one = await connected(httpTransport(`${server.url}/mcp`, key), {
      era,
      answers: () => "accept",
    });
    expect((await one.client.listTools()).tools.map(({ name }) => name)).toEqual(["memory_recall"]);
    const args = { key: "x", content: "Alice likes ink", category: "x" };
    await expect(one.client.callTool({ name: "memory_store", arguments: args })).rejects.toThrow(/not found/);
    expect(one.asked).toEqual([]);
  });

  it("a memory of another scope is told like one that is nowhere", async () => {
    const [bobs] = (await server.memoir.scope("user:bob").memories.list()).items;
    await using one = await connected(httpTransport(`${server.url}/mcp`, await server.key()), { era });
    const answer = (id: string): Promise<string> =>
      one.client.readResource({ uri: `memoir://memory/${id}` }).then(
        () => "found",
        (error: Error) => error.message.replaceAll(id, "ID"),
      );
    expect(await answer(bobs!.id)).toBe(await answer("00000000-0000-4000-8000-000000000000"));
  });
});

describe("at the door", () => {
  const post = (headers: Record<string, string>, body: unknown = INITIALIZE, query = ""): Promise<Response> =>
    fetch(`${server.url}/mcp${query}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...headers,
      },
      body: JSON.stringify(body),
    });

  it("no key, a bad key, a foreign page, a foreign name", async () => {
    const authorization = `Bearer ${await server.key()}`;
    expect((await post({})).status).toBe(401);
    expect((await post({ authorization: "Bearer mk_nonsense" })).status).toBe(401);
    expect((await post({ authorization, origin: "https://evil.example" })).status).toBe(403);
    const good = await post({ authorization });
    expect(good.status).toBe(200);
    expect(good.headers.get("mcp-session-id")).not.toBeNull();
    await good.body?.cancel();
  });

  it("a key without a scope of its own has to name one", async () => {
    const authorization = `Bearer ${await server.key({ role: "operator" })}`;
    const refused = await post({ authorization });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toMatch(/invalid_scope.*scope=user:alice/);
    const good = await post({ authorization }, INITIALIZE, "?scope=user:alice");
    expect(good.status).toBe(200);
    await good.body?.cancel();
  });

  it("a session belongs to the key and the scope that opened it", async () => {
    const [alice, other] = [await server.key({ scopes: ["user:alice", "user:bob"] }), await server.key()];
    const opened = await post({ authorization: `Bearer ${alice}` }, INITIALIZE, "?scope=user:alice");
    const session = opened.headers.get("mcp-session-id")!;
    await opened.body?.cancel();
    const list = { jsonrpc: "2.0", id: 2, method: "resources/list" };
    const with_ = (key: string, query: string): Promise<Response> =>
      post({ authorization: `Bearer ${key}`, "mcp-session-id": session }, list, query);
    expect((await with_(other, "")).status).toBe(404);
    expect((await with_(alice, "?scope=user:bob")).status).toBe(404);
    const own = await with_(alice, "?scope=user:alice");
    expect(own.status).toBe(200);
    expect(await own.text()).toContain("oolong tea");
    const revoked = (await server.memoir.operator().keys.list()).find(({ scopes }) => scopes?.length === 2)!;
    await server.memoir.operator().keys.revoke(revoked.id);
    expect((await with_(alice, "?scope=user:alice")).status).toBe(401);
  });

  it("what is asked in another's name is not carried out: an answer is bound to who was asked", async () => {
    const writer = await server.key();
    const other = await server.key({ scopes: ["user:bob"] });
    const ask = (key: string, extra: object): Promise<Response> =>
      post(
        {
          authorization: `Bearer ${key}`,
          "mcp-protocol-version": "2026-07-28",
          "mcp-method": "tools/call",
          "mcp-name": "memory_store",
        },
        {
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: {
            name: "memory_store",
            arguments: { key: "car", content: "Alice drives a red car.", category: "profile" },
            _meta: {
              "io.modelcontextprotocol/protocolVersion": "2026-07-28",
              "io.modelcontextprotocol/clientInfo": { name: "t", version: "1" },
              "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
            },
            ...extra,
          },
        },
      );
    const question = (await (await ask(writer, {})).json()) as {
      result: { resultType: string; requestState: string };
    };
    expect(question.result.resultType).toBe("input_required");
    const { requestState } = question.result;
    const agreed = {
      requestState,
      inputResponses: { consent: { action: "accept", content: { agree: true } } },
    };
    expect(await (await ask(other, agreed)).text()).toContain("requestState");
    expect(await (await ask(writer, { ...agreed, requestState: `${requestState}x` })).text()).toContain(
      "requestState",
    );
    expect(await (await ask(writer, agreed)).text()).toContain('"inUse":true');
    expect((await server.memoir.scope("user:bob").memories.list({ status: ["active"] })).items).toHaveLength(
      1,
    );
  });
});

it("sessions are few for a key, and end when nobody uses them", async () => {
  let now = 0;
  const sessions = createSessions(() => now);
  const ids: string[] = [];
  const open = async (owner: string): Promise<string> => {
    const { McpServer } = await import("@modelcontextprotocol/server");
    const transport = await sessions.open(owner, owner, () => new McpServer({ name: "t", version: "1" }));
    const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
    const response = await transport.handleRequest(
      new Request("http://localhost/mcp", { method: "POST", headers, body: JSON.stringify(INITIALIZE) }),
    );
    await response.body?.cancel();
    return response.headers.get("mcp-session-id")!;
  };
  for (let i = 0; i < 51; i += 1) ids.push(await open("a"));
  const other = await open("b");
  expect(sessions.find(ids[0]!, "a")).toBeUndefined();
  expect(sessions.find(ids[1]!, "a")).toBeDefined();
  expect(sessions.find(ids[1]!, "b")).toBeUndefined();
  expect(sessions.find(other, "b")).toBeDefined();
  now += 3_700_000;
  await open("c");
  expect(sessions.find(other, "b")).toBeUndefined();
  await sessions.close();
});

it("S5: in a group nobody is asked to speak for the others", async () => {
  const key = await server.key({ scopes: ["group:g"] });
  await using one = await connected(httpTransport(`${server.url}/mcp`, key), {
    era: "2026",
    answers: () => "accept",
  });
  const args = { key: "rule", content: "The group meets on Mondays.", category: "x" };
  const stored = await one.client.callTool({ name: "memory_store", arguments: args });
  expect(textOf(stored)).toMatch(/^Not in use yet/);
  expect(one.asked).toEqual([]);
});

const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } },
};
