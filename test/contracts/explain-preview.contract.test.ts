import { describe, expect, it } from "vitest";
import { anyMemoir, useMemoir } from "../support/memoirs.ts";

describe.each(anyMemoir)("explain(), preview() and the audit log on $name", (kind) => {
  const db = useMemoir(kind);

  const seed = async () => {
    const alice = db.scope("user:alice");
    await alice.remember("Alice lives in Berlin", { key: "home" });
    await alice.remember("Alice likes green tea", { key: "tea" });
    await alice.remember("Alice works at the harbour in Hamburg", { key: "work" });
    return alice;
  };

  it("R323: explain() is a recall with what it left out, by which rule, and the floor", async () => {
    const alice = await seed();
    const recalled = await alice.recall("where does Alice live?");
    const found = await alice.explain("where does Alice live?");
    expect(found.hits.map(({ id }) => id)).toEqual(recalled.hits.map(({ id }) => id));
    expect(found.prompt).toBe(recalled.toPrompt());
    expect(found.tokens).toBeGreaterThan(0);
    // A question that needs memory fills its budget.
    expect(found.floors.memories).toBe(0);

    const few = await alice.explain("Alice Berlin Hamburg green tea harbour", { limit: 1 });
    expect(few.hits).toHaveLength(1);
    expect(few.cut.map(({ rule }) => rule)).toContain("items");
    expect(few.cut.map(({ hit }) => hit.id)).not.toContain(few.hits[0]!.id);
    expect(few.limits.maxItems).toBe(1);

    const high = await alice.explain("where does Alice live?", { threshold: 1 });
    expect(high.floors.memories).toBe(1);
    expect(high.cut.some(({ rule }) => rule === "floor")).toBe(true);
    const { accessCount } = (await alice.memories.get(found.hits[0]!.id))!;
    expect(accessCount).toBe(0);
  });

  it("explain({ memory }) says why one did not come up", async () => {
    const alice = await seed();
    const [tea] = (await alice.memories.list()).items.filter(({ key }) => key === "tea");
    const verdict = async (query: string) => (await alice.explain(query, { memory: tea!.id })).verdict?.code;
    expect(await verdict("does Alice like green tea?")).toBe("shown");
    expect(await verdict("quantum chromodynamics")).toBe("unrelated");
    await alice.memories.update(tea!.id, { status: "disabled" });
    expect(await verdict("does Alice like green tea?")).toBe("disabled");
    expect((await alice.explain("tea", { memory: "000000" })).verdict).toBeNull();
  });

  it("C22: explain({ preset }) gives the block of that preset", async () => {
    const alice = await seed();
    const blocks = await Promise.all(
      (["default", "astrbot", "everbot"] as const).map(
        async (preset) => (await alice.explain("where does Alice live?", { preset })).prompt,
      ),
    );
    expect(new Set(blocks).size).toBe(3);
    for (const block of blocks) expect(block).toContain("Berlin");
    await expect(alice.explain("x", { preset: "none" as never })).rejects.toMatchObject({
      code: expect.stringMatching(/^invalid_/),
    });
  });

  it("R73: preview() says what would be kept, replaced or refused, and keeps nothing", async () => {
    const alice = db.scope("user:alice");
    await alice.observe([{ id: "m1", role: "user", text: "Remember that I live in Hamburg." }]);
    await alice.flush();
    const before = await db.memoir.operator(db.tenant).stats();
    const { entries, texts, redacted } = await alice.preview([
      { role: "user", text: "Remember that I live in Berlin. Remember that I love hiking." },
      { role: "assistant", text: "Nice!" },
      { role: "user", text: "my password is hunter2secret" },
    ]);
    const moved = entries.find(({ text }) => text.includes("Berlin"));
    expect(moved).toMatchObject({ outcome: "superseded", message: 0, memory: { status: "active" } });
    expect(moved?.replaces.map(({ text }) => text).join()).toContain("Hamburg");
    expect(entries.find(({ text }) => text.includes("hiking"))).toMatchObject({
      outcome: "added",
      meets: null,
    });
    expect(entries.find(({ message }) => message === 1)).toMatchObject({ outcome: "ignored" });
    expect(redacted).toBe(1);
    expect(texts[2]).not.toContain("hunter2secret");
    expect(await db.memoir.operator(db.tenant).stats()).toEqual(before);
    expect((await alice.events.list()).items).toHaveLength(1);
  });

  it("preview() works in a scope that is new, and shows what would be forgotten", async () => {
    const { entries } = await db
      .scope("user:nobody")
      .preview([{ text: "Remember that I am allergic to peanuts." }]);
    expect(entries[0]).toMatchObject({
      outcome: "added",
      memory: { text: expect.stringContaining("peanuts") },
    });
    expect((await db.memoir.operator(db.tenant).stats()).totals.scopes).toBe(0);

    const alice = await seed();
    const forgets = await alice.preview([{ text: "Please forget that I like green tea." }]);
    expect(forgets.entries.find(({ outcome }) => outcome === "forgotten")?.meets?.key).toBe("tea");
    expect((await alice.memories.list()).items).toHaveLength(3);
  });

  it("R73: the audit log has the changes of all scopes, newest first", async () => {
    const alice = await seed();
    db.clock.advance(1_000);
    await db.scope("user:bob").remember("Bob likes chess", { key: "chess" });
    db.clock.advance(1_000);
    const [first] = (await alice.memories.list()).items;
    await alice.memories.update(first!.id, { pinned: true }, { reason: "a test" });
    const { history } = db.memoir.operator(db.tenant);
    const all = [];
    for await (const one of await history({ limit: 2 })) all.push(`${one.scope} ${one.change.event}`);
    expect(all).toEqual([
      "user:alice UPDATE",
      "user:bob ADD",
      "user:alice ADD",
      "user:alice ADD",
      "user:alice ADD",
    ]);
    const { items } = await history({ scope: "user:alice", limit: 1 });
    expect(items[0]?.change).toMatchObject({ reason: "a test", actor: db.actor.writes, memoryId: first!.id });
  });

  it("the operator counts the changes of each day", async () => {
    await seed();
    const day = new Date(db.clock.now).toISOString().slice(0, 10);
    db.clock.advance(86_400_000);
    const bob = await db.scope("user:bob").remember("Bob likes chess");
    await db.scope("user:bob").memories.delete(bob.memory.id);
    const operator = db.memoir.operator(db.tenant);
    const rows = await operator.activity();
    expect(rows[0]).toEqual({ day, event: "ADD", count: 3 });
    expect(rows.slice(1).map(({ event, count }) => [event, count])).toEqual([
      ["ADD", 1],
      ["TTL", 1],
    ]);
    expect(await operator.activity({ scope: "user:alice" })).toHaveLength(1);
    expect(await operator.activity({ until: `${day}T00:00:00Z` })).toEqual([]);
  });
});
