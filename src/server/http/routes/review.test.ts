import { beforeAll, describe, expect, it } from "vitest";
import type { Memory, Proposal, Waiting } from "../../../index.ts";
import { useDoor } from "../app.fixture.ts";

const PATH = "/api/ltm/review";

interface Item {
  readonly scope: string;
  readonly memory: Memory;
}

describe("what waits for a person", () => {
  // Everything that is extracted waits, and the profile asks first.
  const door = useDoor({ settings: { writePolicy: { mode: "manual" }, consent: { mode: "fields" } } });
  let key: string;
  beforeAll(async () => {
    key = await door.key({ name: "ann" });
    const says: [string, string][] = [
      ["user:alice", "Remember that my favourite drink is green tea."],
      ["user:alice", "Remember that I am allergic to peanuts."],
      ["user:bob", "Remember that I live in Berlin."],
    ];
    for (const [scope, text] of says) {
      await door.memoir.scope(scope).observe([{ text }]);
      await door.memoir.scope(scope).flush();
    }
    await door.memoir.scope("user:李雷").profile.propose("city", "上海");
  });

  const waiting = async (query = ""): Promise<Waiting[]> =>
    (await door.call<{ items: Waiting[] }>("GET", PATH + query, { key })).body.items;
  const memoryOf = async (scope: string, words: RegExp): Promise<Memory> => {
    for (const one of await waiting(`?scope=${scope}`)) {
      if (one.kind === "memory" && words.test(one.memory.text)) return one.memory;
    }
    throw new Error(`Nothing like ${words} waits in ${scope}.`);
  };

  it("is listed for one scope or for all, in pages", async () => {
    expect((await waiting()).map(({ kind, scope }) => `${kind} ${scope}`).sort()).toEqual([
      "memory user:alice",
      "memory user:alice",
      "memory user:bob",
      "profile user:李雷",
    ]);
    expect(await waiting("?scope=user:bob")).toHaveLength(1);
    expect(await waiting("?status=shadow")).toEqual([]);
    const page = await door.call<{ items: Waiting[]; next: string }>("GET", `${PATH}?limit=3`, { key });
    expect(page.body.items).toHaveLength(3);
    expect(await waiting(`?limit=3&cursor=${page.body.next}`)).toHaveLength(1);
  });

  it("is approved, with the reason in the history", async () => {
    const { id } = await memoryOf("user:alice", /tea/);
    const body = { scope: "user:alice", id, reason: "she said so" };
    const approved = await door.call<Item>("POST", `${PATH}/approve`, { key, body });
    expect(approved).toMatchObject({
      status: 200,
      body: { scope: "user:alice", memory: { id, status: "active" } },
    });
    const { items } = await door.memoir.scope("user:alice").memories.history(id);
    expect(items[0]).toMatchObject({ actor: "ann", reason: "she said so" });
  });

  it("is rejected, and stays out", async () => {
    const { id } = await memoryOf("user:alice", /peanut/);
    const rejected = await door.call<Item>("POST", `${PATH}/reject`, {
      key,
      body: { scope: "user:alice", id },
    });
    expect(rejected.body.memory.status).toBe("disabled");
    const again = await door.call("POST", `${PATH}/edit`, {
      key,
      body: { scope: "user:alice", id, text: "Alice eats peanuts" },
    });
    expect(again).toMatchObject({ status: 404, body: { error: { code: "not_found" } } });
  });

  it("is let in with other words", async () => {
    const { id } = await memoryOf("user:bob", /Berlin/);
    const body = { scope: "user:bob", id, text: "Bob lives in Potsdam" };
    const edited = await door.call<Item>("POST", `${PATH}/edit`, { key, body });
    expect(edited.body.memory).toMatchObject({ id, text: "Bob lives in Potsdam", status: "active" });
    expect(await waiting("?scope=user:bob")).toEqual([]);
  });

  it("is a change of a profile, and set or declined", async () => {
    const body = { scope: "user:李雷", id: "1" };
    const set = await door.call<{ proposal: Proposal }>("POST", `${PATH}/profile/accept`, { key, body });
    expect(set.body.proposal).toMatchObject({ status: "accepted", newValue: "上海", decidedBy: "ann" });
    await door.memoir.scope("user:李雷").profile.propose("city", "北京");
    const declined = await door.call<{ proposal: Proposal }>("POST", `${PATH}/profile/decline`, {
      key,
      body: { ...body, id: "2" },
    });
    expect(declined.body.proposal).toMatchObject({ status: "declined", newValue: "北京" });
    expect(await door.memoir.scope("user:李雷").profile.get()).toMatchObject([{ value: "上海" }]);
  });

  it.each([
    ["approve", { scope: "user:alice", id: "nothing" }, 404],
    ["reject", { scope: "user:nobody", id: "nothing" }, 404],
    ["approve", { scope: "user:alice" }, 400],
    ["approve", { id: "nothing" }, 400],
    ["edit", { scope: "user:alice", id: "nothing" }, 400],
    ["edit", { scope: "user:alice", id: "nothing", text: "Alice" }, 404],
    ["profile/accept", { scope: "user:李雷", id: "99" }, 404],
    ["profile/accept", { scope: "user:李雷", id: "x" }, 400],
  ])("%s %o is refused", async (path, body, status) => {
    expect((await door.call("POST", `${PATH}/${path}`, { key, body })).status).toBe(status);
  });

  it("is nothing that another tenant may decide", async () => {
    const foreign = await door.key({ tenant: "other" });
    const { id } = await door.memoir
      .scope("user:alice")
      .memories.list()
      .then(({ items }) => items[0]!);
    const body = { scope: "user:alice", id };
    expect((await door.call("POST", `${PATH}/reject`, { key: foreign, body })).status).toBe(404);
    expect((await door.call<{ items: [] }>("GET", PATH, { key: foreign })).body.items).toEqual([]);
  });
});
