import { describe, expect, it } from "vitest";
import { estimateTokens } from "../../src/domain/budget.ts";
import { anyMemoir, useMemoir } from "../support/memoirs.ts";

/** Facts of a long profile, each about another thing. */
const THINGS = [
  ..."anchor basket candle drawer engine feather garden hammer island jacket kettle ladder magnet needle".split(
    " ",
  ),
  ..."orchid pillow quiver ribbon saddle tunnel uniform velvet walnut xylophone yogurt zipper almond bucket".split(
    " ",
  ),
  ..."cactus dolphin emerald falcon guitar helmet icicle jungle kitten lantern marble napkin olive parrot".split(
    " ",
  ),
  ..."quartz rocket sandal tablet urchin violin window yarn zebra acorn beacon copper dagger eraser fabric".split(
    " ",
  ),
  ..."glacier harbor insect jigsaw kernel locket mirror nutmeg oyster pepper quilt".split(" "),
];
const NURSE = "Alice works as a nurse at the children's hospital";
const TEA = "爱丽丝每天早上喝绿茶";
const GOAL = "Alice wants to finish the marathon in Rotterdam";

describe.each(anyMemoir)("categories of context all on $name", (kind) => {
  const db = useMemoir(kind);

  /** The facts that answer are the oldest: by age alone they would be the last. */
  const withLongProfile = async () => {
    const memoir = await db.open({ preset: "supervisor" });
    const alice = memoir.scope("user:alice", { tenant: db.tenant });
    await alice.remember(GOAL, { category: "goals" });
    for (const text of [NURSE, TEA, ...THINGS.map((thing) => `Alice once owned a remarkable old ${thing}`)]) {
      db.clock.advance(60_000);
      await alice.remember(text, { category: "profile" });
    }
    return alice;
  };

  it("R260: a long profile leaves room for the rest, and the question decides what of it is there", async () => {
    const alice = await withLongProfile();
    for (const [question, line] of [
      ["Which marathon does Alice want to finish?", GOAL],
      ["In which hospital does Alice work as a nurse?", NURSE],
      ["爱丽丝早上喝什么茶？", TEA],
    ] as const) {
      const found = await alice.recall(question);
      expect([question, found.toPrompt()]).toEqual([question, expect.stringContaining(line)]);
      expect(estimateTokens(found.toPrompt())).toBeLessThanOrEqual(512);
      const profile = found.hits.filter((hit) => hit.kind === "memory" && hit.memory.category === "profile");
      // What the retrieved lines leave is the profile's.
      expect(profile.length).toBeGreaterThan(15);
    }
  });

  it("R260: a profile that fits is there as a whole, whatever is asked", async () => {
    const memoir = await db.open({ preset: "supervisor" });
    const alice = memoir.scope("user:alice", { tenant: db.tenant });
    for (const thing of THINGS.slice(0, 12))
      await alice.remember(`Alice owns a ${thing}`, { category: "profile" });
    await alice.remember(GOAL, { category: "goals" });
    const { hits } = await alice.recall("Which marathon does Alice want to finish?");
    expect(hits.map(({ text }) => text)).toEqual([
      ...THINGS.slice(0, 12)
        .map((thing) => `Alice owns a ${thing}`)
        .reverse(),
      GOAL,
    ]);
  });

  it("R260: their share of the tokens is a setting", async () => {
    const lines = async (share: number): Promise<number> => {
      const settings = { categories: { share }, readPolicy: { maxItems: 30, maxPerType: null } };
      const memoir = await db.open({ preset: "supervisor", settings });
      const bob = memoir.scope("user:bob", { tenant: db.tenant });
      const { hits } = await bob.recall("marathon", { maxTokens: 200 });
      return hits.filter((hit) => hit.kind === "memory" && hit.memory.category === "profile").length;
    };
    const memoir = await db.open({ preset: "supervisor" });
    const bob = memoir.scope("user:bob", { tenant: db.tenant });
    for (const thing of THINGS.slice(0, 30)) {
      await bob.remember(`Bob ran a marathon with a ${thing}`, { category: "goals" });
      await bob.remember(`Bob is known for his ${thing}`, { category: "profile" });
    }
    const [none, half, all] = [await lines(0), await lines(0.5), await lines(1)];
    expect(none).toBeLessThanOrEqual(1);
    expect(half).toBeGreaterThan(3);
    expect(all).toBeGreaterThan(half + 3);
  });

  it("R262, R264: top_k and threshold hold for them too, and the best is first", async () => {
    const alice = await withLongProfile();
    const ask = async (more: object) =>
      (
        await alice.query({ query: "a nurse at the children's hospital", categories: ["profile"], ...more })
      ).map(({ text }) => text);
    expect(await ask({ top_k: 1 })).toEqual([`[profile] ${NURSE}`]);
    expect(await ask({ threshold: 0.99, query: "quantum chromodynamics" })).toEqual([]);
    expect(await ask({ threshold: 0.5, top_k: 5 })).toEqual([`[profile] ${NURSE}`]);
    const found = await alice.recall("quantum chromodynamics", { threshold: 0.99 });
    expect(found.hits).toEqual([]);
  });

  it.each(["bullets", "full"] as const)(
    "R265: the budget counts the answer as it is sent: %s",
    async (shape) => {
      const alice = await withLongProfile();
      const tool = alice.tools().find(({ name }) => name === "memory.query")!;
      for (const [budget, least] of [
        [150, 1],
        [400, 2],
        [1_000, 5],
      ] as const) {
        const request = { query: "a remarkable old thing", return: shape, budget_tokens: budget, top_k: 40 };
        const items = await alice.query(request);
        expect([budget, items.length]).toEqual([budget, expect.any(Number)]);
        expect(items.length).toBeGreaterThanOrEqual(least);
        expect(estimateTokens(JSON.stringify(items))).toBeLessThanOrEqual(budget);
        const { text } = await tool.call(request);
        expect(estimateTokens(text)).toBeLessThanOrEqual(budget);
      }
      // Without a budget the read policy's is meant.
      const usual = await alice.query({ query: "a remarkable old thing", return: shape, top_k: 40 });
      expect(estimateTokens(JSON.stringify(usual))).toBeLessThanOrEqual(512);
    },
  );

  it("R265, R321: only what fits counts as given to an agent", async () => {
    const alice = await withLongProfile();
    const items = await alice.query({ query: "a remarkable old thing", top_k: 40, budget_tokens: 150 });
    const accessed = async (): Promise<string[]> => {
      const { items: all } = await alice.memories.list({ limit: 100 });
      return all.filter(({ accessCount }) => accessCount > 0).map(({ id }) => id);
    };
    await expect.poll(accessed).toHaveLength(items.length);
    expect((await accessed()).sort()).toEqual(items.map(({ id }) => id).sort());
  });
});
