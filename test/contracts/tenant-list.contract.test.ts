import { describe, expect, it } from "vitest";
import { memoirs, useMemoir } from "../support/memoirs.ts";

describe.each(memoirs)("a tenant's list of memories on $name", (kind) => {
  const db = useMemoir(kind);
  const memories = () => db.memoir.operator(db.tenant).memories;

  const seed = async (): Promise<void> => {
    const importances = [0.2, 0.9, 0.5, 0.9, 0.1];
    for (const [i, importance] of importances.entries()) {
      const scope = i % 2 === 0 ? "user:alice" : "user:bob";
      await db.scope(scope).remember(`Number ${i} is a colour of its own`, { key: `n${i}`, importance });
      db.clock.advance(1_000);
    }
  };
  const keysOf = async (options: Parameters<ReturnType<typeof memories>["list"]>[0]): Promise<string[]> => {
    const keys: string[] = [];
    for await (const { memory } of await memories().list(options)) keys.push(memory.key);
    return keys;
  };

  it("R161: goes by what is asked, page by page, in both directions", async () => {
    await seed();
    expect(await keysOf({ sort: "importance", limit: 2 })).toEqual(["n3", "n1", "n2", "n0", "n4"]);
    expect(await keysOf({ sort: "importance", ascending: true, limit: 2 })).toEqual([
      "n4",
      "n0",
      "n2",
      "n1",
      "n3",
    ]);
    expect(await keysOf({ ascending: true, limit: 2 })).toEqual(["n0", "n1", "n2", "n3", "n4"]);
    expect(await keysOf({ sort: "importance", scope: "user:alice" })).toEqual(["n2", "n0", "n4"]);
    await db
      .scope("user:alice")
      .memories.update((await memories().list({ ascending: true })).items[0]!.memory.id, {
        pinned: true,
      });
    expect((await keysOf({ sort: "updated" }))[0]).toBe("n0");
  });

  it("R161: passes over as many as asked, and goes on from there", async () => {
    await seed();
    expect(await keysOf({ skip: 2, limit: 2 })).toEqual(["n2", "n1", "n0"]);
    expect(await keysOf({ sort: "importance", skip: 1, limit: 1 })).toEqual(["n1", "n2", "n0", "n4"]);
    expect(await keysOf({ skip: 9 })).toEqual([]);
  });

  it("groups by person and topic, page by page", async () => {
    await db.scope("user:bob").remember("Bob prefers tea", { key: "tea", type: "preference" });
    await db.scope("user:alice").remember("Alice prefers rain", { key: "rain", type: "preference" });
    await db.scope("user:alice").remember("Mia plays chess", { key: "chess", subject: "Mia" });
    await db.scope("user:alice").remember("小红住在杭州", { key: "home" });
    const seen = await keysOf({ sort: "person", ascending: true, limit: 1 });
    expect(seen.toSorted()).toEqual(["chess", "home", "rain", "tea"]);
    expect(seen.at(-1)).toBe("tea");
    // Mia is one group; the two topics of Alice stand together, whatever the database's collation puts first.
    expect(seen.filter((key) => key !== "chess")).toEqual(["rain", "home", "tea"]);
    expect(seen.indexOf("chess")).not.toBe(1);
    expect(await keysOf({ sort: "person", limit: 3 })).toEqual(seen.toReversed());
    expect(await keysOf({ sort: "person", ascending: true, skip: 3 })).toEqual(["tea"]);
    for (const cursor of ["5", "W10_5", "e30_5", "!_5"])
      await expect(memories().list({ sort: "person", cursor })).rejects.toMatchObject({
        code: "invalid_argument",
      });
  });

  it("says what each memory replaced and what replaced it, where that is asked for", async () => {
    const eli = db.scope("user:eli");
    const { memory: two } = await eli.remember("Eli has two dogs");
    const { memory: three } = await eli.remember("Eli has three dogs");
    await eli.remember("Eli likes rain");
    const items = (await memories().list({ links: true, ascending: true })).items;
    expect(items.map(({ replacedBy, replaces }) => [replacedBy, replaces])).toEqual([
      [{ id: three.id, text: three.text }, []],
      [null, [{ id: two.id, text: two.text }]],
      [null, []],
    ]);
    expect((await memories().list()).items[0]).not.toHaveProperty("replaces");
    await eli.forget({ id: two.id });
    expect((await memories().list({ links: true, ascending: true })).items[0]?.replaces).toEqual([]);
  });

  it("R161: counts what a list would give", async () => {
    await seed();
    expect(await memories().count()).toBe(5);
    expect(await memories().count({ scope: "user:bob" })).toBe(2);
    expect(await memories().count({ scopeKind: "group" })).toBe(0);
    expect(await memories().count({ importanceMin: 0.5 })).toBe(3);
    expect(await memories().count({ scope: "user:nobody" })).toBe(0);
  });

  it("refuses an order that does not exist", async () => {
    await expect(memories().list({ sort: "colour" as never })).rejects.toMatchObject({
      code: "invalid_argument",
    });
    await expect(memories().list({ skip: -1 })).rejects.toMatchObject({ code: "invalid_argument" });
    await expect(memories().list({ cursor: "x" })).rejects.toMatchObject({ code: "invalid_argument" });
  });
});
