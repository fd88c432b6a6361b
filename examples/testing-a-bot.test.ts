import { afterEach, beforeEach, expect, test } from "vitest";
import { type Memoir, openMemoir, type ScopeHandle } from "../src/index.ts";
import { fixedClock, type ScriptedModel, startScriptedModel } from "../src/testing/index.ts";

/** The bot under test: it looks up what it knows, and lets a model find the words. */
async function reply(user: ScopeHandle, modelUrl: string, text: string): Promise<string> {
  const { hits } = await user.recall(text);
  const system = `You know:\n${hits.map((hit) => `- ${hit.text}`).join("\n")}`;
  const response = await fetch(`${modelUrl}/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      model: "any",
      messages: [
        { role: "system", content: system },
        { role: "user", content: text },
      ],
    }),
  });
  if (!response.ok) return "Sorry, I cannot think right now.";
  const { choices } = (await response.json()) as { choices: [{ message: { content: string } }] };
  return choices[0].message.content;
}

const clock = fixedClock("2026-05-01T09:00:00Z");
let memoir: Memoir;
let model: ScriptedModel;

beforeEach(async () => {
  memoir = await openMemoir({ database: ":memory:", now: clock.now });
  // Echoes its prompt, so that a test can see it.
  model = await startScriptedModel({ answer: ({ system }) => `I was told: ${system}` });
});
afterEach(async () => {
  await model.close();
  await memoir.close();
});

test("what the bot knows reaches the model", async () => {
  const alice = memoir.scope("user:alice");
  await alice.remember("Alice is allergic to nuts");
  expect(await reply(alice, model.url, "Which nuts can I eat?")).toContain("Alice is allergic to nuts");
  expect(model.calls.count).toBe(1);
  expect(model.calls.inputTokens).toBeLessThan(100);
});

test("nobody hears what belongs to another", async () => {
  await memoir.scope("user:alice").remember("Alice is allergic to nuts");
  expect(await reply(memoir.scope("user:bob"), model.url, "Which nuts can I eat?")).not.toContain("Alice");
});

test("the bot stays polite while the model is down", async () => {
  model.misbehave("server-error", { kind: "rate-limit", retryAfterSeconds: 30 });
  const alice = memoir.scope("user:alice");
  expect(await reply(alice, model.url, "hello")).toBe("Sorry, I cannot think right now.");
  expect(await reply(alice, model.url, "hello")).toBe("Sorry, I cannot think right now.");
  expect(await reply(alice, model.url, "hello")).toContain("I was told");
});

test("what expires is forgotten in time", async () => {
  const alice = memoir.scope("user:alice");
  await alice.remember("Alice parks on level three", { expiresAt: new Date("2026-05-02T00:00:00Z") });
  expect(await reply(alice, model.url, "Where do I park?")).toContain("level three");
  clock.advance(24 * 3_600_000);
  expect(await reply(alice, model.url, "Where do I park?")).not.toContain("level three");
});
