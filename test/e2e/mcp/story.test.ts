import { afterEach, describe, expect, it } from "vitest";
import {
  connected,
  ERAS,
  httpTransport,
  mcpServer,
  stdioTransport,
  type TestClient,
  textOf,
} from "../../support/mcp.ts";
import { useProgram } from "../../support/program.ts";

type Answers = (question: string) => "accept" | "decline" | "cancel";

interface Opened {
  open(answers?: Answers): Promise<TestClient>;
}

const program = useProgram();
const opened: AsyncDisposable[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one[Symbol.asyncDispose]();
});
const kept = <T extends AsyncDisposable>(one: T): T => {
  opened.push(one);
  return one;
};

/** The ways to Alice's memory, each with a real client of the SDK. */
const WAYS: readonly [string, (era: (typeof ERAS)[number]) => Promise<Opened>][] = [
  [
    "stdio with a database",
    async (era) => ({
      open: async (answers) =>
        kept(
          await connected(stdioTransport(["--database", "a.db", "--user", "alice"], {}, program.cwd), {
            era,
            ...(answers === undefined ? {} : { answers }),
          }),
        ),
    }),
  ],
  [
    "stdio with a server",
    async (era) => {
      const server = kept(await mcpServer());
      const MEMOIR_KEY = await server.key();
      return {
        open: async (answers) =>
          kept(
            await connected(stdioTransport(["--server", server.url, "--user", "alice"], { MEMOIR_KEY }), {
              era,
              ...(answers === undefined ? {} : { answers }),
            }),
          ),
      };
    },
  ],
  [
    "HTTP",
    async (era) => {
      const server = kept(await mcpServer());
      const key = await server.key();
      return {
        open: async (answers) =>
          kept(
            await connected(httpTransport(`${server.url}/mcp`, key), {
              era,
              ...(answers === undefined ? {} : { answers }),
            }),
          ),
      };
    },
  ],
];

