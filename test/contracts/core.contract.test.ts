import { describe, expect, it } from "vitest";
import type { CoreLine, EventInput, Memoir, ScopeHandle } from "../../src/index.ts";
import { anyMemoir, useMemoir } from "../support/memoirs.ts";
import { refused } from "./support/expect.ts";

const shown = ({ sort, text, source }: CoreLine): string =>
  `${sort}: ${text} (${"memory" in source ? "memory" : source.event.id})`;

describe.each(anyMemoir)("the core on $name", (kind) => {
  const db = useMemoir(kind);
  /** With the packaged models: which of a user's messages belong in every prompt is judged by their vectors. */
  const judging = (): Promise<Memoir> => db.open({ embedder: "local" });
  const scopeOf = (memoir: Memoir, scope: string): ScopeHandle => memoir.scope(scope, { tenant: db.tenant });
  const said = async (memoir: Memoir, scope: ScopeHandle, messages: readonly EventInput[]): Promise<void> => {
    await scope.observe(messages);
    await scope.flush();
    // A busy machine may need longer to load the model than `flush()` waits.
    await db.work(memoir);
  };
  const core = async (scope: ScopeHandle, asker?: string): Promise<string[]> => {
    const { lines, degraded } = await scope.core(asker === undefined ? {} : { asker });
    expect(degraded).toBeNull();
    return lines.map(shown);
  };
  const prompt = async (scope: ScopeHandle, query: string): Promise<string> =>
    (await scope.recall(query)).toPrompt();

  it.each<[language: string, messages: EventInput[], any: string, about: string]>([
    [
      "English",
      [
        { id: "m1", text: "Please always answer me in short sentences." },
        { id: "m2", text: "Call me Al." },
        { id: "m3", text: "I'm allergic to cashews." },
        { id: "m4", text: "We painted the shed bright orange yesterday." },
      ],
      "write a haiku about rain",
      "what am I allergic to?",
    ],
    [
      "Chinese",
      [
        { id: "m1", text: "以后回答我都简短一点。" },
        { id: "m2", text: "叫我小艾就行。" },
        { id: "m3", text: "我对腰果过敏。" },
        { id: "m4", text: "昨天我们把棚子刷成橘色了。" },
      ],
      "写首关于雨的诗",
      "我对什么过敏？",
    ],
  ])(
    "the line of a message is taken out, stays quotable and comes back, in %s",
    async (_, messages, any, about) => {
      const memoir = await judging();
      const alice = scopeOf(memoir, "user:alice");
      await said(memoir, alice, messages);
      const [wish, address, limit] = messages.map(({ text }) => text!);
      const whole = [`limit: ${limit} (m3)`, `address: ${address} (m2)`, `wish: ${wish} (m1)`];
      expect(await core(alice)).toEqual(whole);
      const { lines } = await alice.core();
      expect(lines[0]).toMatchObject({ later: null, source: { event: { id: "m3", coreOffAt: null } } });
      expect(lines[0]!.at).toEqual(new Date(db.clock.now));
      for (const { text } of lines) expect(await prompt(alice, any)).toContain(`"${text}"`);

      expect(await alice.events.allowCore("m3", false)).toBe(true);
      expect(await core(alice)).toEqual(whole.slice(1));
      expect(await prompt(alice, any)).not.toContain(limit);
      // It is forgotten by nobody: a question that it answers quotes it.
      expect(await prompt(alice, about)).toContain(`: "${limit}"`);
      expect(await alice.events.get("m3")).toMatchObject({ text: limit, hiddenAt: null });
      expect((await alice.events.get("m3"))?.coreOffAt).toEqual(new Date(db.clock.now));

      expect(await alice.events.allowCore("m3", true)).toBe(true);
      expect(await core(alice)).toEqual(whole);
      expect(await prompt(alice, any)).toContain(`"${limit}"`);
      expect((await alice.events.get("m3"))?.coreOffAt).toBeNull();
    },
  );

  it.each([
    ["English", "I'm allergic to cashews.", "Actually I'm no longer allergic to cashews, the doctor says."],
    ["Chinese", "我对腰果过敏。", "医生说我现在不对腰果过敏了。"],
  ])("a line stands with what its author said about it later, in %s", async (_, text, changed) => {
    const memoir = await judging();
    const alice = scopeOf(memoir, "user:alice");
    const at = new Date(db.clock.now);
    await said(memoir, alice, [{ id: "m1", text, at }]);
    db.clock.now += 86_400_000;
    await said(memoir, alice, [{ id: "m2", text: changed }]);
    expect((await alice.core()).lines).toMatchObject([
      {
        sort: "limit",
        text,
        later: { text: changed, event: { id: "m2" } },
        source: { event: { id: "m1" } },
        at,
      },
    ]);
  });

  it.each([
    ["English", "Alice wants answers in metric units", "what is the capital of Peru?"],
    ["Chinese", "小红要求一律用公制单位", "秘鲁的首都是哪里？"],
  ])("the line of a memory goes when it is forgotten and is back after undo, in %s", async (_, text, any) => {
    const alice = db.scope("user:alice");
    const { memory } = await alice.remember(text, { type: "constraint" });
    expect((await alice.core()).lines).toMatchObject([
      { sort: "wish", text, later: null, source: { memory: { id: memory.id } } },
    ]);
    await alice.forget({ id: memory.id });
    expect(await core(alice)).toEqual([]);
    expect(await prompt(alice, any)).toBe("");
    await alice.memories.undo(memory.id);
    expect(await core(alice)).toEqual([`wish: ${text} (memory)`]);
    expect(await prompt(alice, any)).toContain(text);
  });

  it("is as prompts have it: within its tokens, and none where it is off", async () => {
    const short = scopeOf(await db.open({ settings: { readPolicy: { coreTokens: 12 } } }), "user:alice");
    for (const text of ["Answer in metric units", "Answer in the evening only"])
      await short.remember(text, { type: "constraint" });
    expect((await short.core()).lines).toHaveLength(1);
    const off = await db.open({ settings: { readPolicy: { core: false } } });
    expect(await core(scopeOf(off, "user:alice"))).toEqual([]);
    const disabled = await db.open({ settings: { readPolicy: { enable: false } } });
    expect(await scopeOf(disabled, "user:alice").core()).toMatchObject({
      lines: [],
      degraded: { reason: "disabled" },
    });
    expect(await core(db.scope("user:nobody"))).toEqual([]);
  });

  it("holds nothing of a category that the handle may not see, and no message for it", async () => {
    const memoir = await judging();
    const all = scopeOf(memoir, "user:alice");
    await said(memoir, all, [{ id: "m1", text: "Call me Al." }]);
    await all.remember("Alice must not eat nuts", { type: "constraint", category: "health" });
    await all.remember("Alice wants short answers", { type: "constraint", category: "tasks" });
    expect(await core(all)).toHaveLength(3);
    const bound = memoir.scope("user:alice", { tenant: db.tenant, categories: ["tasks"] });
    expect(await core(bound)).toEqual(["wish: Alice wants short answers (memory)"]);
    await refused(bound.events.allowCore("m1", false), "not_allowed");
  });

  it("in a group is the asker's own", async () => {
    const memoir = await judging();
    const group = scopeOf(memoir, "group:discord/7");
    await said(memoir, group, [
      { id: "g1", author: "101", authorName: "Wren", text: "I'm allergic to cashews." },
      { id: "g2", author: "102", authorName: "Kev", text: "I'm allergic to bees." },
    ]);
    expect(await core(group)).toEqual([]);
    expect(await core(group, "101")).toEqual(["limit: I'm allergic to cashews. (g1)"]);
  });

  it("says whether there is such a message, and refuses what is no answer", async () => {
    const alice = db.scope("user:alice");
    await alice.observe([{ id: "m1", text: "hello" }]);
    expect(await alice.events.allowCore("m1", false)).toBe(true);
    expect(await alice.events.allowCore("m2", false)).toBe(false);
    await alice.events.remove("m1");
    expect(await alice.events.allowCore("m1", true)).toBe(false);
    await refused(alice.events.allowCore("m1", "no" as never), "invalid_argument");
    await refused(alice.core({ asker: "" }), "invalid_argument");
  });
});
