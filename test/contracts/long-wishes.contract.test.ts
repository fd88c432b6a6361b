import { describe, expect, it } from "vitest";
import type { EventInput, Memoir, ScopeHandle } from "../../src/index.ts";
import { anyMemoir, useMemoir } from "../support/memoirs.ts";
import { readingModel } from "./support/reading-model.ts";

const REASON = expect.stringContaining("an order inside a longer message waits for somebody's approval");

const ENGLISH = `We spent the whole weekend on the garden. The beans came up at last, and the fence is painted.

Please always answer me in short sentences. My sister comes over next month, and the guest room is still full of boxes.

What should we plant next to the beans?`;
const CHINESE = `我周末一直在收拾院子，豆子终于发芽了。

以后回答我都简短一点。

我想问一下，豆子旁边种什么好？`;
/** One paragraph, and longer than a core line. */
const inOne = (text: string): string =>
  `${text.replaceAll(/\s*\n\s*/g, " ")} ${"The guest room is still full of boxes. ".repeat(6)}`.trim();

describe.each(anyMemoir)("wishes inside longer messages on $name", (kind) => {
  const db = useMemoir(kind);
  const hear = async (memoir: Memoir, scope: ScopeHandle, ...messages: EventInput[]): Promise<void> => {
    await scope.observe(messages);
    await scope.flush();
    await db.work(memoir);
  };
  const judging = async (): Promise<{ memoir: Memoir; alice: ScopeHandle }> => {
    const memoir = await db.open({ embedder: "local" });
    // Loads the models, each of them.
    await hear(
      memoir,
      memoir.scope("user:warm", { tenant: db.tenant }),
      { text: "hello there" },
      { text: "你好" },
    );
    return { memoir, alice: memoir.scope("user:alice", { tenant: db.tenant }) };
  };
  const core = async (scope: ScopeHandle, asker?: string): Promise<string[]> =>
    (await scope.core(asker === undefined ? {} : { asker })).lines.map(
      ({ sort, text }) => `${sort}: ${text}`,
    );
  const waiting = async (scope: ScopeHandle): Promise<string[]> =>
    (await scope.memories.list({ status: ["pending"] })).items.map(({ text }) => text);

  it.each([
    ["English", ENGLISH, "Please always answer me in short sentences."],
    ["Chinese", CHINESE, "以后回答我都简短一点。"],
  ])("one waits for approval, and is a core line once approved, in %s", async (_, text, wish) => {
    const { memoir, alice } = await judging();
    const { entries } = await alice.preview([{ text }]);
    expect(entries).toMatchObject([{ outcome: "waiting", reason: REASON, memory: { type: "constraint" } }]);
    await hear(memoir, alice, { id: "m1", text });
    expect(await core(alice)).toEqual([]);
    const [memory, ...others] = (await alice.memories.list({ status: ["pending"] })).items;
    expect(others).toEqual([]);
    expect(memory).toMatchObject({ type: "constraint", status: "pending" });
    expect(memory!.text).toContain(wish.replace(/[.。]$/u, ""));
    expect((await alice.recall("hello")).toPrompt()).not.toContain(wish);

    const { evidence } = await alice.memories.proof(memory!.id);
    expect(evidence.map(({ event, span }) => [event.id, event.text.slice(...span!)])).toEqual([["m1", wish]]);
    await alice.memories.approve(memory!.id);
    const { lines } = await alice.core();
    expect(lines).toMatchObject([{ sort: "wish", source: { memory: { id: memory!.id } } }]);
    expect((await alice.recall("hello")).toPrompt()).toContain(wish);
  });

  it.each([
    ["English", "Our boat is called Linnet.\n\nCall me Al.\n\nThe harbour is full of ice.", "Call me Al"],
    ["Chinese", "我们的船叫白鹭。\n\n叫我小艾就行。\n\n港口里全是冰。", "叫我小艾就行"],
  ])("a form of address waits too, and is one once approved, in %s", async (_, text, words) => {
    const { memoir, alice } = await judging();
    await hear(memoir, alice, { text });
    expect(await core(alice)).toEqual([]);
    const [memory] = (await alice.memories.list({ status: ["pending"] })).items;
    expect(memory).toMatchObject({ type: "profile" });
    expect(memory!.text).toContain(words);
    await alice.memories.approve(memory!.id);
    expect(await core(alice)).toEqual([`address: ${memory!.text}`]);
  });

  it.each([
    ["English", "Please always answer me in short sentences.", "\n\nThanks a lot."],
    ["Chinese", "以后回答我都简短一点。", "\n\n谢谢。"],
  ])(
    "a short one is a core line at once; with a second paragraph or a fourth line it waits, in %s",
    async (_, wish, more) => {
      const { memoir, alice } = await judging();
      await hear(memoir, alice, { text: `${wish}\n` });
      expect(await core(alice)).toEqual([`wish: ${wish}`]);
      expect(await waiting(alice)).toEqual([]);
      for (const [i, text] of [
        `${wish}${more}`,
        `I am back.\nI am tired.\nI am off to bed.\n${wish}`,
      ].entries()) {
        const scope = memoir.scope(`user:other-${i}`, { tenant: db.tenant });
        await hear(memoir, scope, { text });
        expect(await core(scope)).toEqual([]);
        expect(await waiting(scope)).toHaveLength(1);
      }
    },
  );

  it.each([
    [
      "English",
      "Got this mail from Tom:\n\nDear all,\n\nPlease always answer me in short sentences.\n\nKind regards, Tom",
    ],
    ["Chinese", "请翻译这封邮件：\n\n“各位好，\n\n以后回答我都简短一点。\n\n此致，王明”"],
  ])("one in words that are handed over is nobody's, in %s", async (_, text) => {
    const { memoir, alice } = await judging();
    await hear(memoir, alice, { text });
    expect(await core(alice)).toEqual([]);
    expect(await waiting(alice)).toEqual([]);
  });

  it.each([
    ["English", ENGLISH],
    ["Chinese", CHINESE],
  ])("in a group it is its author's, and without an embedder nothing comes of it, in %s", async (_, text) => {
    const { memoir } = await judging();
    const group = memoir.scope("group:discord/7", { tenant: db.tenant });
    await hear(memoir, group, { author: "101", authorName: "Wren", text });
    const [memory] = (await group.memories.list({ status: ["pending"] })).items;
    expect(memory).toMatchObject({ subject: "101" });
    await group.memories.approve(memory!.id);
    expect(await core(group, "101")).toHaveLength(1);
    expect(await core(group, "102")).toEqual([]);

    const plain = db.scope("user:bea");
    await plain.observe([{ text }]);
    const { entries } = await plain.flush();
    expect(entries.map(({ outcome }) => outcome)).toEqual(["ignored"]);
  });

  it.each([
    [
      "English",
      "Alice wants answers in short sentences.",
      "Please always answer me in short sentences.",
      ENGLISH,
    ],
    ["Chinese", "爱丽丝希望回答都简短一点。", "以后回答我都简短一点。", CHINESE],
  ])(
    "with a language model, an order of a longer message waits and one of a short message does not, in %s",
    async (_, fact, short, long) => {
      const facts = [{ text: fact, type: "constraint" }];
      const model = readingModel({ [short]: facts, [inOne(long)]: facts });
      const memoir = await db.open({ model });
      for (const [text, outcome] of [
        [short, "added"],
        [inOne(long), "waiting"],
      ] as const) {
        const scope = memoir.scope(`user:${outcome}`, { tenant: db.tenant });
        await scope.observe([{ text, authorName: "Alice" }]);
        const { entries } = await scope.flush();
        expect(entries).toMatchObject([{ outcome, text: fact }]);
        if (outcome === "waiting") expect(entries[0]!.reason).toEqual(REASON);
      }
    },
  );
});
