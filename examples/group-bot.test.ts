import { afterEach, beforeEach, expect, test } from "vitest";
import { type Memoir, openMemoir, type ScopeHandle } from "../src/index.ts";
import { fixedClock } from "../src/testing/index.ts";

// A bot in a group has two kinds of memory. Messages in the group belong to the group: `group:PLATFORM/ID`, where each
// fact keeps its subject. Private messages to the bot belong to that person: `user:ID`. A handle sees only its own
// scope, so the bot does not have to separate them.

const clock = fixedClock("2026-05-12T18:00:00Z");
let memoir: Memoir;
let group: ScopeHandle;
let alice: ScopeHandle;

beforeEach(async () => {
  // By words alone and without background work, so that this needs no model and always says the same.
  memoir = await openMemoir({ database: ":memory:", embedder: "none", background: false, now: clock.now });
  group = memoir.scope("group:discord/42");
  alice = memoir.scope("user:discord:alice");
});
afterEach(() => memoir.close());

/** A message in the group: who said it goes with it. */
async function inGroup(author: string, text: string): Promise<void> {
  await group.observe([{ author, text, platform: "discord", session: "evening" }]);
}

/** The context of a reply in the group. */
async function toldInGroup(question: string): Promise<string> {
  return (await group.recall(question)).toPrompt();
}

async function facts(scope: ScopeHandle): Promise<Record<string, string | null>> {
  const { items } = await scope.memories.list({ status: ["active"] });
  return Object.fromEntries(items.map(({ text, subject }) => [text, subject]));
}

test("two people ask to remember things about themselves: each fact stays with its subject", async () => {
  await inGroup("Alice", "Remember that I live in Berlin. And remember that I'm vegetarian.");
  await inGroup("Bob", "Remember that I'm allergic to nuts. 记住我住在上海。");
  await group.flush();

  expect(await facts(group)).toEqual({
    "Alice lives in Berlin.": "Alice",
    "Alice is vegetarian.": "Alice",
    "Bob is allergic to nuts.": "Bob",
    "Bob住在上海。": "Bob",
  });
  expect(await toldInGroup("What is Bob allergic to?")).toContain("Bob is allergic to nuts.");
  const home = await toldInGroup("Where does Alice live?");
  expect(home).toContain("Berlin");
  expect(home).not.toContain("上海");
});

test("what was told in private is never said in the group", async () => {
  await alice.observe([{ author: "Alice", text: "I'm looking for a new job, but nobody at work knows." }]);
  await alice.remember("Alice earns 70,000 euros");
  await alice.flush();

  for (const question of [
    "Who is looking for a new job?",
    "What does Alice earn?",
    "Tell me about Alice",
    "*",
  ]) {
    expect(await toldInGroup(question)).toBe("");
  }
  // Alone with her, it is known.
  expect((await alice.recall("What does Alice earn?")).toPrompt()).toContain("70,000 euros");
});

test("what was said in the group is not carried into anybody's private scope", async () => {
  await inGroup("Alice", "Remember that I have a dog named Rex.");
  await group.flush();
  expect(await facts(group)).toEqual({ "Alice has a dog named Rex.": "Alice" });
  expect(await facts(alice)).toEqual({});
});

test("nobody speaks for another: hearsay replaces nothing", async () => {
  await inGroup("Bob", "Remember that I live in Shanghai.");
  await inGroup("Alice", "Remember that Bob lives in Paris now.");
  await group.flush();
  expect(await facts(group)).toEqual({ "Bob lives in Shanghai.": "Bob" });
});

test("one person can be forgotten, and the others stay", async () => {
  await inGroup("Alice", "Remember that I live in Berlin.");
  await inGroup("Bob", "Remember that I live in Shanghai.");
  await group.flush();
  for (const { id, subject } of (await group.memories.list()).items) {
    if (subject === "Bob") await group.forget({ id }, { hard: true, reason: "Bob asked for it" });
  }
  expect(await facts(group)).toEqual({ "Alice lives in Berlin.": "Alice" });
  // Erased for good, also from what was said.
  const { items } = await group.events.list();
  expect(items.map(({ text }) => text).join("\n")).not.toContain("Shanghai");
});