describe.each(WAYS)("MCP over %s", (way, make) => {
  // Through a server's client the engine is the same; one family of clients shows it.
  it.each(way === "stdio with a server" ? (["2026"] as const) : ERAS)(
    "R325, C22, S5: a whole story with a client of %s",
    async (era) => {
      const opener = await make(era);
      const { client, asked, updated, told } = await opener.open((question) =>
        question.includes("Remember") || question.includes("tea") ? "accept" : "decline",
      );
      const call = (name: string, args: Record<string, unknown>) =>
        client.callTool({ name, arguments: args });

      const { tools } = await client.listTools();
      expect(
        tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint, annotations?.destructiveHint]),
      ).toEqual([
        ["memory_store", false, false],
        ["memory_recall", true, false],
        ["memory_update", false, false],
        ["memory_forget", false, true],
      ]);
      for (const { outputSchema, description } of tools) {
        expect(outputSchema).toMatchObject({ type: "object" });
        expect(description!.length).toBeGreaterThan(100);
      }
      expect(client.getInstructions()).toContain("memory of user:alice");

      // A tool call is the tool's word; the user, asked, makes it theirs.
      const content = "Alice takes her tea without sugar.";
      const stored = await call("memory_store", { key: "tea", content, category: "preference" });
      expect(asked).toEqual([expect.stringContaining(content)]);
      expect(stored.structuredContent).toMatchObject({ inUse: true, memory: { key: "tea", text: content } });
      const zh = await call("memory_store", {
        key: "city",
        content: "爱丽丝住在北京。",
        category: "profile",
      });
      expect(textOf(zh)).toContain("爱丽丝住在北京");
      const { id } = (stored.structuredContent as { memory: { id: string } }).memory;
      const found = await call("memory_recall", { query: "How does Alice take her tea?" });
      expect(found.structuredContent).toMatchObject({ memories: [{ id, text: content }] });
      expect(textOf(found)).toContain("quoted as data");

      const { resources } = await client.listResources();
      expect(resources.map(({ uri }) => uri)).toEqual(
        expect.arrayContaining(["memoir://memories", `memoir://memory/${id}`]),
      );
      const list = await client.readResource({ uri: "memoir://memories" });
      expect(JSON.parse(textIn(list))).toMatchObject({ scope: "user:alice", next: null });
      const proof = JSON.parse(textIn(await client.readResource({ uri: `memoir://memory/${id}` }))) as Proof;
      expect(proof.memory.text).toBe(content);
      expect(proof.evidence.map(({ event }) => event.role).sort()).toEqual(["tool", "user"]);
      await expect(client.readResource({ uri: "memoir://memory/none-such" })).rejects.toThrow(
        /not found|no memory/i,
      );
      const { completion } = await client.complete({
        ref: { type: "ref/resource", uri: "memoir://memory/{id}" },
        argument: { name: "id", value: id.slice(0, 4) },
      });
      expect(completion.values).toContain(id);

      expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual([
        "recall_before_answering",
        "what_changed",
      ]);
      const recall = await client.getPrompt({
        name: "recall_before_answering",
        arguments: { question: "How does Alice take her tea?" },
      });
      expect(promptOf(recall)).toMatch(/without sugar[\s\S]*Question: How does/);
      const chinese = await client.getPrompt({
        name: "recall_before_answering",
        arguments: { question: "爱丽丝住在哪里？" },
      });
      expect(promptOf(chinese)).toMatch(/住在北京[\s\S]*问题：/);
      expect(promptOf(await client.getPrompt({ name: "what_changed" }))).toContain(`- [new] ${content}`);

      // Another connection's change is reported to subscribers.
      const uri = `memoir://memory/${id}`;
      if (era === "2025") await client.subscribeResource({ uri });
      else await client.listen({ resourceSubscriptions: [uri] });
      const other = await opener.open(() => "accept");
      const gone = await other.client.callTool({ name: "memory_forget", arguments: { key: "tea" } });
      expect(other.asked).toEqual([expect.stringContaining("tea")]);
      expect(gone.structuredContent).toMatchObject({ forgotten: [{ id }], kept: [] });
      await told(uri);
      expect(updated).not.toContain("memoir://memories");
      expect((await call("memory_recall", { query: "tea" })).structuredContent).toMatchObject({
        memories: [],
      });

      // A user who says no is not overruled.
      const stays = await call("memory_forget", { key: "city" });
      expect(textOf(stays)).toContain("The user did not agree");
      expect((await call("memory_recall", { query: "北京" })).structuredContent).toMatchObject({
        memories: [{ text: "爱丽丝住在北京。" }],
      });
    },
    300_000,
  );
});

describe("MCP over HTTP, where something is missing", () => {
  const make = WAYS.find(([name]) => name === "HTTP")![1];

  it("S5: where a client cannot ask, what the user has not said waits", async () => {
    const { client } = await (await make("2025")).open();
    const args = { key: "home", content: "Alice lives in Rome.", category: "profile" };
    const stored = await client.callTool({ name: "memory_store", arguments: args });
    expect(stored.structuredContent).toMatchObject({ inUse: false, memory: { status: "pending" } });
    expect(textOf(stored)).toMatch(/^Not in use yet[\s\S]*memoir review/);
    const found = await client.callTool({
      name: "memory_recall",
      arguments: { query: "where does Alice live?" },
    });
    expect(found.structuredContent).toMatchObject({ memories: [] });
    expect(JSON.parse(textIn(await client.readResource({ uri: "memoir://memories" })))).toMatchObject({
      memories: [],
    });
  });

  it("a bad argument is told to the model, and long calls tell of their progress", async () => {
    const { client } = await (await make("2026")).open();
    const bad = await client.callTool({ name: "memory_recall", arguments: { query: "x", limit: 0 } });
    expect(bad.isError).toBe(true);
    expect(textOf(bad)).toMatch(/limit/);
    const steps: unknown[] = [];
    await client.callTool(
      { name: "memory_recall", arguments: { query: "x" } },
      { onprogress: ({ progress, message }) => steps.push([progress, message]) },
    );
    expect(steps[0]).toEqual([0, "Search the memory"]);
  });
});

interface Proof {
  memory: { text: string };
  evidence: { event: { role: string } }[];
}

function textIn({ contents }: { contents: readonly object[] }): string {
  return (contents[0] as { text: string }).text;
}

function promptOf({ messages }: { messages: readonly { content: unknown }[] }): string {
  return (messages[0]!.content as { text: string }).text;
}
