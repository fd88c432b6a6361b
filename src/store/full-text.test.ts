import { describe, expect, it } from "vitest";
import { databases, useDatabase } from "../../test/support/databases.ts";
import { INDEX_NEXT } from "./full-text.ts";

const sqlite = databases.find(({ engine }) => engine === "sqlite")!;

describe("full text", () => {
  const db = useDatabase(sqlite);

  it("finds memories that are in it and such as are not yet, the newest first", async () => {
    const alice = db.scope("user:alice");
    const operator = db.memoir.operator(db.tenant);
    const about = async (words: string): Promise<string[]> =>
      (await alice.forget({ about: words, dryRun: true })).memories.map(({ text }) => text);
    const searched = async (words: string): Promise<string[]> =>
      (await operator.search(words)).map(({ memory }) => memory.text);
    await alice.remember("Alice keeps a grey cat");
    await alice.remember("爱丽丝养了一只猫");
    await db.query(INDEX_NEXT);
    await alice.remember("Alice had a cat in Graz");
    await alice.remember("爱丽丝给猫买了鱼");
    const [found, hits] = [await about("cat"), await searched("cat")];
    expect(found).toEqual(["Alice had a cat in Graz", "Alice keeps a grey cat"]);
    expect(await about("猫")).toEqual(["爱丽丝给猫买了鱼", "爱丽丝养了一只猫"]);
    expect(await about("cat in Graz")).toEqual(["Alice had a cat in Graz"]);
    await db.query(INDEX_NEXT);
    expect([await about("cat"), await searched("cat")]).toEqual([found, hits]);
    expect(hits.toSorted()).toEqual(found.toSorted());
  });

  it("follows changes and erasures of what is in it, and never learns what was erased before", async () => {
    const bob = db.scope("user:bob");
    const { memory: kept } = await bob.remember("Bob plays chess");
    await db.query(INDEX_NEXT);
    const { memory: erased } = await bob.remember("Bob plays the zither");
    await bob.memories.update(kept.id, { text: "Bob plays checkers" });
    await bob.forget({ id: erased.id }, { hard: true });
    await db.query(INDEX_NEXT);
    const rows = await db.query<{ terms: string }>("select terms from memory_fts");
    const words = rows.map(({ terms }) => terms).join(" ");
    expect(words).toContain("checker");
    expect(words).not.toMatch(/chess|zither/);
  });
});
