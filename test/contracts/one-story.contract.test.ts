import { describe, expect, it } from "vitest";
import type { Memory, ScopeHandle } from "../../src/index.ts";
import { anyMemoir, useMemoir } from "../support/memoirs.ts";
import { refused } from "./support/expect.ts";

const DAY = 86_400_000;

const PAIRS = [
  ["Alice has two dogs", "Alice has three dogs"],
  ["小明有两只猫", "小明有三只猫"],
] as const;

describe.each(anyMemoir)("a memory and its replacement tell one story, on $name", (kind) => {
  const db = useMemoir(kind);
  let users = 0;

  const newScope = (
    settings: Parameters<typeof db.open>[0] = undefined,
  ): Promise<ScopeHandle> | ScopeHandle => {
    users += 1;
    const name = `user:u${users}`;
    return settings === undefined
      ? db.memoir.scope(name)
      : db.open(settings).then((memoir) => memoir.scope(name));
  };
  const tell = async (scope: ScopeHandle, text: string, options = {}): Promise<Memory> => {
    db.clock.advance(DAY);
    return (await scope.remember(text, options)).memory;
  };
  const replaced = async (
    pair: readonly [string, string] = PAIRS[0],
  ): Promise<{ scope: ScopeHandle; old: Memory; now: Memory }> => {
    const scope = await newScope();
    const old = await tell(scope, pair[0]);
    const now = await tell(scope, pair[1]);
    db.clock.advance(DAY);
    expect(await shape(scope, old.id)).toEqual(["superseded", now.id]);
    return { scope, old, now };
  };
  const shape = async (scope: ScopeHandle, id: string): Promise<unknown[]> => {
    const memory = await scope.memories.get(id);
    return [memory?.status, memory?.supersededBy];
  };
  const active = async (scope: ScopeHandle): Promise<string[]> =>
    (await scope.memories.list({ status: ["active"] })).items.map(({ text }) => text).toSorted();
  /** The interval that is believed now. */
  const period = async (scope: ScopeHandle, id: string): Promise<unknown[]> => {
    const believed = (await scope.memories.proof(id)).validity.filter(({ revTo }) => revTo === null);
    return believed.map(({ validFrom, validTo }) => [validFrom.getTime(), validTo?.getTime() ?? null]);
  };

  describe("restore", () => {
    it.each(PAIRS)("makes %s current and ends its replacement", async (...pair) => {
      const { scope, old, now } = await replaced(pair);
      const restored = await scope.memories.restore(old.id, { reason: "it was right" });
      expect(restored).toMatchObject({ id: old.id, status: "active", supersededBy: null });
      expect([restored.ended, restored.stillReplaced]).toEqual([[now.id], []]);
      expect(await active(scope)).toEqual([pair[0]]);
      expect(await shape(scope, now.id)).toEqual(["superseded", old.id]);
      // Each leads to the other.
      expect((await scope.memories.proof(old.id)).supersedes.map(({ id }) => id)).toEqual([now.id]);
      expect((await scope.memories.proof(now.id)).supersedes).toEqual([]);
      const [first] = (await scope.memories.history(old.id)).items;
      expect(first).toMatchObject({ event: "RESTORE", reason: "it was right" });
      const [second] = (await scope.memories.history(now.id)).items;
      expect(second).toMatchObject({ event: "UPDATE", reason: expect.stringContaining(old.shortId) });
      // It was true all the time; the replacement never was.
      const [[from, to]] = (await period(scope, old.id)) as [[number, null]];
      expect([from, to]).toEqual([old.createdAt.getTime(), null]);
      const [[since, until]] = (await period(scope, now.id)) as [[number, number]];
      expect(since).toBe(until);
    });

    it.each([
      ["the restored memory", ({ old }: { old: Memory }) => old.id],
      ["its replacement", ({ now }: { now: Memory }) => now.id],
      ["the scope", () => undefined],
    ])("is undone as a whole, by %s", async (_what, target) => {
      const { scope, old, now } = await replaced();
      const before = [await period(scope, old.id), await period(scope, now.id)];
      await scope.memories.restore(old.id);
      await scope.memories.undo(target({ old, now }));
      expect(await shape(scope, old.id)).toEqual(["superseded", now.id]);
      expect(await shape(scope, now.id)).toEqual(["active", null]);
      expect([await period(scope, old.id), await period(scope, now.id)]).toEqual(before);
    });

    it("there and back", async () => {
      const { scope, old, now } = await replaced();
      await scope.memories.restore(old.id);
      expect((await scope.memories.restore(now.id)).ended).toEqual([old.id]);
      expect(await shape(scope, old.id)).toEqual(["superseded", now.id]);
      expect(await active(scope)).toEqual([PAIRS[0][1]]);
      expect((await scope.memories.restore(now.id)).ended).toEqual([]);
    });

    it("of the first of a chain ends the last", async () => {
      const { scope, old, now } = await replaced();
      const last = await tell(scope, "Alice has five dogs");
      expect((await scope.memories.restore(old.id)).ended).toEqual([last.id]);
      expect(await active(scope)).toEqual([PAIRS[0][0]]);
      expect((await scope.memories.restore(now.id)).ended).toEqual([old.id]);
      expect(await active(scope)).toEqual([PAIRS[0][1]]);
    });

    it("leaves the others that the replacement had replaced, and says so", async () => {
      const scope = await newScope();
      const two = await tell(scope, "Alice has two dogs");
      const four = await tell(scope, "Alice has four dogs", { key: "kennel" });
      const three = await tell(scope, "Alice has three dogs");
      expect(await active(scope)).toEqual(["Alice has three dogs"]);
      expect(await scope.memories.restore(two.id)).toMatchObject({
        ended: [three.id],
        stillReplaced: [four.id],
      });
      expect(await shape(scope, four.id)).toEqual(["superseded", three.id]);
      // Beside each other, as they were before.
      expect((await scope.memories.restore(four.id)).ended).toEqual([]);
      expect(await active(scope)).toEqual(["Alice has four dogs", "Alice has two dogs"]);
    });

    it("by hand, with update(), is the same", async () => {
      const { scope, old, now } = await replaced();
      await scope.memories.update(old.id, { status: "active" });
      expect(await shape(scope, old.id)).toEqual(["active", null]);
      expect(await shape(scope, now.id)).toEqual(["superseded", old.id]);
      await scope.memories.undo(old.id);
      expect(await active(scope)).toEqual([PAIRS[0][1]]);
    });
  });

  describe("forget", () => {
    it.each(PAIRS)("brings %s back", async (...pair) => {
      const { scope, old, now } = await replaced(pair);
      const result = await scope.forget({ id: now.id }, { reason: "wrong" });
      expect([result.restored, result.replaced]).toEqual([[old.id], []]);
      expect(await active(scope)).toEqual([pair[0]]);
      expect(await shape(scope, old.id)).toEqual(["active", null]);
      expect(await shape(scope, now.id)).toEqual(["soft_deleted", old.id]);
      expect((await scope.memories.proof(old.id)).supersedes.map(({ id }) => id)).toEqual([now.id]);
      const [entry] = (await scope.memories.history(old.id)).items;
      expect(entry).toMatchObject({ event: "RESTORE", reason: expect.stringContaining(now.shortId) });
      expect((await period(scope, old.id))[0]).toEqual([old.createdAt.getTime(), null]);
      const { memory } = await scope.memories.proof(old.id);
      // As strong as if it had never been replaced.
      expect(memory.strength).toBeGreaterThan(old.strength * 0.9);
    });

    it("by delete() is the same", async () => {
      const { scope, old, now } = await replaced();
      expect(await scope.memories.delete(now.id)).toMatchObject({ restored: [old.id], replaced: [] });
      expect(await active(scope)).toEqual([PAIRS[0][0]]);
    });

    it.each([
      ["the memory", ({ now }: { now: Memory }) => now.id],
      ["the scope", () => undefined],
    ])("is undone as a whole, by %s", async (_what, target) => {
      const { scope, old, now } = await replaced();
      const before = [await period(scope, old.id), await period(scope, now.id)];
      await scope.forget({ id: now.id });
      await scope.memories.undo(target({ now }));
      expect(await shape(scope, old.id)).toEqual(["superseded", now.id]);
      expect(await shape(scope, now.id)).toEqual(["active", null]);
      expect([await period(scope, old.id), await period(scope, now.id)]).toEqual(before);
    });

    it("is undone though the memory was changed since it came back", async () => {
      const { scope, old, now } = await replaced();
      await scope.forget({ id: now.id });
      await scope.memories.update(old.id, { pinned: true });
      await scope.memories.undo(now.id);
      expect(await shape(scope, old.id)).toEqual(["superseded", now.id]);
      expect(await active(scope)).toEqual([PAIRS[0][1]]);
    });

    it("of several at once is undone by its batch", async () => {
      const { scope, old, now } = await replaced();
      const { batch, restored } = await scope.forget({ about: "three" });
      expect(restored).toEqual([old.id]);
      await scope.memories.undoBatch(batch!);
      expect(await shape(scope, old.id)).toEqual(["superseded", now.id]);
      expect(await active(scope)).toEqual([PAIRS[0][1]]);
    });

    it("is taken back by restore() too", async () => {
      const { scope, old, now } = await replaced();
      await scope.forget({ id: now.id });
      expect((await scope.memories.restore(now.id)).ended).toEqual([old.id]);
      expect(await shape(scope, old.id)).toEqual(["superseded", now.id]);
      expect(await active(scope)).toEqual([PAIRS[0][1]]);
    });

    it("brings back all that it alone replaced", async () => {
      const scope = await newScope();
      const two = await tell(scope, "Alice has two dogs");
      const four = await tell(scope, "Alice has four dogs", { key: "kennel" });
      const three = await tell(scope, "Alice has three dogs");
      expect((await scope.forget({ id: three.id })).restored.toSorted()).toEqual(
        [two.id, four.id].toSorted(),
      );
      await scope.memories.undo(three.id);
      expect(await active(scope)).toEqual(["Alice has three dogs"]);
      await scope.forget({ id: three.id });
      expect((await scope.memories.restore(three.id)).ended.toSorted()).toEqual([two.id, four.id].toSorted());
    });

    it("with hard: the old one is current before the words go", async () => {
      const { scope, old, now } = await replaced();
      const result = await scope.forget({ id: now.id }, { hard: true });
      expect([result.restored, result.replaced]).toEqual([[old.id], []]);
      expect(await active(scope)).toEqual([PAIRS[0][0]]);
      expect(await shape(scope, old.id)).toEqual(["active", null]);
      await refused(scope.memories.restore(now.id), "gone");
      expect(JSON.stringify((await scope.memories.history()).items)).not.toContain("three");
    });

    it("asks where the replaced memory was forgotten itself", async () => {
      const { scope, old, now } = await replaced();
      await scope.forget({ id: old.id });
      const result = await scope.forget({ id: now.id });
      expect([result.restored, result.replaced]).toEqual([[], [old.id]]);
      expect(await active(scope)).toEqual([]);
      await scope.memories.restore(old.id);
      expect(await active(scope)).toEqual([PAIRS[0][0]]);
    });

    it("asks where its own time is over", async () => {
      const scope = await newScope();
      const expiresAt = new Date(db.clock.now + 10 * DAY);
      const old = await tell(scope, "Alice has two dogs", { expiresAt });
      const now = await tell(scope, "Alice has three dogs");
      db.clock.advance(20 * DAY);
      expect(await scope.forget({ id: now.id })).toMatchObject({ restored: [], replaced: [old.id] });
    });

    it.each([
      ["another memory holds its slot", "update memory set slot = 'pets' where id in ($1, $2)"],
      [
        "another memory was to replace it as well",
        `update evidence set meta = '{"replaces":["' || $1 || '"]}' where memory = $2`,
      ],
    ])("asks where %s", async (_why, sql) => {
      const { scope, old, now } = await replaced();
      const other = await tell(scope, "Alice keeps a parrot", { key: "birds" });
      await db.query(sql, [old.id, other.id]);
      expect(await scope.forget({ id: now.id })).toMatchObject({ restored: [], replaced: [old.id] });
      expect(await active(scope)).toEqual(["Alice keeps a parrot"]);
    });

    it("of one in the middle changes nothing else", async () => {
      const { scope, old, now } = await replaced();
      await tell(scope, "Alice has five dogs");
      expect(await scope.forget({ id: now.id })).toMatchObject({ restored: [], replaced: [] });
      expect(await active(scope)).toEqual(["Alice has five dogs"]);
      expect((await shape(scope, old.id))[0]).toBe("superseded");
    });

    it("of the last of a chain brings back the one before", async () => {
      const { scope, now } = await replaced();
      const last = await tell(scope, "Alice has five dogs");
      expect((await scope.forget({ id: last.id })).restored).toEqual([now.id]);
      expect(await active(scope)).toEqual([PAIRS[0][1]]);
    });

    it("of both brings neither back", async () => {
      const { scope } = await replaced();
      const { memories, restored, replaced: left } = await scope.forget({ about: "dogs" });
      expect([memories.length, restored, left]).toEqual([2, [], []]);
      expect(await active(scope)).toEqual([]);
    });

    it("brings nothing back where the caller wants none", async () => {
      const { scope, old, now } = await replaced();
      expect(await scope.forget({ id: now.id }, { bringBack: false })).toMatchObject({
        restored: [],
        replaced: [old.id],
      });
      expect(await active(scope)).toEqual([]);
    });
  });

  it.each([
    ["forget everything you know about me", PAIRS[0]],
    ["忘掉关于我的一切", PAIRS[1]],
  ])("in chat: %s brings nothing back", async (text, pair) => {
    const { scope } = await replaced(pair);
    expect((await scope.commands.handle({ text })).outcome).toBe("forgotten");
    expect(await active(scope)).toEqual([]);
  });

  it.each([
    ["forget that Alice has three dogs", PAIRS[0]],
    ["忘掉小明有三只猫", PAIRS[1]],
  ])("in chat: %s brings the old one back", async (text, pair) => {
    const { scope } = await replaced(pair);
    expect((await scope.commands.handle({ text })).outcome).toBe("forgotten");
    expect(await active(scope)).toEqual([pair[0]]);
  });

  it("without a history", async () => {
    const scope = await newScope({ settings: { audit: "off" } });
    const old = await tell(scope, "Alice has two dogs");
    const now = await tell(scope, "Alice has three dogs");
    await scope.memories.restore(old.id);
    expect(await active(scope)).toEqual(["Alice has two dogs"]);
    expect((await scope.forget({ id: old.id })).restored).toEqual([now.id]);
    expect(await active(scope)).toEqual(["Alice has three dogs"]);
    await scope.memories.restore(old.id);
    expect(await active(scope)).toEqual(["Alice has two dogs"]);
  });
});
