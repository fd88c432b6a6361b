import { generateText, isStepCount, streamText, wrapLanguageModel } from "ai";
import { convertArrayToReadableStream, MockLanguageModelV4 } from "ai/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { memoirMiddleware, memoirTools } from "../src/adapters/ai-sdk/index.ts";
import { type MemoirEngine, openMemoir } from "../src/index.ts";

// A chat built with the AI SDK. The model stands in for a real one: it answers with the memories that it was shown, and
// when it is asked to remember something, it calls a tool.

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const finishReason = { unified: "stop" as const, raw: undefined };

type Prompt = MockLanguageModelV4["doGenerateCalls"][number]["prompt"];

function answerTo(prompt: Prompt): string {
  const system = prompt.find(({ role }) => role === "system")?.content;
  return (
    String(system ?? "")
      .match(/^- .*$/gm)
      ?.join("\n") ?? "I know nothing about you yet."
  );
}

const standIn = new MockLanguageModelV4({
  async doGenerate({ prompt }) {
    const last = JSON.stringify(prompt.at(-1));
    const input = JSON.stringify({ key: "tea", content: "Alice likes green tea", category: "knowledge" });
    const content = last.includes("Remember")
      ? [{ type: "tool-call" as const, toolCallId: "c1", toolName: "memory_store", input }]
      : [{ type: "text" as const, text: answerTo(prompt) }];
    return { content, usage, finishReason, warnings: [] };
  },
  doStream: async ({ prompt }) => ({
    stream: convertArrayToReadableStream([
      { type: "text-start", id: "1" },
      { type: "text-delta", id: "1", delta: answerTo(prompt) },
      { type: "text-end", id: "1" },
      { type: "finish", usage, finishReason },
    ]),
  }),
});

let memoir: MemoirEngine;
beforeAll(async () => {
  // By words alone, so that this needs no embedder and always says the same.
  memoir = await openMemoir({ database: ":memory:", embedder: "none", background: false });
});
afterAll(() => memoir.close());

/** The chat. Of memory it only says who speaks. */
async function chat(user: string, session: string, prompt: string): Promise<string> {
  const model = wrapLanguageModel({ model: standIn, middleware: memoirMiddleware({ memoir }) });
  const providerOptions = { memoir: { scope: `user:${user}`, session } };
  return streamText({ model, prompt, providerOptions }).text;
}

test("1. a user says something in one conversation", async () => {
  expect(await chat("alice", "monday", "My dog is called Rex")).toBe("I know nothing about you yet.");
});

test("2. in the next one the model knows", async () => {
  expect(await chat("alice", "tuesday", "What is my dog called?")).toContain("My dog is called Rex");
});

test("3. another user's model does not", async () => {
  expect(await chat("bob", "tuesday", "What is my dog called?")).toBe("I know nothing about you yet.");
});

test("4. with tools, the model remembers by itself what the user asks for", async () => {
  const scope = "user:alice";
  const result = await generateText({
    model: wrapLanguageModel({ model: standIn, middleware: memoirMiddleware({ memoir, scope }) }),
    tools: memoirTools({ memoir, scope }),
    stopWhen: isStepCount(3),
    prompt: "Remember that I like green tea",
  });
  expect(result.steps[0]!.toolResults[0]!.output).toContain("Stored tea: Alice likes green tea");
  expect(result.providerMetadata?.memoir).toMatchObject({ memory: "on", degraded: null });
});
