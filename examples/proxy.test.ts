import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import OpenAI from "openai";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningProxy, startProxy } from "../src/adapters/openai-proxy/index.ts";
import { type MemoirEngine, openMemoir } from "../src/index.ts";

// A chat program that knows nothing of Memoir: it has OpenAI's own client and another base URL. The model stands in for a
// real one: it answers with the memories that it was shown.

const model = createServer(async (incoming, outgoing) => {
  let body = "";
  for await (const chunk of incoming) body += chunk;
  const { messages } = JSON.parse(body) as { messages: { role: string; content: string }[] };
  const system = messages.find(({ role }) => role === "system")?.content ?? "";
  const known = system.match(/^- .*$/gm)?.join("\n") ?? "I know nothing about you yet.";
  const choices = [{ index: 0, message: { role: "assistant", content: known }, finish_reason: "stop" }];
  outgoing.writeHead(200, { "content-type": "application/json" });
  outgoing.end(JSON.stringify({ id: "c1", object: "chat.completion", created: 1, model: "m", choices }));
});

let memoir: MemoirEngine;
let proxy: RunningProxy;
beforeAll(async () => {
  await new Promise<void>((resolve) => model.listen(0, "127.0.0.1", resolve));
  // By words alone, so that this needs no embedder and always says the same.
  memoir = await openMemoir({ database: ":memory:", embedder: "none", background: false });
  const upstream = `http://127.0.0.1:${(model.address() as AddressInfo).port}`;
  proxy = await startProxy({ memoir, upstream, port: 0 });
});
afterAll(async () => {
  await proxy.close();
  await memoir.close();
  model.close();
});

/** The program. Of memory it only says who speaks, in a field that the API has anyway. */
async function chat(user: string, words: string): Promise<string> {
  const openai = new OpenAI({ baseURL: `${proxy.url}/v1`, apiKey: "sk-anything" });
  const messages = [{ role: "user" as const, content: words }];
  const { choices } = await openai.chat.completions.create({ model: "m", user, messages });
  return choices[0]!.message.content ?? "";
}

test("1. a user says something in one conversation", async () => {
  expect(await chat("alice", "My dog is called Rex")).toBe("I know nothing about you yet.");
});

test("2. in the next one the model knows", async () => {
  expect(await chat("alice", "What is my dog called?")).toContain("My dog is called Rex");
});

test("3. another user's model does not", async () => {
  expect(await chat("bob", "What is my dog called?")).toBe("I know nothing about you yet.");
});
