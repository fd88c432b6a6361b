import { Agent } from "@mastra/core/agent";
import { MockMemory } from "@mastra/core/memory";
import { RequestContext } from "@mastra/core/request-context";
import { createTool } from "@mastra/core/tools";
import { wrapLanguageModel } from "ai";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { memoirMiddleware } from "../../src/adapters/ai-sdk/index.ts";
import { type MemoirProcessorOptions, memoirProcessor } from "../../src/adapters/mastra/index.ts";
import {
  type Event,
  type Memoir,
  type MemoirEngine,
  type MemoirOptions,
  openMemoir,
} from "../../src/index.ts";
import {
  ANSWER,
  type Answer,
  call,
  FACT,
  LINE,
  messagesOf,
  QUESTION,
  SDKS,
  SILENCE,
  say,
  scripted,
  wordsIn,
} from "../support/ai-sdk.ts";

const ALICE = { resource: "alice", thread: "t1" };

let memoir: MemoirEngine;
const open = async (options: MemoirOptions = {}): Promise<void> => {
  memoir = await openMemoir({ database: ":memory:", embedder: "none", background: false, ...options });
};
beforeEach(() => open());
afterEach(() => memoir.close());

const eventsOf = (scope: string): Promise<Event[]> => messagesOf(memoir.scope(scope));
const said = async (scope = "user:alice"): Promise<string[]> =>
  (await eventsOf(scope)).map(({ role, text }) => `${role}: ${text}`);

const look = createTool({
  id: "look",
  description: "Looks",
  inputSchema: z.object({ at: z.string() }),
  execute: async ({ at }) => `The ${at} is empty`,
});

/** Mastra takes the SDK's models; its type of a model is narrower. */
async function modelOf(...answers: Answer[]) {
  const { model, asked } = await scripted(SDKS[0], ...answers);
  return { model: model as never, asked };
}

async function start(options: Partial<MemoirProcessorOptions>, ...answers: Answer[]) {
  const { model, asked } = await modelOf(...answers);
  const agent = new Agent({
    ...{ id: "a", name: "a", instructions: "Be kind. 友善", model, tools: { look }, maxRetries: 0 },
    inputProcessors: [memoirProcessor({ memoir, ...options })],
  });
  return { agent, asked };
}

const ways = [
  [
    "generate",
    (agent: Agent, words: string, options: object) => agent.generate(words, options).then(({ text }) => text),
  ],
  [
    "stream",
    (agent: Agent, words: string, options: object) => agent.stream(words, options).then(({ text }) => text),
  ],
] as const;

describe.each(ways)("an agent of Mastra, %s", (_, ask) => {
  it("gets what is remembered, and keeps what was said", async () => {
    await memoir.scope("user:alice").remember(FACT);
    const { agent, asked } = await start({}, [say(ANSWER)]);
    expect(await ask(agent, QUESTION, { memory: ALICE })).toBe(ANSWER);
    expect(wordsIn(asked[0]!.prompt, "system")).toMatch(/^Be kind\. 友善\n\n/);
    expect(wordsIn(asked[0]!.prompt, "system")).toContain(LINE);
    const events = await eventsOf("user:alice");
    expect(events.map(({ text, session }) => [text, session])).toEqual([
      [QUESTION, "t1"],
      [ANSWER, "t1"],
    ]);
    const context = await memoir.scope("user:alice").context(events[1]!.id);
    expect(context?.lines.map(({ text }) => text)).toEqual([FACT]);
  });

  it("gets nothing of another user", async () => {
    await memoir.scope("user:alice").remember(FACT);
    const { agent, asked } = await start({}, [say(ANSWER)]);
    await ask(agent, QUESTION, { memory: { resource: "bob", thread: "t2" } });
    expect(wordsIn(asked[0]!.prompt)).not.toContain(LINE);
    expect(await said("user:bob")).toHaveLength(2);
    expect(await said("user:alice")).toEqual([]);
  });

  it("keeps each message of a tool loop once", async () => {
    await memoir.scope("user:alice").remember(FACT);
    const { agent, asked } = await start(
      {},
      [say("Let me look."), call("look", { at: "shelf" })],
      [call("look", { at: "fridge" })],
      [say(ANSWER)],
    );
    expect(await ask(agent, QUESTION, { memory: ALICE, maxSteps: 5 })).toContain(ANSWER);
    expect(asked).toHaveLength(3);
    for (const { prompt } of asked) expect(wordsIn(prompt).split(LINE)).toHaveLength(2);
    expect(wordsIn(asked[2]!.prompt, "tool")).toContain("The fridge is empty");
    expect(await said()).toEqual([`user: ${QUESTION}`, "assistant: Let me look.", `assistant: ${ANSWER}`]);
  });

  it.each([
    ["hangs", () => new Promise<never>(() => undefined), "deadline"],
    ["fails", () => Promise.reject(new Error("the database burns")), "internal"],
  ] as const)("answers when memory %s", async (_how, work, code) => {
    const log: object[] = [];
    const scope: Memoir["scope"] = (...args) => ({ ...memoir.scope(...args), recall: work, observe: work });
    const failing = { ...memoir, settings: memoir.settings, scope } as Memoir;
    const { agent } = await start({ memoir: failing, deadlineMs: 1, log: (entry) => void log.push(entry) }, [
      say(ANSWER),
    ]);
    expect(await ask(agent, QUESTION, { memory: ALICE })).toBe(ANSWER);
    expect(log).toContainEqual({ level: "warn", event: "memory", step: "recall", code });
    expect(JSON.stringify(log)).not.toMatch(/burns|alice|nuts/i);
  });
});

