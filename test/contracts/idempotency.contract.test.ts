import { describe, expect, it } from "vitest";
import { databases, useDatabase } from "../support/databases.ts";
import { DAY, refused } from "./support/expect.ts";
import { placesOf } from "./support/places.ts";

describe.each(databases)("requests that must not be carried out twice, on $name", (kind) => {
  const db = useDatabase(kind);
  const requests = (tenant = db.tenant) => db.memoir.operator(tenant).requests;
  const which = { caller: "key 1", name: "n1" };
  const done = { status: 201, answer: '{"value":1}', wordless: false };
  const begin = (request = "r1", harmless = true, at = which) => requests().begin(at, request, { harmless });

  it("of several callers with one key, one carries the request out and the others wait for its answer", async () => {
    const states = await Promise.all(Array.from({ length: 8 }, () => begin()));
    expect(states.map(({ state }) => state).sort()).toEqual([
      "mine",
      ...Array.from({ length: 7 }, () => "running"),
    ]);
    await requests().end(which, done);
    expect(await begin()).toEqual({ state: "answered", status: 201, answer: done.answer });
    expect(await begin("r2")).toEqual({ state: "other" });
    // The first answer stays.
    await requests().end(which, { ...done, status: 200 });
    await requests().end(which, "nothing");
    expect(await begin()).toMatchObject({ status: 201 });
  });

  it("a key belongs to one caller of one tenant", async () => {
    await begin();
    expect(await begin("r1", true, { ...which, caller: "key 2" })).toEqual({ state: "mine" });
    expect(await requests(`${db.tenant}2`).begin(which, "r1", { harmless: true })).toEqual({ state: "mine" });
  });

  it("a request that came to nothing may be sent again", async () => {
    await begin();
    await requests().end(which, "nothing");
    expect(await begin("another")).toEqual({ state: "mine" });
  });

  it("a request in doubt is given to one caller, and only where doing it again is harmless", async () => {
    await begin();
    db.clock.advance(59_999);
    expect(await begin()).toEqual({ state: "running" });
    db.clock.advance(1);
    expect(await begin("r1", false)).toEqual({ state: "doubt" });
    const states = await Promise.all(Array.from({ length: 4 }, () => begin()));
    expect(states.filter(({ state }) => state === "mine")).toHaveLength(1);
    await requests().end(which, "doubt");
    expect(await begin("r1", false)).toEqual({ state: "doubt" });
    expect(await begin()).toEqual({ state: "mine" });
  });

  it("answers are kept for a day", async () => {
    await begin();
    await requests().end(which, done);
    db.clock.advance(DAY);
    expect(await begin()).toMatchObject({ state: "answered" });
    db.clock.advance(1);
    expect(await begin()).toEqual({ state: "mine" });
  });

  it("nothing is begun while the tenant is read-only (R70)", async () => {
    await db.memoir.operator(db.tenant).readOnly(true);
    await refused(begin(), "read_only");
  });

  it("an erasure takes the words out of every answer, also of one that is yet to come (C18)", async () => {
    const words = { ...done, answer: '{"value":"a hovercraft"}' };
    const alice = db.memoir.scope("user:alice", { tenant: db.tenant });
    const late = { ...which, name: "n2" };
    const wordless = { ...which, name: "n3" };
    await alice.remember("Alice has a cat");
    await begin();
    await requests().end(which, words);
    await begin("r1", true, late);
    await begin("r1", true, wordless);
    expect(await placesOf(db, "hovercraft")).not.toEqual([]);
    await alice.forget({ about: "cat" }, { hard: true });
    await requests().end(late, words);
    await requests().end(wordless, { status: 200, answer: "{}", wordless: true });
    expect(await placesOf(db, "hovercraft")).toEqual([]);
    for (const at of [which, late]) {
      expect(await begin("r1", true, at)).toEqual({ state: "answered", status: 201, answer: null });
    }
    await alice.profile.set("city", "Berlin");
    await alice.profile.remove("city", { hard: true });
    expect(await begin("r1", true, wordless)).toEqual({ state: "answered", status: 200, answer: "{}" });
  });
});
