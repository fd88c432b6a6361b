import { describe, expect, it } from "vitest";
import type { EventInput, ScopeHandle } from "../../src/index.ts";
import { memoirs, useMemoir } from "../support/memoirs.ts";
import { everything, NOTHING_FORGOTTEN } from "./support/expect.ts";

const MINUTE = 60_000;

describe.each(memoirs)("the words behind what was forgotten on $name", (kind) => {
  const db = useMemoir(kind);

  const heard = async (scope: ScopeHandle, ...messages: EventInput[]): Promise<void> => {
    for (const message of messages) {
      db.clock.advance(MINUTE);
      await scope.observe([message]);
    }
    await scope.flush();
  };
  const hidden = async (scope: ScopeHandle): Promise<string[]> =>
    (await everything(scope.events.list()))
      .filter(({ hiddenAt }) => hiddenAt !== null)
      .map(({ id }) => id)
      .toSorted();
  const found = async (scope: ScopeHandle, query: string): Promise<string[]> =>
    (await scope.recall(query, { from: ["events"], threshold: 0, limit: 20 })).hits
      .map(({ id }) => id)
      .toSorted();

  it("L7: a memory is found by the telling word of a request, with the messages that say it, and no other", async () => {
    const ada = db.memoir.scope("user:ada", { tenant: db.tenant });
    await ada.remember("Ada's favourite cheese is Gorgonzola");
    await ada.remember("Ada likes hiking");
    await heard(
      ada,
      { id: "a", text: "my favourite cheese is Gorgonzola. I live in Turin." },
      { id: "r", role: "assistant", text: "Gorgonzola, what a choice!" },
      { id: "b", text: "I like hiking" },
      { id: "ask", text: "please forget that I like gorgonzola" },
    );
    const left = await everything(ada.memories.list());
    expect(left.map(({ text }) => text)).toEqual(["Ada likes hiking"]);
    expect(await hidden(ada)).toEqual(expect.arrayContaining(["a", "ask"]));
    expect(await hidden(ada)).not.toContain("b");
    expect(await ada.commands.handle({ text: "forget that I like camembert" })).toMatchObject({
      outcome: "not_found",
    });
    expect(await everything(ada.memories.list())).toHaveLength(1);
  });

  it("L7: so is a message", async () => {
    const ada = db.memoir.scope("user:ada2", { tenant: db.tenant });
    await heard(
      ada,
      { id: "a", text: "my favourite cheese is Gorgonzola" },
      { id: "r", role: "assistant", text: "Gorgonzola, what a choice!" },
      { id: "b", text: "I like hiking" },
      { id: "ask", text: "please forget that I like gorgonzola" },
    );
    expect(await hidden(ada)).toEqual(["a", "ask"]);
  });

  it.each<[string, EventInput[], string, string[]]>([
    [
      "what is named, and the request",
      [
        { id: "a", text: "my uncle Rob still owes me for the boat" },
        { id: "b", text: "the boat is blue" },
        { id: "ask", text: "please forget the thing about Rob and the boat" },
      ],
      "boat",
      ["a", "ask"],
    ],
    [
      "the previous message",
      [
        { id: "a", text: "the boat is blue" },
        { id: "b", text: "they moved my scan to the boat day" },
        { id: "ask", text: "oh wrong chat. buddy please forget that" },
      ],
      "boat",
      ["ask", "b"],
    ],
    [
      "what the assistant repeated",
      [
        { id: "a", text: "i pawned grandma's boat ring" },
        { id: "r", role: "assistant", text: "You pawned a boat ring?" },
        { id: "b", text: "the boat is blue" },
        { id: "ask", text: "can u forget the boat ring pls" },
      ],
      "boat",
      ["a", "ask", "r"],
    ],
    [
      "what is named in Chinese",
      [
        { id: "a", text: "借给老陈两万块钱看病" },
        { id: "b", text: "老陈今天请我喝茶" },
        { id: "ask", text: "昨天借钱那桩事，你不要记" },
      ],
      "老陈",
      ["a", "ask"],
    ],
  ])("a request in a chat hides %s", async (_, messages, query, expected) => {
    const alice = db.scope("user:alice");
    await heard(alice, ...messages.slice(0, -1));
    expect(await found(alice, query)).toEqual(expect.arrayContaining(expected.filter((id) => id !== "ask")));
    await heard(alice, messages.at(-1)!);
    expect(await hidden(alice)).toEqual(expected);
    for (const id of expected) expect(await found(alice, query)).not.toContain(id);
    expect(await found(alice, query)).not.toEqual([]);
  });

  it("what a message says and takes back itself is not kept, and what stood before it stays", async () => {
    const alice = db.scope("user:alice");
    await heard(
      alice,
      { id: "a", text: "Remember that I live in Oslo." },
      { id: "b", text: "Remember that I have a dog. Please forget that." },
    );
    const texts = (await everything(alice.memories.list({ status: ["active"] }))).map(({ text }) => text);
    expect(texts).toEqual(["Alice lives in Oslo."]);
    expect(await hidden(alice)).toEqual(["b"]);
  });

  it("in a group only what the asker said is hidden, and who quotes it", async () => {
    const group = db.scope("group:friends");
    await heard(
      group,
      { id: "a", author: "ann", text: "psst, I broke up with Sam last night" },
      { id: "b", author: "bob", text: "Sam is coming to the boat party" },
      { id: "q", author: "bob", text: "> psst, I broke up with Sam last night\nthat is not a whisper" },
      { id: "other", author: "bob", text: "buddy forget Sam please" },
      { id: "ask", author: "ann", text: "buddy, please forget that I broke up with Sam" },
    );
    // Bob's request hides Bob's own words only.
    expect(await hidden(group)).toEqual(["a", "ask", "b", "other", "q"]);
  });

  it("nobody's request hides another's words", async () => {
    const group = db.scope("group:friends");
    await heard(
      group,
      { id: "a", author: "ann", text: "I sold my boat" },
      { id: "ask", author: "mallory", text: "forget the boat please" },
      { id: "nobody", text: "please forget the boat" },
    );
    expect(await hidden(group)).toEqual(["ask"]);
  });

  it("a forgotten memory takes its sources along, and brings them back", async () => {
    const alice = db.scope("user:alice");
    await heard(
      alice,
      { id: "a", text: "Remember that I live in Oslo." },
      { id: "b", text: "The boat is blue." },
    );
    const [memory] = await everything(alice.memories.list({ status: ["active"] }));
    await alice.forget({ id: memory!.id });
    expect(await hidden(alice)).toEqual(["a"]);
    expect(await found(alice, "Oslo")).not.toContain("a");
    await alice.memories.restore(memory!.id);
    expect(await hidden(alice)).toEqual([]);
    expect(await found(alice, "Oslo")).toContain("a");
    await alice.memories.delete(memory!.id);
    expect(await hidden(alice)).toEqual(["a"]);
    await alice.memories.undo(memory!.id);
    expect(await hidden(alice)).toEqual([]);
  });

  it("a source that also backs another forgotten memory stays hidden", async () => {
    const alice = db.scope("user:alice");
    await heard(alice, {
      id: "a",
      text: "Remember that I live in Oslo. Remember that I am allergic to peanuts.",
    });
    const memories = await everything(alice.memories.list({ status: ["active"] }));
    expect(memories).toHaveLength(2);
    for (const { id } of memories) await alice.forget({ id });
    await alice.memories.restore(memories[0]!.id);
    expect(await hidden(alice)).toEqual(["a"]);
    await alice.memories.restore(memories[1]!.id);
    expect(await hidden(alice)).toEqual([]);
  });

  it("forget({ about }) hides what says it, memory or not", async () => {
    const alice = db.scope("user:alice");
    await heard(alice, { id: "a", text: "hm, that ferry to Oban was grim" }, { id: "b", text: "hello" });
    expect(await alice.forget({ about: "ferry Oban", dryRun: true })).toMatchObject({ found: false });
    expect(await hidden(alice)).toEqual([]);
    expect(await alice.forget({ about: "ferry Oban" })).toEqual({
      ...NOTHING_FORGOTTEN,
      hidden: ["a"],
      batch: expect.any(String),
    });
    expect(await hidden(alice)).toEqual(["a"]);
  });

  it("another engine notices", async () => {
    const alice = db.scope("user:alice");
    await heard(
      alice,
      { id: "a", text: "the ferry to Oban was grim" },
      { id: "b", text: "ferry fares rise" },
    );
    const other = (await db.open()).scope("user:alice", { tenant: db.tenant });
    expect(await found(other, "ferry")).toEqual(["a", "b"]);
    await heard(alice, { id: "ask", text: "forget the ferry to Oban please" });
    expect(await found(other, "ferry")).toEqual(["b"]);
  });
});
