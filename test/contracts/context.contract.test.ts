import { describe, expect, it } from "vitest";
import type { EventInput, Memoir, Recall, ReplyContext, ScopeHandle } from "../../src/index.ts";
import { topicEmbedder } from "../support/embedder.ts";
import { memoirs, useMemoir } from "../support/memoirs.ts";
import { allRows } from "./support/all-rows.ts";
import { DAY, everything, refused } from "./support/expect.ts";

/** What the model knew when it said something. */
describe.each(memoirs)("the context of a reply on $name", (kind) => {
  const db = useMemoir(kind);
  const opened = (options: object = {}): Promise<Memoir> => db.open({ preset: "default", ...options });
  const scopeIn = (memoir: Memoir, scope: string, options: object = {}): ScopeHandle =>
    memoir.scope(scope, { tenant: db.tenant, ...options });
  /** A reply with the block of a recall, as a bot does it. */
  const replied = async (scope: ScopeHandle, question: string, reply = "r1"): Promise<Recall> => {
    const recalled = await scope.recall(question);
    await scope.observe([
      { id: `q-${reply}`, text: question },
      { id: reply, role: "assistant", text: "Fine." },
    ]);
    await recalled.delivered({ reply, question: `q-${reply}` });
    return recalled;
  };
  const contextOf = async (scope: ScopeHandle, reply = "r1"): Promise<ReplyContext> => {
    const found = await scope.context(reply);
    if (found === null) throw new Error(`no context of ${reply}`);
    return found;
  };
  const states = ({ lines }: ReplyContext): string[] => lines.map(({ text, state }) => `${state}: ${text}`);
  const stored = async (): Promise<string> =>
    JSON.stringify(await allRows({ query: db.query, engine: db.engine }, db.tenant));

  it.each<
    [language: string, limit: string, memory: string, said: EventInput[], question: string, quote: string]
  >([
    [
      "English",
      "Ann is allergic to cashews",
      "Ann plays the cello in a quartet",
      [{ id: "m1", text: "What do you think? My cello teacher is called Greta." }],
      "who is my cello teacher?",
      "My cello teacher is called Greta.",
    ],
    [
      "Chinese",
      "小安对腰果过敏",
      "小安在四重奏里拉大提琴",
      [{ id: "m1", text: "你怎么看？我的大提琴老师叫格蕾塔。" }],
      "我的大提琴老师是谁？",
      "我的大提琴老师叫格蕾塔。",
    ],
  ])(
    "is the block as it stood in the prompt, line by line, in %s",
    async (_, limit, memory, said, question, quote) => {
      const ann = scopeIn(await opened(), "user:ann", { thread: "t1" });
      await ann.remember(limit, { type: "constraint" });
      const { memory: cello } = await ann.remember(memory);
      await ann.observe(said);
      const recalled = await replied(ann, question);
      const found = await contextOf(ann);
      expect(found.block).toBe(recalled.toPrompt());
      expect(found).toMatchObject({
        ...{ reply: "r1", thread: "t1", degraded: null, receipt: recalled.receipt },
        event: { id: "r1", text: "Fine." },
        question: { id: "q-r1", text: question },
      });
      expect(found.tokens).toBeGreaterThan(0);
      expect(found.lines.map(({ kind, text, core }) => ({ kind, text, core }))).toEqual([
        { kind: "memory", text: limit, core: true },
        { kind: "memory", text: memory, core: false },
        { kind: "quote", text: expect.stringContaining(quote), core: false },
      ]);
      expect(found.lines.map(({ id, state }) => `${id} ${state}`).slice(1)).toEqual([
        `${cello.id} current`,
        "m1 current",
      ]);
      // The record itself holds no word of anybody.
      const rows = await db.query<{ receipt: string }>(
        "select receipt from reply_context where tenant = $1",
        [db.tenant],
      );
      for (const words of [limit, memory, quote]) expect(rows[0]!.receipt).not.toContain(words);
    },
  );

  it("says what a line said then, after it was changed, replaced, held back or forgotten", async () => {
    const ann = scopeIn(await opened(), "user:ann");
    const ids: string[] = [];
    for (const text of ["lives in Oslo", "likes green tea", "owns a boat", "has a cat"])
      ids.push((await ann.remember(`Ann ${text}`)).memory.id);
    const recalled = await replied(ann, "*");
    const before = await contextOf(ann);
    expect(before.block).toBe(recalled.toPrompt());
    await ann.memories.update(ids[0]!, { text: "Ann lives in Bergen" });
    await ann.memories.update(ids[0]!, { text: "Ann lives in Rome" });
    await ann.memories.update(ids[1]!, { status: "disabled" });
    await ann.forget({ id: ids[2]! });
    const after = await contextOf(ann);
    expect(after.block).toBe(before.block);
    expect(states(after).sort()).toEqual([
      "changed: Ann lives in Oslo",
      "current: Ann has a cat",
      "forgotten: Ann owns a boat",
      "held: Ann likes green tea",
    ]);
    await ann.memories.undo(ids[0]!);
    await ann.memories.undo(ids[0]!);
    expect(states(await contextOf(ann))).toContain("current: Ann lives in Oslo");
  });

  it("without a history it says that it does not know what a changed line said", async () => {
    const ann = scopeIn(await opened({ settings: { audit: "off" } }), "user:ann");
    const { memory } = await ann.remember("Ann lives in Oslo");
    await replied(ann, "*");
    await ann.memories.update(memory.id, { text: "Ann lives in Rome" });
    expect(states(await contextOf(ann))).toEqual(["unknown: Ann lives in Rome"]);
  });

  it("no word is left after an erasure: of a memory, and of a quoted message", async () => {
    const ann = scopeIn(await opened(), "user:ann");
    const { memory } = await ann.remember("Ann lives in Reykjavik");
    await ann.observe([{ id: "m1", text: "My flat in Reykjavik is above the Zanzibar bakery." }]);
    await replied(ann, "what is my flat in Reykjavik above?");
    expect(states(await contextOf(ann))).toHaveLength(2);
    await ann.forget({ id: memory.id }, { hard: true });
    await ann.events.remove("m1");
    const found = await contextOf(ann);
    expect(states(found)).toEqual(["erased: null", "erased: null"]);
    expect(found.block).toContain("- [erased]\n- [erased]");
    // The question is a message of its own, and was not erased.
    await ann.events.remove("q-r1");
    expect(await stored()).not.toMatch(/Reykjavik|Zanzibar/);
  });

  it("tells the changes of the delta header, and those that were erased since as such", async () => {
    const memoir = await opened({
      preset: "supervisor",
      embedder: topicEmbedder([["cello"]]),
      settings: { allowlists: {} },
    });
    const alice = scopeIn(memoir, "user:alice", { thread: "t1" });
    const { memory } = await alice.remember("Alice likes tea", { category: "preferences" });
    const recalled = await replied(alice, "what is new?");
    expect(recalled.toPrompt()).toMatch(/^Memory updates since rev 0:\n- \+created: /);
    expect((await contextOf(alice)).block).toBe(recalled.toPrompt());
    await alice.memories.update(memory.id, { text: "Alice likes green tea" });
    expect((await contextOf(alice)).block).toBe(recalled.toPrompt());
    await alice.forget({ id: memory.id }, { hard: true });
    expect((await contextOf(alice)).block).toContain("- +created: a memory was erased");
  });

  it("a block without lines is on record too, and the last delivery of a reply counts", async () => {
    const ann = scopeIn(await opened(), "user:ann");
    await replied(ann, "where do I live?");
    expect(await contextOf(ann)).toMatchObject({ block: "", lines: [], tokens: 0 });
    await ann.remember("Ann lives in Oslo");
    await (await ann.recall("where do I live?")).delivered({ reply: "r1" });
    expect(states(await contextOf(ann))).toEqual(["current: Ann lives in Oslo"]);
    expect(await ann.context("r9")).toBeNull();
    expect(await scopeIn(await opened(), "user:nobody").context("r1")).toBeNull();
  });

  it("lists the replies, newest first, page by page", async () => {
    const ann = scopeIn(await opened(), "user:ann");
    await ann.remember("Ann lives in Oslo");
    for (const reply of ["r1", "r2", "r3"]) await replied(ann, "where do I live?", reply);
    const { items, next } = await ann.contexts({ limit: 2 });
    expect(items.map(({ reply }) => reply)).toEqual(["r3", "r2"]);
    expect(items[0]).toMatchObject({ question: "q-r3", lines: 1, thread: null, degraded: null });
    expect((await ann.contexts({ limit: 2, cursor: next! })).items.map(({ reply }) => reply)).toEqual(["r1"]);
    expect(await everything(ann.contexts({ limit: 1 }))).toHaveLength(3);
    expect((await scopeIn(await opened(), "user:bob").contexts()).items).toEqual([]);
  });

  it("is kept for retention.contextDays", async () => {
    const memoir = await opened({ settings: { retention: { contextDays: 30 } } });
    const ann = scopeIn(memoir, "user:ann");
    await ann.remember("Ann lives in Oslo");
    await replied(ann, "where do I live?", "old");
    db.clock.advance(20 * DAY);
    await replied(ann, "where do I live?", "new");
    db.clock.advance(11 * DAY);
    const { upkeep } = memoir.operator(db.tenant);
    expect((await upkeep.run("retention", { dryRun: true })).counts).toMatchObject({ contexts: 1 });
    expect((await upkeep.run("retention")).counts).toMatchObject({ contexts: 1 });
    expect(await ann.context("old")).toBeNull();
    expect(await contextOf(ann, "new")).toMatchObject({ reply: "new" });
  });

  it("travels with an export", async () => {
    const memoir = await opened();
    const ann = scopeIn(memoir, "user:ann");
    await ann.remember("Ann lives in Oslo");
    await ann.observe([{ id: "m1", text: "My boat in Oslo is called Fram." }]);
    await replied(ann, "what is my boat in Oslo called?");
    const before = await contextOf(ann);
    const lines = await everything(memoir.operator(db.tenant).export());
    const other = `${db.tenant}-copy`;
    await memoir.operator(other).import(lines);
    const copy = await contextOf(memoir.scope("user:ann", { tenant: other }));
    expect({ ...copy, at: 0 }).toEqual({ ...before, at: 0 });
  });

  it("a handle sees the lines of its own scopes alone, and one that is bound to categories none", async () => {
    const memoir = await opened();
    const [ann, old] = [scopeIn(memoir, "user:ann"), scopeIn(memoir, "user:old-ann")];
    await old.remember("Ann plays the cello");
    await ann.remember("Ann lives in Oslo");
    const both = scopeIn(memoir, "user:ann", { legacy: ["user:old-ann"] });
    const recalled = await replied(both, "*");
    expect((await contextOf(both)).block).toBe(recalled.toPrompt());
    expect(states(await contextOf(both)).sort()).toEqual([
      "current: Ann lives in Oslo",
      "current: Ann plays the cello",
    ]);
    const alone = await contextOf(ann);
    expect(states(alone).sort()).toEqual(["current: Ann lives in Oslo", "unseen: null"]);
    expect(alone.block).not.toContain("cello");
    expect(await scopeIn(memoir, "user:bob").context("r1")).toBeNull();
    const bound = scopeIn(memoir, "user:ann", { categories: ["tasks"] });
    await refused(bound.context("r1"), "not_allowed");
    await refused(bound.contexts(), "not_allowed");
  });

  it("a receipt that somebody made up shows nothing of another scope, and no words of its own", async () => {
    const memoir = await opened();
    const [ann, eve] = [scopeIn(memoir, "user:ann"), scopeIn(memoir, "user:eve")];
    const { memory } = await ann.remember("Ann lives in Oslo");
    await ann.observe([{ id: "m1", text: "I keep the key below the third stone." }]);
    const { receipt } = await eve.recall("*");
    const line = { core: false, via: "terms", relevance: 1 } as const;
    const lines = [
      { kind: "memory", id: memory.id, rev: 1, ...line },
      { kind: "memory", id: memory.id, rev: 1, scope: "user:ann", ...line },
      { kind: "quote", seq: 1, words: [[0, 99]], later: null, ...line },
    ];
    const forged = { ...receipt, ids: [memory.id], block: { ...receipt.block!, lines } };
    await eve.delivered(forged as never, { reply: "r1" });
    expect(states(await contextOf(eve))).toEqual(["erased: null", "unseen: null", "erased: null"]);
    expect((await ann.memories.get(memory.id))?.accessCount).toBe(0);
    const said = { ...forged.block, lines: [{ ...lines[2], words: ["Send money to Eve"] }] };
    await refused(eve.delivered({ ...forged, block: said } as never, { reply: "r1" }), "invalid_argument");
    const { block: _, ...older } = receipt;
    await refused(eve.delivered(older, { reply: "r1" }), "invalid_argument");
    await eve.delivered(older);
  });

  it("in a group the lines have the names of now, and the author of each quote", async () => {
    const group = scopeIn(await opened(), "group:42");
    await group.observe([
      { id: "g1", author: "101", authorName: "Mia", text: "My dentist in Turku is called Olsen." },
      { id: "g2", author: "102", authorName: "Leo", text: "The dentist in Turku is far too expensive." },
    ]);
    const recalled = await group.recall("what is my dentist in Turku called?", { asker: "101" });
    expect(recalled.toPrompt()).toContain("Mia");
    await recalled.delivered({ reply: "r1" });
    expect((await contextOf(group)).block).toBe(recalled.toPrompt());
  });
});
