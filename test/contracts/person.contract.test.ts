import { describe, expect, it } from "vitest";
import type { AboutPerson, EventInput, Memoir, PersonSection, ScopeHandle } from "../../src/index.ts";
import { SAMPLE_PEOPLE, sampleExport } from "../../src/server/sample/index.ts";
import { anyMemoir, useMemoir } from "../support/memoirs.ts";
import { refused } from "./support/expect.ts";

/** The texts of each section. */
function told({ sections }: AboutPerson): Partial<Record<PersonSection, string[]>> {
  return Object.fromEntries(sections.map(({ section, lines }) => [section, lines.map(({ text }) => text)]));
}

describe.each(anyMemoir)("what is known about a person on $name", (kind) => {
  const db = useMemoir(kind);
  /** With the packaged models: own words are sorted by meaning. */
  const judging = (): Promise<Memoir> => db.open({ embedder: "local" });
  const scopeOf = (memoir: Memoir, scope: string): ScopeHandle => memoir.scope(scope, { tenant: db.tenant });
  const said = async (memoir: Memoir, scope: ScopeHandle, messages: readonly EventInput[]): Promise<void> => {
    await scope.observe(messages);
    await scope.flush();
    await db.work(memoir);
  };

  it.each<[language: string, lines: Record<string, string>, noise: string]>([
    [
      "English",
      {
        who: "I work as a nurse in a children's hospital.",
        people: "My sister Mia teaches piano and has two boys.",
        likes: "In my free time I love hiking and bird watching.",
        plans: "In March we are going to move to Lisbon.",
        limit: "I'm allergic to cashews.",
      },
      "haha ok thanks",
    ],
    [
      "Chinese",
      {
        who: "我在儿童医院当护士。",
        people: "我妹妹小梅教钢琴，有两个儿子。",
        likes: "我空闲时喜欢爬山和观鸟。",
        plans: "我们打算三月搬到里斯本。",
        limit: "我对腰果过敏。",
      },
      "哈哈好的谢谢",
    ],
  ])("sorts what somebody said by its meaning, in %s", async (_, lines, noise) => {
    const memoir = await judging();
    const alice = scopeOf(memoir, "user:alice");
    const messages = [...Object.entries(lines), ["noise", noise] as const];
    await said(
      memoir,
      alice,
      messages.map(([id, text]) => ({ id, text })),
    );
    const person = (await alice.person())!;
    expect(person).toMatchObject({ account: "alice", members: [], degraded: null });
    const sections = told(person);
    for (const section of ["who", "people", "likes", "plans"] as const)
      expect([section, sections[section]]).toEqual([section, [lines[section]]]);
    // The core is on top and is not said again; what tells nothing is left out.
    expect(person.core.map(({ text }) => text)).toEqual([lines.limit]);
    expect(Object.values(sections).flat()).not.toContain(lines.limit);
    expect(Object.values(sections).flat().join()).not.toContain(noise);
    const line = person.sections[0]!.lines[0]!;
    expect(line).toMatchObject({ later: null, source: { event: { id: "who" } } });
    expect(line.at).toEqual(new Date(db.clock.now));
    // Looking is not delivering.
    expect((await alice.contexts()).items).toEqual([]);
  });

  it("puts memories by their type, also without an embedder, and the newest words last", async () => {
    const alice = db.scope("user:alice");
    const { memory } = await alice.remember("Alice prefers tea", { type: "preference" });
    await alice.remember("Alice files her taxes in May", { type: "task_state" });
    await alice.remember("Alice visited Rome", { type: "episode" });
    await alice.profile.set("city", "Oslo");
    await alice.observe([{ id: "m1", text: "We painted the shed bright orange yesterday." }]);
    const person = (await alice.person())!;
    const { likes, plans, lately } = told(person);
    expect([likes, plans]).toEqual([["Alice prefers tea"], ["Alice files her taxes in May"]]);
    expect(lately).toEqual(
      expect.arrayContaining(["Alice visited Rome", "We painted the shed bright orange yesterday."]),
    );
    expect(person.profile).toMatchObject([{ field: "city", value: "Oslo" }]);
    await alice.forget({ id: memory.id });
    expect(told((await alice.person())!).likes).toBeUndefined();
    const short = (await alice.person(undefined, { limit: 1 }))!;
    expect(new Set(short.sections.map(({ lines }) => lines.length))).toEqual(new Set([1]));
  });

  it("tells what a model made of messages, not their words, until there are later ones", async () => {
    const person = { ...SAMPLE_PEOPLE.en, scope: "user:robin" } as const;
    const lines = await sampleExport(person, { until: db.clock.now, zone: "UTC" });
    await db.memoir.operator(db.tenant).import(lines);
    const robin = db.scope(person.scope);
    const before = (await robin.person())!;
    expect(before.sections.flatMap((one) => one.lines).every(({ source }) => "memory" in source)).toBe(true);
    const { who, people } = told(before);
    expect(who).toContain("Robin works as a nurse.");
    expect(people).toContain("Ella does not eat fish.");
    const later = "We painted the shed bright orange yesterday.";
    await robin.observe([{ id: "later", text: later }]);
    expect(told((await robin.person())!).lately).toContain(later);
  });

  it("in a group tells of each member only what is theirs", async () => {
    const memoir = await judging();
    const group = scopeOf(memoir, "group:discord/7");
    expect(await group.person()).toBeNull();
    await said(memoir, group, [
      { id: "g1", author: "101", authorName: "Wren", text: "I work as a baker in Bristol." },
      { id: "g2", author: "102", authorName: "阿文", text: "我在成都开了一家火锅店。" },
    ]);
    await group.remember("Wren prefers rye bread", { subject: "101", type: "preference" });
    const last = (await group.person())!;
    expect(last).toMatchObject({ account: "102", name: "阿文", timeline: [], profile: [] });
    expect(last.members).toMatchObject([
      { account: "102", name: "阿文", messages: 1 },
      { account: "101", name: "Wren", messages: 1 },
    ]);
    expect(last.members[0]!.lastAt).toEqual(new Date(db.clock.now));
    expect(told(last)).toEqual({ who: ["我在成都开了一家火锅店。"] });
    expect(told((await group.person("101"))!)).toEqual({
      who: ["I work as a baker in Bristol."],
      likes: ["Wren prefers rye bread"],
    });
  });

  it("is for handles that see everything, and refuses what is no answer", async () => {
    const alice = db.scope("user:alice");
    await alice.remember("Alice prefers tea", { category: "food" });
    await refused(db.scope("user:alice", { categories: ["food"] }).person(), "not_allowed");
    await refused(alice.person(""), "invalid_argument");
    await refused(alice.person("alice", { limit: 0 }), "invalid_argument");
    expect((await db.scope("user:nobody").person())?.sections).toEqual([]);
    const off = await db.open({ settings: { readPolicy: { enable: false } } });
    expect(await scopeOf(off, "user:alice").person()).toMatchObject({
      sections: [],
      degraded: { reason: "disabled" },
    });
  });
});
