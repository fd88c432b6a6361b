import { describe, expect, it } from "vitest";
import type { CommandResult, Memoir } from "../../src/index.ts";
import { anyMemoir, useMemoir } from "../support/memoirs.ts";
import { refused } from "./support/expect.ts";

const TALKS = [
  ["en", "Remember that I play the cello", "I have a cat called Mochi", "forget that I have a cat", "Mochi"],
  ["zh", "记住我会拉大提琴", "我养了一只猫，叫团子", "忘掉我养猫的事", "团子"],
] as const;

describe.each(anyMemoir)("taking back a forget on $name", (kind) => {
  const db = useMemoir(kind);

  it.each(TALKS)(
    "C18: undo brings a forgotten message back, and leaves memories alone (%s)",
    async (...talk) => {
      const [, remembered, said, forget, name] = talk;
      const alice = db.scope("user:alice");
      const quoted = async () =>
        (await alice.recall(`${name}?`, { from: ["quotes"] })).toPrompt().includes(name);
      await alice.commands.handle({ text: remembered });
      await alice.observe([{ id: "m1", text: said }]);
      const before = (await alice.memories.list({ status: ["active"] })).items.map(({ id }) => id);
      expect(before).toHaveLength(1);
      db.clock.advance(1_000);
      const done = await alice.commands.handle({ text: forget });
      expect(done).toMatchObject({ outcome: "forgotten", hidden: 1, batch: expect.any(String) });
      expect(done.say).toMatch(/no longer quote that whole message|1条消息整条都不再引用/);
      expect(await quoted()).toBe(false);

      const undone = await alice.memories.undo();
      expect(undone).toMatchObject({ memory: null, undone: { event: "HIDE", batch: done.batch } });
      expect(await quoted()).toBe(true);
      expect((await alice.memories.list({ status: ["active"] })).items.map(({ id }) => id)).toEqual(before);
      // One further is the memory.
      expect((await alice.memories.undo()).memory?.id).toBe(before[0]);
      await refused(alice.memories.undo(), "nothing_to_undo");
    },
  );

  it("a memory and the messages that say it come back together", async () => {
    const alice = db.scope("user:alice");
    await alice.observe([{ id: "m1", text: "Our zeppelin flies to Genoa" }]);
    const { memory } = await alice.remember("Alice's zeppelin flies to Genoa");
    expect(await alice.forget({ id: memory.id })).toMatchObject({
      batch: null,
      hidden: expect.arrayContaining(["m1"]),
    });
    expect((await alice.events.get("m1"))?.hiddenAt).not.toBeNull();
    expect((await alice.memories.undo()).memory).toMatchObject({ id: memory.id, status: "active" });
    expect((await alice.events.get("m1"))?.hiddenAt).toBeNull();
    await alice.forget({ about: "zeppelin" });
    expect((await alice.events.get("m1"))?.hiddenAt).not.toBeNull();
    await alice.memories.undo();
    expect((await alice.events.get("m1"))?.hiddenAt).toBeNull();
  });

  it("what was erased, or forgotten of a person, is not passed over", async () => {
    const alice = db.scope("user:alice");
    const { memory: cello } = await alice.remember("Alice plays the cello");
    const { memory: secret } = await alice.remember("Alice keeps a tortoise");
    await alice.forget({ id: secret.id }, { hard: true });
    await refused(alice.memories.undo(), "gone");
    expect(await alice.memories.get(cello.id)).toMatchObject({ status: "active" });
    await alice.memories.update(cello.id, { importance: 0.9 });
    expect((await alice.memories.undo()).memory?.id).toBe(cello.id);

    const bob = db.scope("user:bob");
    await bob.observe([{ text: "I like gardens" }]);
    const { id } = await db.memoir.operator(db.tenant).people.forget({ scope: "user:bob" });
    const error = await refused(bob.memories.undo(), "conflict");
    expect(error.details).toMatchObject({ batch: id });
  });

  it("R114: forget that means what another process remembered", async () => {
    const tell = (memoir: Memoir, text: string): Promise<CommandResult> =>
      memoir.scope("user:alice", { tenant: db.tenant }).commands.handle({ text });
    await tell(db.memoir, "remember that I like rooibos");
    await tell(await db.open({}), "记住我住在里斯本");
    const other = await db.open({});
    expect(await tell(other, "忘掉那个")).toMatchObject({
      memories: [{ text: expect.stringContaining("里斯本") }],
    });
    expect(await tell(other, "forget that")).toMatchObject({
      memories: [{ text: expect.stringContaining("rooibos") }],
    });
    expect(await tell(other, "forget that")).toMatchObject({ outcome: "not_found" });
  });

  it("R114: forget that means what was said after the last command, if something was", async () => {
    const alice = db.scope("user:alice");
    await alice.commands.handle({ text: "remember that I like rooibos" });
    await alice.observe([{ id: "m1", text: "Between us, Marcus was caught stealing petty cash again" }]);
    expect(await alice.commands.handle({ text: "forget that" })).toMatchObject({ memories: [], hidden: 1 });
    expect((await alice.events.get("m1"))?.hiddenAt).not.toBeNull();
    expect((await alice.memories.list()).items).toHaveLength(1);
  });

  it.each([
    ["I have a cat called Mochi. My bike is red.", "Please forget that I have a cat called Mochi."],
    ["我养了一只猫，叫团子。我的自行车是红的。", "请忘掉我养猫的事。"],
  ])("the report says that a whole message is no longer quoted: %s", async (said, request) => {
    const alice = db.scope("user:alice");
    await alice.observe([{ id: "m1", text: said }]);
    await alice.flush();
    await alice.observe([{ id: "m2", text: request }]);
    expect((await alice.flush()).entries).toMatchObject([
      {
        outcome: "forgotten",
        eventId: "m2",
        memory: null,
        reason: expect.stringContaining("a whole message is"),
      },
    ]);
    await alice.memories.undo();
    expect((await alice.events.get("m1"))?.hiddenAt).toBeNull();
  });

  it.each([
    ["bot remember that I live in Lisbon", "bot forget that I live in Lisbon", "Lisbon"],
    ["机器人记住我住在里斯本", "机器人忘掉我住在里斯本", "里斯本"],
  ])("what is observed is a request to the bot without a comma, too: %s", async (remember, forget, place) => {
    const alice = db.scope("user:alice");
    await alice.observe([{ text: remember }]);
    await alice.flush();
    const known = async () => (await alice.memories.list({ status: ["active"] })).items;
    expect(await known()).toMatchObject([{ text: expect.stringContaining(place) }]);
    expect((await known())[0]?.text).not.toMatch(/bot|机器人/);
    await alice.observe([{ text: forget }]);
    await alice.flush();
    expect(await known()).toEqual([]);
  });
});
