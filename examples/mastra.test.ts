import { Agent } from "@mastra/core/agent";
import { MockMemory } from "@mastra/core/memory";
import { MastraLanguageModelV2Mock } from "@mastra/core/test-utils/llm-mock";
import { afterAll, beforeAll, expect, test } from "vitest";
import { memoirProcessor } from "../src/adapters/mastra/index.ts";
import { type MemoirEngine, openMemoir } from "../src/index.ts";

// An agent of Mastra. Mastra's own memory keeps the conversation, Memoir what is worth knowing in the next one. The model
// stands in for a real one: it answers with the memories that it was shown.

const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };

const model = new MastraLanguageModelV2Mock({
  async doGenerate({ prompt }) {
    const system = prompt.find(({ role }) => role === "system")?.content;
    const known = String(system ?? "")
      .match(/^- .*$/gm)
      ?.join("\n");
    const text = known ?? "I know nothing about you yet.";
    return { content: [{ type: "text", text }], finishReason: "stop", usage, warnings: [] };
  },
});

let memoir: MemoirEngine;
let agent: Agent;
beforeAll(async () => {
  // By words alone, so that this needs no embedder and always says the same.
  memoir = await openMemoir({ database: ":memory:", embedder: "none", background: false });
  agent = new Agent({
    id: "assistant",
    name: "assistant",
    instructions: "You are a helpful assistant.",
    model: model as never, // Mastra's type of a model is narrower than its own stand-in
    memory: new MockMemory(),
    inputProcessors: [memoirProcessor({ memoir })],
  });
});
afterAll(() => memoir.close());

async function chat(resource: string, thread: string, words: string): Promise<string> {
  return (await agent.generate(words, { memory: { resource, thread } })).text;
}

test("1. a user says something in one thread", async () => {
  expect(await chat("alice", "alice-1", "My dog is called Rex")).toBe("I know nothing about you yet.");
});

test("2. in the next thread the model knows", async () => {
  expect(await chat("alice", "alice-2", "What is my dog called?")).toContain("My dog is called Rex");
});

test("3. another user's model does not", async () => {
  expect(await chat("bob", "bob-1", "What is my dog called?")).toBe("I know nothing about you yet.");
});
