import { describe, expect, it } from "vitest";
import { topicEmbedder } from "../support/embedder.ts";
import { memoirs, useMemoir } from "../support/memoirs.ts";
import { allRows } from "./support/all-rows.ts";
import { DAY, everything, refused } from "./support/expect.ts";

const TOPICS = [
  ["cello", "大提琴"],
  ["green tea", "绿茶"],
  ["boat", "船"],
];

describe.each(memoirs)("merged memories on $name", (kind) => {
  const db = useMemoir(kind);
  const open = async () => {
    const memoir = await db.open({ preset: "supervisor", embedder: topicEmbedder(TOPICS) });
    const alice = memoir.scope("user:alice", { tenant: db.tenant });
    return { memoir, alice, upkeep: memoir.operator(db.tenant).upkeep };
  };
  /** Two memories that the write path keeps apart by their keys. */
  const twins = async () => {
    const { memoir, alice, upkeep } = await open();
    const said = async (text: string, options: object = {}) =>
      (await alice.remember(text, options)).memory.id;
    const near = await said("Alice bought the cello in Cremona", { category: "projects" });
    const first = await said("Alice plays the cello", { key: "k1", importance: 0.4, tags: ["music"] });
    db.clock.advance(DAY);
    const second = await said("Alice plays cello", {
      key: "k2",
      importance: 0.8,
      tags: ["art"],
      pinned: true,
    });
    const other = await said("Alice plays the cello badly", { key: "k3" });
    return { memoir, alice, upkeep, near, first, second, other };
  };
  const state = () => allRows({ query: db.query, engine: db.engine }, db.tenant);

  it("R320: what is kept is as old as the older, as important as the more important, with tags, evidence and edges of both", async () => {
    const { alice, upkeep, near, first, second, other } = await twins();
    const before = await alice.memories.get(first);
    const dry = await upkeep.run("compact", { dryRun: true });
    const { run, changes, counts } = await upkeep.run("compact");
    expect(changes).toEqual(dry.changes);
    expect(changes).toMatchObject([{ action: "merge", scope: "user:alice", memoryId: second }]);
    expect(counts).toMatchObject({ found: 1, merged: 1 });
    const kept = await alice.memories.get(first);
    expect(kept).toMatchObject({
      ...{ id: first, text: "Alice plays the cello", pinned: true, importance: 0.8, status: "active" },
      ...{ createdAt: before!.createdAt, evidenceCount: 2, tags: ["music", "art"], mergedInto: null },
    });
    expect((await alice.memories.get(other))?.status).toBe("active");
    const edges = await db.query<{ from_id: string; to_id: string }>(
      "select from_id, to_id from relation where tenant = $1",
      [db.tenant],
    );
    expect(edges.flatMap(({ from_id, to_id }) => [from_id, to_id])).not.toContain(second);
    expect(
      edges.some((edge) => [edge.from_id, edge.to_id].sort().join() === [first, near].sort().join()),
    ).toBe(true);
    expect(
      (await everything(await alice.memories.history(first))).filter(({ batch }) => batch === run!.id),
    ).toHaveLength(3);
  });

  it("R320: the old id leads to what it is now, by every way of reading", async () => {
    const { memoir, alice, upkeep, first, second } = await twins();
    await upkeep.run("compact");
    expect((await alice.memories.get(second))?.id).toBe(first);
    expect((await alice.memories.get(second.slice(0, 6)))?.id).toBe(first);
    const proof = await alice.memories.proof(second);
    expect(proof.memory.id).toBe(first);
    expect(proof.evidence).toHaveLength(2);
    const history = await everything(await alice.memories.history(second));
    expect(new Set(history.map(({ memoryId }) => memoryId))).toEqual(new Set([first, second]));
    expect((await everything(await alice.memories.decisions(second))).length).toBeGreaterThanOrEqual(2);
    expect((await memoir.operator(db.tenant).memories.find(second))?.memory.id).toBe(first);
    const { hits } = await alice.recall("who plays the cello?", { limit: 10 });
    expect(hits.map(({ id }) => id)).toContain(first);
    expect(hits.map(({ id }) => id)).not.toContain(second);
    expect((await alice.memories.update(second, { importance: 0.3 })).id).toBe(first);
    expect((await everything(await alice.memories.list({ status: ["superseded"] })))[0]).toMatchObject({
      ...{ id: second, mergedInto: first },
    });
  });

  it("what was merged is not born again when its words are said again, under its key or without one", async () => {
    const { alice, upkeep, first } = await twins();
    await upkeep.run("compact");
    const active = async () => (await everything(await alice.memories.list({ status: ["active"] }))).length;
    const before = await active();
    expect((await alice.remember("Alice plays cello")).memory.id).toBe(first);
    expect((await alice.remember("Alice plays cello", { key: "k2" })).memory.id).toBe(first);
    expect(await active()).toBe(before);
  });

  it("R320: an undo of the run restores every row, vectors, edges and aliases included", async () => {
    const { alice, upkeep, first, second } = await twins();
    const before = await state();
    const recalled = async () => {
      const { hits } = await alice.recall("who plays the cello?", { limit: 10 });
      return hits.map(({ id, score, why: { via, related } }) => ({ id, score, via, related }));
    };
    const shown = await recalled();
    const { run } = await upkeep.run("compact");
    expect(await state()).not.toEqual(before);
    expect(await recalled()).not.toEqual(shown);
    await alice.memories.undoBatch(run!.id);
    expect(await state()).toEqual(before);
    expect(await recalled()).toEqual(shown);
    expect((await alice.memories.get(second))?.id).toBe(second);
    // Memories separated by a person stay separate.
    expect((await upkeep.run("compact")).changes).toEqual([]);
    expect((await alice.memories.get(first))?.evidenceCount).toBe(1);
    await refused(alice.memories.undoBatch(run!.id), "nothing_to_undo");
  });

  it("an undo of the last change of the memory, or of the scope, takes the merge back as a whole", async () => {
    const { alice, upkeep, first } = await twins();
    const before = await state();
    await upkeep.run("compact");
    await alice.memories.undo(first);
    expect(await state()).toEqual(before);
    expect((await alice.memories.undo(first)).undone.event).toBe("ADD");
  });

  it("C18: to forget what was merged is to forget all of it, and nothing is left when it is erased", async () => {
    const { alice, upkeep, first, second, other, near } = await twins();
    await upkeep.run("compact");
    const { memories } = await alice.forget({ key: "k2" });
    expect(memories.map(({ id }) => id)).toEqual([first]);
    await alice.memories.restore(first);
    for (const id of [second, other, near]) await alice.forget({ id }, { hard: true });
    expect(JSON.stringify(await state())).not.toMatch(/cello/);
    await refused(alice.memories.proof(second), "not_found");
    await refused(alice.memories.restore(second), "gone");
  });
});
