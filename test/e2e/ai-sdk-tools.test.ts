import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type MemoirToolsOptions, memoirMiddleware, memoirTools } from "../../src/adapters/ai-sdk/index.ts";
import { type Memoir, type MemoirEngine, type MemoirOptions, openMemoir } from "../../src/index.ts";
import { call, loadSdk, SDKS, type Sdk, say, scripted, wordsIn, wrapped } from "../support/ai-sdk.ts";

let memoir: MemoirEngine;
const open = async (options: MemoirOptions = {}): Promise<void> => {
  memoir = await openMemoir({ database: ":memory:", embedder: "none", background: false, ...options });
};
beforeEach(() => open());
afterEach(() => memoir.close());

const options = { toolCallId: "c1", messages: [] };

describe.each(SDKS)("$name", (kind) => {
  let sdk: Sdk;
  beforeEach(async () => {
    sdk = await loadSdk(kind.packageName);
  });

  it.each(["generateText", "streamText"] as const)("%s: a model searches and remembers", async (way) => {
    await memoir.scope("user:alice").remember("Alice keeps the spare key under the 花盆 flower pot");
    const stand = await scripted(
      kind,
      [call("memory_recall", { query: "spare key" })],
      [call("memory_store", { key: "tea", content: "Alice likes green tea", category: "knowledge" })],
      [say("It is under the pot.")],
    );
    const model = wrapped(sdk, stand, memoirMiddleware({ memoir, scope: "user:alice" }));
    const given = {
      ...{ model, stopWhen: sdk.stepCountIs(5), tools: memoirTools({ memoir, scope: "user:alice" }) },
      prompt: "Where is the spare key? Remember that I like green tea.",
    };
    const { text } = way === "generateText" ? await sdk.generateText(given) : sdk.streamText(given);
    expect(await text).toBe("It is under the pot.");
    expect(wordsIn(stand.asked[1]!.prompt, "tool")).toContain("花盆");
    // The user's own words are on record before the tool asks for them, so it is in use at once.
    expect(wordsIn(stand.asked[2]!.prompt, "tool")).toContain("Stored tea: Alice likes green tea");
  });

  it("a model sees what each tool takes", async () => {
    const { model, asked } = await scripted(kind, [say("Hello")]);
    await sdk.generateText({ model, prompt: "Hello", tools: memoirTools({ memoir, scope: "user:alice" }) });
    const store = asked[0]!.tools?.find(({ name }) => name === "memory_store");
    expect(store).toMatchObject({
      description: expect.stringContaining("Store a new lasting fact"),
      inputSchema: {
        type: "object",
        properties: { key: { type: "string", description: expect.stringContaining("user_home") } },
        required: ["key", "content", "category"],
        additionalProperties: false,
      },
    });
  });
});

it("has the preset's tools, under names that every API takes", async () => {
  expect(Object.keys(memoirTools({ memoir, scope: "user:alice" }))).toEqual(memoir.settings.tools);
  await memoir.close();
  await open({ preset: "supervisor" });
  const tools = memoirTools({ memoir, scope: "user:alice" });
  expect(Object.keys(tools)).toEqual(["memory_query"]);
  await memoir.scope("user:alice").remember("Alice plays the cello 大提琴");
  expect(await tools.memory_query!.execute({ query: "cello" }, options)).toContain("大提琴");
});

it("asks whose memory it is at each call", async () => {
  await memoir.scope("user:bob").remember("Bob plays the cello");
  const scope: MemoirToolsOptions["scope"] = ({ context }) => `user:${(context as { user: string }).user}`;
  const { memory_recall: recall } = memoirTools({ memoir, scope });
  const ask = (user: string): Promise<string> =>
    recall!.execute({ query: "cello" }, { ...options, context: { user } });
  expect(await ask("bob")).toContain("Bob plays the cello");
  expect(await ask("alice")).toBe("Nothing is remembered about this.");
});

it("refuses arguments by its schema, and says what is wrong with others", async () => {
  const { memory_recall: recall } = memoirTools({ memoir, scope: "user:alice" });
  expect(recall!.inputSchema.safeParse({ query: "茶", limit: 3 }).success).toBe(true);
  for (const bad of [{}, { query: 7 }, { query: "a", more: 1 }])
    expect(recall!.inputSchema.safeParse(bad).success).toBe(false);
  expect(await recall!.execute({ query: "a", limit: 900 }, options)).toMatch(/^Error \(invalid_argument\)/);
});

describe("memory that cannot be used costs no answer", () => {
  const failing = (work: () => Promise<never>): Memoir => {
    const scope: Memoir["scope"] = (...args) => {
      const handle = memoir.scope(...args);
      const tools = handle.tools().map((tool) => ({ ...tool, execute: work }));
      return { ...handle, tools: () => tools };
    };
    return { ...memoir, settings: memoir.settings, scope } as Memoir;
  };
  const cases: [name: string, work: () => Promise<never>, code: string][] = [
    ["hangs", () => new Promise(() => undefined), "deadline"],
    ["fails", () => Promise.reject(new Error("the database burns")), "internal"],
  ];
  it.each(cases)("%s", async (_, work, code) => {
    const { memory_recall: recall } = memoirTools({ memoir: failing(work), scope: "user:a", deadlineMs: 1 });
    const text = await recall!.execute({ query: "tea" }, options);
    expect(text).toBe(`The memory cannot be used now (${code}). Go on without it.`);
  });

  it("names nobody", async () => {
    const { memory_recall: recall } = memoirTools({ memoir, scope: () => undefined });
    expect(await recall!.execute({ query: "tea" }, options)).toContain("(no-scope)");
  });

  it("an abort of the caller passes", async () => {
    const hanging = failing(() => new Promise(() => undefined));
    const { memory_recall: recall } = memoirTools({ memoir: hanging, scope: "user:a", deadlineMs: 60_000 });
    const reason = new Error("gone");
    await expect(
      recall!.execute({ query: "tea" }, { ...options, abortSignal: AbortSignal.abort(reason) }),
    ).rejects.toBe(reason);
  });
});

it.each([
  [{}, "invalid_argument", /openMemoir\(\)/],
  [{ scope: "alice" }, "invalid_scope", /user:ID/],
  [{ scope: undefined }, "invalid_argument", /scope/],
  [{ deadlineMs: 0 }, "invalid_argument", /deadlineMs/],
  [{ names: [] }, "invalid_argument", /names/],
] as const)("wrong options are refused at once: %o", (more, code, message) => {
  const given = Object.keys(more).length === 0 ? {} : { memoir, scope: "user:a", ...more };
  expect(() => memoirTools(given as MemoirToolsOptions)).toThrow(
    expect.objectContaining({ code, message: expect.stringMatching(message) }),
  );
});
