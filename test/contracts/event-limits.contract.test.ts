import { describe, expect, it } from "vitest";
import { memoirs, useMemoir } from "../support/memoirs.ts";
import { DAY, refused } from "./support/expect.ts";
import { placesOf } from "./support/places.ts";

const MEGABYTE = 1_048_576;

describe.each(memoirs)("events on $name", (kind) => {
  const db = useMemoir(kind);
  const bytesOf = async (): Promise<number[]> =>
    (
      await db.query<{ n: number | string }>(
        "select event_bytes as n from scope where tenant = $1 order by num",
        [db.tenant],
      )
    ).map(({ n }) => Number(n));

  it("S23: have a quota for each scope, and one for the tenant; what is over it leaves nothing", async () => {
    const memoir = await db.open({
      settings: { events: { maxMegabytesPerScope: 2, maxMegabytesPerTenant: 3 } },
    });
    const scope = (name: string) => memoir.scope(name, { tenant: db.tenant });
    const text = "x".repeat(MEGABYTE - 10);
    await scope("user:a").observe([
      { id: "1", text },
      { id: "2", text: "我".repeat(349_515) },
    ]);
    const error = await refused(
      scope("user:a").observe([{ id: "3", text: "y".repeat(100) }]),
      "quota_exceeded",
    );
    expect(error.details).toEqual({ of: "scope", limit: 2 * MEGABYTE });
    expect(await scope("user:a").events.get("3")).toBeNull();
    await refused(scope("user:a").remember("z".repeat(200)), "quota_exceeded");
    // The same again is no more.
    expect(await scope("user:a").observe([{ id: "1", text }])).toMatchObject({ duplicates: 1 });
    await scope("user:b").observe([{ id: "1", text: text.slice(0, -100) }]);
    const whole = await refused(
      scope("user:b").observe([{ id: "2", text: "z".repeat(500) }]),
      "quota_exceeded",
    );
    expect(whole.details).toEqual({ of: "tenant", limit: 3 * MEGABYTE });
    expect(await bytesOf()).toEqual([2_097_111, MEGABYTE - 110]);
  });

  it("make room when they are erased", async () => {
    const alice = db.scope("user:alice");
    const { memory } = await alice.remember("Alice likes tea");
    const before = (await bytesOf())[0]!;
    await alice.forget({ id: memory.id }, { hard: true });
    expect((await bytesOf())[0]).toBeLessThan(before);
    const [{ n } = expect.fail()] = await db.query<{ n: number | string }>(
      `select sum(${db.engine === "sqlite" ? "length(cast(text as blob))" : "octet_length(text)"}) as n from event where tenant = $1`,
      [db.tenant],
    );
    expect((await bytesOf())[0]).toBe(Number(n));
  });

  it("lose their words when they are too old; memories and what was not read yet stay", async () => {
    // Else a job would read what is not read yet, perhaps before its words are looked at.
    const policy = { events: { retentionDays: 10 }, triggers: { on: { turn_done: [], idle: [] } } };
    const memoir = await db.open({ settings: policy });
    const alice = memoir.scope("user:alice", { tenant: db.tenant });
    await alice.observe([
      { id: "m1", text: "Remember that I live in Berlin. The Axolotl sleeps.", content: { raw: "Axolotl" } },
      { id: "m2", text: "记住我喜欢喝茶。鹦鹉螺很大。" },
    ]);
    await alice.flush();
    const before = (await bytesOf())[0]!;
    db.clock.advance(9 * DAY);
    await alice.observe([{ id: "m3", text: "The Quokka smiles." }]);
    await alice.flush();
    await db.work(memoir);
    expect(await placesOf(db, "axolotl")).not.toEqual([]);
    db.clock.advance(2 * DAY);
    await db.work(memoir);
    expect(await placesOf(db, "axolotl")).toEqual([]);
    expect(await placesOf(db, "鹦鹉螺")).toEqual([]);
    expect(await alice.events.get("m1")).toMatchObject({
      text: "[erased]",
      content: null,
      erasedAt: new Date(db.clock.now),
    });
    expect((await alice.events.get("m3"))?.text).toBe("The Quokka smiles.");
    expect((await alice.recall("where does Alice live?")).hits.map(({ text }) => text)).toContain(
      "Alice lives in Berlin.",
    );
    expect((await bytesOf())[0]).toBeLessThan(before);

    await alice.observe([{ id: "m4", text: "The Numbat waits." }]);
    db.clock.advance(30 * DAY);
    await db.work(memoir);
    expect([(await alice.events.get("m3"))?.text, (await alice.events.get("m4"))?.text]).toEqual([
      "[erased]",
      "The Numbat waits.",
    ]);
    await alice.flush();
    await db.work(memoir);
    expect((await alice.events.get("m4"))?.text).toBe("[erased]");
  });
});
