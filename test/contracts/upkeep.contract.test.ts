import { describe, expect, it } from "vitest";
import { memoirs, useMemoir } from "../support/memoirs.ts";
import { DAY, refused } from "./support/expect.ts";

describe.each(memoirs)("upkeep on $name", (kind) => {
  const db = useMemoir(kind);
  const upkeep = () => db.memoir.operator(db.tenant).upkeep;

  it("names every job, when it runs next, and what its last run did", async () => {
    await db.scope("user:alice").remember("Alice likes tea");
    await db.work();
    const before = await upkeep().status();
    expect(before.map(({ name }) => name)).toContain("purge");
    for (const { about, zone } of before) expect([about.length > 20, zone]).toEqual([true, "UTC"]);
    const { id } = (await db.scope("user:alice").remember("Alice owns a boat")).memory;
    await db.scope("user:alice").forget({ id });
    db.clock.now += 31 * DAY;
    await db.work();
    const purge = (await upkeep().status()).find(({ name }) => name === "purge");
    expect(purge).toMatchObject({ reversible: false, last: { status: "done", counts: { rows: 1 } } });
    expect(await upkeep().runs({ name: "purge" })).toMatchObject([{ status: "done", more: false }]);
  });

  it("a dry run changes nothing and says exactly what the run then does", async () => {
    const alice = db.scope("user:alice");
    const { id } = (await alice.remember("Alice owns a boat")).memory;
    await alice.forget({ id });
    const due = new Date(db.clock.now + 30 * DAY);
    db.clock.now += 31 * DAY;
    const dry = await upkeep().run("purge", { dryRun: true });
    expect(dry).toMatchObject({ run: null, counts: { rows: 1 }, more: false });
    expect(dry.changes).toEqual([
      {
        ...{ action: "purge", scope: "user:alice", memoryId: id, text: null, at: due },
        detail: "soft_deleted → erased for good",
      },
    ]);
    expect((await alice.memories.get(id))?.status).toBe("soft_deleted");
    const done = await upkeep().run("purge");
    expect(done.changes).toEqual(dry.changes);
    expect(done.run).toMatchObject({ name: "purge", slot: null, status: "done", counts: { rows: 1 } });
    expect(await alice.memories.get(id)).toBeNull();
    expect((await upkeep().run("purge")).changes).toEqual([]);
  });

  it("refuses a job that there is not, and names those there are", async () => {
    const { message } = await refused(upkeep().run("swep"), "invalid_argument");
    expect(message).toContain("purge");
  });
});