it("stands beside Mastra's own memory: its history is sent each time, without the block, and nothing is kept twice", async () => {
  await memoir.scope("user:alice").remember(FACT);
  const { model, asked } = await modelOf([say(ANSWER)], [say("Bye 再见")]);
  const memory = new MockMemory();
  const agent = new Agent({
    ...{ id: "a", name: "a", instructions: "Be kind.", model, memory },
    inputProcessors: [memoirProcessor({ memoir })],
  });
  await agent.generate(QUESTION, { memory: ALICE });
  await agent.generate("Thanks 谢谢", { memory: ALICE });
  expect(wordsIn(asked[1]!.prompt, "user")).toContain(QUESTION);
  expect(wordsIn(asked[1]!.prompt).split("Be kind.")).toHaveLength(2);
  expect(await said()).toEqual([
    ...[`user: ${QUESTION}`, `assistant: ${ANSWER}`, "user: Thanks 谢谢", "assistant: Bye 再见"],
  ]);
  const { messages } = await memory.recall({ threadId: "t1", resourceId: "alice" });
  expect(messages).toHaveLength(4);
  expect(JSON.stringify(messages)).not.toContain(LINE);
});

it("puts the block into the user's message where the preset says so", async () => {
  await memoir.close();
  await open({ settings: { render: { placement: "before_user" } } });
  await memoir.scope("user:alice").remember(FACT);
  const { agent, asked } = await start({}, [say(ANSWER)]);
  await agent.generate(QUESTION, { memory: ALICE });
  expect(asked[0]!.prompt.map(({ role }) => role)).toEqual(["system", "user"]);
  expect(wordsIn(asked[0]!.prompt, "user")).toContain(FACT);
});

describe("an answer that does not reach its end", () => {
  it("leaves the user's words on record when the model fails, and the error passes", async () => {
    const { agent } = await start({}, [new Error("overloaded 过载")]);
    await expect(agent.generate(QUESTION, { memory: ALICE })).rejects.toThrow("overloaded 过载");
    await expect.poll(() => said()).toEqual([`user: ${QUESTION}`]);
  });

  it("leaves the user's words on record when the caller aborts", async () => {
    const controller = new AbortController();
    const { agent } = await start({}, [say("One two"), SILENCE]);
    const result = await agent.stream(QUESTION, { memory: ALICE, abortSignal: controller.signal });
    for await (const part of result.fullStream) if (part.type === "text-delta") controller.abort();
    await expect.poll(() => said()).toContain(`user: ${QUESTION}`);
  });
});

it("an agent may have a model with the AI SDK's middleware instead, which also keeps an answer that breaks off", async () => {
  await memoir.scope("user:alice").remember(FACT);
  const controller = new AbortController();
  const { model, asked } = await modelOf([say("One two"), SILENCE]);
  const remembering = wrapLanguageModel({ model, middleware: memoirMiddleware({ memoir }) });
  const agent = new Agent({ id: "a", name: "a", instructions: "Be kind.", model: remembering as never });
  const providerOptions = { memoir: { scope: "user:alice" } };
  const result = await agent.stream(QUESTION, { providerOptions, abortSignal: controller.signal });
  let text = "";
  for await (const part of result.fullStream) {
    if (part.type === "text-delta") text += part.payload.text;
    if (text === "One two") controller.abort();
  }
  expect(wordsIn(asked[0]!.prompt, "system")).toContain(LINE);
  await expect.poll(() => said()).toEqual([`user: ${QUESTION}`, "assistant: One two"]);
});

describe("who speaks", () => {
  const context = new RequestContext();
  context.set("user", "carol");
  context.set("mastra__messageAuthor", { id: "42", name: "小明" });
  const cases: [name: string, scope: MemoirProcessorOptions["scope"], scope: string, event: object][] = [
    ["the resource", undefined, "user:alice", { session: "t1", actor: null }],
    ["a scope", "group:g", "group:g", { session: "t1", actor: "42" }],
    [
      "a function that names a scope",
      ({ requestContext }) => `user:${requestContext?.get("user")}`,
      "user:carol",
      { session: "t1", actor: null },
    ],
    [
      "a function that names all",
      ({ resourceId }) => ({ scope: "project:p", author: resourceId, session: "s2" }),
      "project:p",
      { session: "s2", actor: "alice" },
    ],
  ];
  it.each(cases)("%s", async (_, scope, name, event) => {
    const { agent } = await start({ ...(scope === undefined ? {} : { scope }) }, [say(ANSWER)]);
    await agent.generate(QUESTION, { memory: ALICE, requestContext: context });
    expect((await eventsOf(name))[0]).toMatchObject({ role: "user", text: QUESTION, ...event });
  });

  it("nobody: the call has no memory", async () => {
    await memoir.scope("user:alice").remember(FACT);
    const { agent, asked } = await start({}, [say(ANSWER)]);
    expect((await agent.generate(QUESTION)).text).toBe(ANSWER);
    expect(wordsIn(asked[0]!.prompt)).not.toContain(LINE);
  });
});

it.each([
  [{}, "invalid_argument", /openMemoir\(\)/],
  [{ scope: "alice" }, "invalid_scope", /user:ID/],
  [{ deadlineMs: 0 }, "invalid_argument", /deadlineMs/],
  [{ log: 1 }, "invalid_argument", /log/],
  [{ threads: 1 }, "invalid_argument", /threads/],
] as const)("wrong options are refused at once: %o", (more, code, message) => {
  const given = Object.keys(more).length === 0 ? {} : { memoir, ...more };
  expect(() => memoirProcessor(given as MemoirProcessorOptions)).toThrow(
    expect.objectContaining({ code, message: expect.stringMatching(message) }),
  );
});
