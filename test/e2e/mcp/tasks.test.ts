import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SearchToolResult } from "../../../src/domain/tool-definitions.ts";
import type { ScopeHandle } from "../../../src/index.ts";
import { connected, httpTransport, type McpServer, mcpServer, textOf } from "../../support/mcp.ts";

interface Task {
  readonly name: string;
  readonly user: string;
  readonly calls: readonly { readonly name: string; readonly arguments: Record<string, unknown> }[];
}

const { tasks } = JSON.parse(
  readFileSync(new URL("../../fixtures/mcp-tasks.json", import.meta.url), "utf8"),
) as { tasks: Task[] };

const MEMORIES = [
  ["sister", "The user's sister Dana lives in Lisbon"],
  ["allergy", "用户对花生过敏"],
  ["work", "The user works at Acme"],
  ["home", "The user lives in Berlin"],
  ["wife", "The user's wife loves sushi for dinner"],
  ["daughter", "The user's daughter Mia is five"],
] as const;
/** What only messages hold. */
const MESSAGES = [
  { id: "m1", text: "We finally adopted a dog from the shelter, a beagle, her name is Biscuit." },
  { id: "m2", text: "我前女友小雅下个月要结婚了。" },
  { id: "m3", text: "我上周把自行车停在了公司地下二层的B区。" },
];

interface Done {
  readonly scope: ScopeHandle;
  /** The text of the last answer. */
  readonly text: string;
  readonly found: SearchToolResult["memories"];
}

const texts = async (scope: ScopeHandle): Promise<string[]> =>
  (await scope.memories.list({ status: ["active"] })).items.map(({ text }) => text);
const unchanged = async ({ scope }: Done): Promise<void> => {
  expect((await texts(scope)).sort()).toEqual(MEMORIES.map(([, text]) => text).sort());
};
const says =
  (words: string) =>
  ({ text }: Done): void =>
    expect(text).toContain(words);

/** What must have come of each task; the others change nothing. */
const OUTCOMES: Readonly<Record<string, (done: Done) => unknown>> = {
  vegetarian: async ({ scope }) => expect((await texts(scope)).join()).toContain("vegetarian"),
  anniversary: async ({ scope }) => expect((await texts(scope)).join()).toContain("6月12日"),
  sister: says("Dana lives in Lisbon"),
  allergy: says("花生"),
  dog: ({ found }) => expect(found.find(({ id }) => id === "message:m1")?.text).toContain("Biscuit"),
  bicycle: ({ found }) => expect(found.find(({ id }) => id === "message:m3")?.text).toContain("地下二层"),
  dinner: says("sushi"),
  latest({ found }) {
    const dates = found.map(({ date }) => date);
    expect(dates).toEqual(dates.toSorted().toReversed());
    expect(found[0]?.text).toBe("The user's daughter Mia is five");
  },
  employer: async ({ scope }) => expect((await texts(scope)).join()).not.toContain("Acme"),
  async ex({ scope }) {
    const { hits } = await scope.recall("前女友小雅");
    expect(hits.map(({ text }) => text).join()).not.toContain("结婚");
    expect((await scope.events.get("m2"))?.text).toBe(MESSAGES[1]?.text);
  },
  async move({ scope }) {
    expect((await texts(scope)).join()).toContain("Hamburg");
    expect((await texts(scope)).join()).not.toContain("lives in Berlin");
  },
  async daughter({ scope }) {
    const known = (await texts(scope)).filter((text) => text.includes("Mia"));
    expect(known).toEqual([expect.stringContaining("six")]);
  },
};

describe("tasks of an agent, by the calls that were recorded for them", () => {
  let server: McpServer;
  const clock = { now: Date.parse("2026-03-01T12:00:00Z") };
  beforeAll(async () => {
    server = await mcpServer({ now: () => new Date(clock.now) });
  });
  afterAll(() => server[Symbol.asyncDispose]());

  it("the fixture has twenty tasks, some in Chinese, some for which no tool is to be called", () => {
    expect(tasks).toHaveLength(20);
    expect(tasks.filter(({ calls }) => calls.length === 0).length).toBeGreaterThanOrEqual(6);
    expect(tasks.filter(({ user }) => /\p{sc=Han}/u.test(user)).length).toBeGreaterThanOrEqual(5);
  });

  it.each(tasks)("$name: $user", async ({ name, user, calls }) => {
    const scope = server.memoir.scope(`user:${name}`);
    await scope.observe(MESSAGES);
    for (const [key, text] of MEMORIES) {
      clock.now += 86_400_000;
      await scope.remember(text, { key });
    }
    await scope.observe([{ id: "now", text: user }]);
    const key = await server.key({ scopes: [scope.scope] });
    await using one = await connected(httpTransport(`${server.url}/mcp`, key), {
      era: "2026",
      answers: () => "accept",
    });
    let text = "";
    let found: SearchToolResult["memories"] = [];
    for (const { name: tool, arguments: given } of calls) {
      const { id } = given;
      const wanted = typeof id === "string" && id.startsWith("@") ? id.slice(1) : null;
      const hit = wanted === null ? undefined : found.find((line) => line.text.includes(wanted));
      expect(wanted === null || hit !== undefined, text).toBe(true);
      const args = hit === undefined ? given : { ...given, id: hit.id };
      const answer = await one.client.callTool({ name: tool, arguments: args });
      expect(answer.isError, textOf(answer)).not.toBe(true);
      text = textOf(answer);
      const { memories } = (answer.structuredContent ?? {}) as Partial<SearchToolResult>;
      if (memories !== undefined) found = memories;
    }
    await (OUTCOMES[name] ?? unchanged)({ scope, text, found });
  });

  it("a message cannot be updated, and the answer says what to do instead", async () => {
    const scope = server.memoir.scope("user:nobody");
    await scope.observe(MESSAGES);
    const key = await server.key({ scopes: [scope.scope] });
    await using one = await connected(httpTransport(`${server.url}/mcp`, key), { era: "2026" });
    const call = { name: "memory_update", arguments: { id: "message:m1", content: "The dog is a poodle." } };
    const answer = await one.client.callTool(call);
    expect(answer.isError).toBe(true);
    expect(textOf(answer)).toMatch(/cannot be updated.*memory_store.*memory_forget/);
  });
});
