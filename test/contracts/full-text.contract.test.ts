import { describe, expect, it } from "vitest";
import { INDEX_NEXT } from "../../src/store/full-text.ts";
import { databases, useDatabase } from "../support/databases.ts";

describe.each(databases)("full text on $name", (kind) => {
  const db = useDatabase(kind);
  /** PostgreSQL compares the terms of all memories. */
  const indexNext = async (): Promise<void> => {
    if (kind.engine === "sqlite") await db.query(INDEX_NEXT);
  };

  it("finds memories that are in it and such as are not yet, the newest first", async () => {
    const alice = db.scope("user:alice");
    const operator = db.memoir.operator(db.tenant);
    const about = async (words: string): Promise<string[]> =>
      (await alice.forget({ about: words, dryRun: true })).memories.map(({ text }) => text);
    const searched = async (words: string): Promise<string[]> =>
      (await operator.search(words)).map(({ memory }) => memory.text);
    await alice.remember("Alice keeps a grey cat");
    await alice.remember("爱丽丝养了一只猫");
    await indexNext();
    await alice.remember("Alice had a cat in Graz");
    await alice.remember("爱丽丝给猫买了鱼");
    const [found, hits] = [await about("cat"), await searched("cat")];
    expect(found).toEqual(["Alice had a cat in Graz", "Alice keeps a grey cat"]);
    expect(await about("猫")).toEqual(["爱丽丝给猫买了鱼", "爱丽丝养了一只猫"]);
    expect(await about("cat in Graz")).toEqual(["Alice had a cat in Graz"]);
    await indexNext();
    expect([await about("cat"), await searched("cat")]).toEqual([found, hits]);
    expect(hits.toSorted()).toEqual(found.toSorted());
  });

  it("follows changes and erasures of what is in it, and never learns what was erased before", async () => {
    const bob = db.scope("user:bob");
    const { memory: kept } = await bob.remember("Bob plays chess");
    await indexNext();
    const { memory: erased } = await bob.remember("Bob plays the zither");
    await bob.memories.update(kept.id, { text: "Bob plays checkers" });
    await bob.forget({ id: erased.id }, { hard: true });
    await indexNext();
    const table = kind.engine === "sqlite" ? "memory_fts" : "memory";
    const rows = await db.query<{ terms: string }>(`select terms from ${table}`);
    const words = rows.map(({ terms }) => terms).join(" ");
    expect(words).toContain("checker");
    expect(words).not.toMatch(/chess|zither/);
  });
});
