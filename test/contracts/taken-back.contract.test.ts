import { describe, expect, it } from "vitest";
import type { ScopeHandle } from "../../src/index.ts";
import { startScriptedModel } from "../../src/testing/index.ts";
import { anyDatabase, useDatabase } from "../support/databases.ts";
import { anyMemoir, useMemoir } from "../support/memoirs.ts";

async function facts(scope: ScopeHandle): Promise<string[]> {
  return (await scope.memories.list({ status: ["active"] })).items.map(({ text }) => text).toSorted();
}

describe.each(anyMemoir)("a message that is taken back on $name", (kind) => {
  const db = useMemoir(kind);
  const forget = true;

  it("keeps the memories made from it unless it is asked to forget them", async () => {
    const alice = db.scope("user:alice");
    await alice.observe([{ id: "m1", text: "Remember that I live in Oslo." }]);
    await alice.flush();
    expect(await alice.events.remove("m1")).toBe(true);
    expect(await facts(alice)).toHaveLength(1);
  });

  it.each([
    ["Remember that I live in Oslo. And remember that I like tea.", 2, "Oslo"],
    ["记住我住在上海。", 1, "上海"],
  ])("forgets what came from %s", async (text, count, word) => {
    const alice = db.scope("user:alice");
    await alice.observe([
      { id: "m1", text },
      { id: "m2", text: "Remember that I have a dog." },
    ]);
    await alice.flush();
    expect(await facts(alice)).toHaveLength(count + 1);
    expect(await alice.events.remove("m1", { forget })).toBe(true);
    const left = await facts(alice);
    expect(left).toHaveLength(1);
    expect(left[0]).toContain("dog");
    expect(JSON.stringify(await alice.memories.history())).not.toContain(word);
    expect(await alice.events.remove("m1", { forget })).toBe(false);
  });

  it("keeps what another message says too, until that one is taken back as well", async () => {
    const alice = db.scope("user:alice");
    await alice.observe([{ id: "m1", text: "Remember that I live in Oslo." }]);
    await alice.flush();
    db.clock.advance(60_000);
    await alice.observe([{ id: "m2", text: "Remember that I live in Oslo." }]);
    await alice.flush();
    await alice.events.remove("m1", { forget });
    expect(await facts(alice)).toHaveLength(1);
    await alice.events.remove("m2", { forget });
    expect(await facts(alice)).toEqual([]);
  });

  it("an edit forgets what the old words said, and the new ones are read at the same moment", async () => {
    const alice = db.scope("user:alice");
    await alice.observe([{ id: "m1", text: "Remember that I live in Osol. Remember that I like tea." }]);
    await alice.flush();
    expect(
      await alice.events.edit("m1", "Remember that I live in Oslo. Remember that I like tea.", { forget }),
    ).toBe(true);
    expect(await facts(alice)).toEqual([]);
    await alice.flush();
    const left = await facts(alice);
    expect(left).toHaveLength(2);
    expect(left.join(" ")).toMatch(/tea.*Oslo/);
  });

  it("brings back what the forgotten memory had replaced", async () => {
    const alice = db.scope("user:alice");
    await alice.observe([{ id: "m1", text: "Remember that I live in Oslo." }]);
    await alice.flush();
    db.clock.advance(86_400_000);
    await alice.observe([{ id: "m2", text: "Remember that I live in Bergen." }]);
    await alice.flush();
    expect((await facts(alice)).join()).toContain("Bergen");
    await alice.events.remove("m2", { forget });
    expect((await facts(alice)).join()).toContain("Oslo");
  });

  it("may be said again", async () => {
    const alice = db.scope("user:alice");
    await alice.observe([{ id: "m1", text: "Remember that I live in Oslo." }]);
    await alice.flush();
    await alice.events.remove("m1", { forget });
    db.clock.advance(60_000);
    await alice.observe([{ id: "m2", text: "Remember that I live in Oslo." }]);
    await alice.flush();
    expect(await facts(alice)).toHaveLength(1);
  });

  it.each(["default", "urmom"] as const)(
    "forgets what a command in it had written, in %s",
    async (preset) => {
      const memoir = await db.open({ preset, background: false, embedder: "none" });
      const { tenant } = db;
      const guild = memoir.scope("group:discord/42", { tenant });
      const message = {
        id: "m1",
        author: "200",
        authorName: "Dana",
        text: "机器人，记住我喜欢乌龙茶",
      };
      await guild.observe([message]);
      expect((await guild.commands.handle(message)).outcome).toBe("remembered");
      // The member of another guild, whose command had the same id.
      const other = memoir.scope("group:discord/420", { tenant });
      await other.commands.handle(message);
      await guild.flush();
      expect((await guild.digest.context("200")).parts.facts).toContain("乌龙茶");
      expect(await guild.events.remove("m1", { forget })).toBe(true);
      expect((await guild.digest.context("200")).text).toBeNull();
      expect((await other.digest.context("200")).parts.facts).toContain("乌龙茶");
    },
  );
});

describe.each(anyDatabase)("a message that is taken back while it is read on $name", (kind) => {
  const db = useDatabase(kind);

  it("becomes no memory", async () => {
    let alice: ScopeHandle | undefined;
    await using model = await startScriptedModel({
      answer: async () => {
        await alice!.events.remove("m1", { forget: true });
        const fact = { text: "Alice lives in Oslo.", type: "profile", category: "profile", subject: "alice" };
        const rest = { slot: null, affirmed: true, corrects: false, confidence: 0.95, importance: 0.6 };
        return {
          object: { facts: [{ ...fact, ...rest, source: 1, quote: "", matches: [], contradicts: [] }] },
        };
      },
    });
    const memoir = await db.open({ model: model.model, background: false, embedder: "none" });
    alice = memoir.scope("user:alice", { tenant: db.tenant });
    await alice.observe([{ id: "m1", text: "I have lived in Oslo for ten years now." }]);
    await alice.flush();
    expect(await facts(alice)).toEqual([]);
  });
});
