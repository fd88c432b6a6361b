import { describe, expect, it } from "vitest";
import { startScriptedModel } from "../../src/testing/index.ts";
import { memoirs, useMemoir } from "../support/memoirs.ts";
import { refused } from "./support/expect.ts";
import { placesOf } from "./support/places.ts";

describe.each(memoirs)("redaction on $name", (kind) => {
  const db = useMemoir(kind);
  const nowhere = async (...words: string[]): Promise<void> => {
    for (const word of words) expect([word, await placesOf(db, word)]).toEqual([word, []]);
  };

  it("R328: a secret in a message is in no row and in no byte, and is counted", async () => {
    const alice = db.scope("user:alice");
    const told = await alice.observe([
      { id: "m1", text: "I live in Visiblia and my password is Wombat77kk" },
      { id: "m2", text: "<private>I was fired by Quokkacorp</private> 我的密码是Numbat88zz" },
      {
        id: "m3",
        role: "tool",
        text: "charged 4111 1111 1111 1111",
        content: { tool: "pay", args: { password: "Bilby99", note: "token: Dugong12ab34" }, result: ["ok"] },
      },
    ]);
    expect(told).toEqual({ recorded: 3, duplicates: 0, redacted: 6, seq: 3 });
    expect(await placesOf(db, "Visiblia")).not.toEqual([]);
    await nowhere("Wombat77", "Quokkacorp", "Numbat88", "4111 1111", "Bilby99", "Dugong12");
    const events = (await alice.events.list()).items;
    expect(events.map(({ text, content }) => [text, content]).reverse()).toEqual([
      ["I live in Visiblia and my password is [secret]", null],
      ["[private] 我的密码是[secret]", null],
      [
        "charged [secret]",
        { tool: "pay", args: { password: "[secret]", note: "token: [secret]" }, result: ["ok"] },
      ],
    ]);
  });

  it("R328: nothing is remembered, and no memory changed, to what holds one", async () => {
    const alice = db.scope("user:alice");
    await refused(alice.remember("The wifi password is Potoroo55"), "invalid_argument");
    const { id } = (await alice.remember("The wifi is fast <private>at Tom's</private>")).memory;
    const changed = alice.memories.update(id, { text: "The wifi password is now Bettong66" });
    await refused(changed, "invalid_argument");
    expect((await alice.memories.get(id))?.text).toBe("The wifi is fast [private]");
    await nowhere("Potoroo55", "Bettong66");
    await refused(alice.remember("<private>nothing but this</private>"), "invalid_argument");
  });

  it("R328: no model sees a secret, neither in a reading nor in a command", async () => {
    await using scripted = await startScriptedModel({
      answer: ({ system }) => ({ object: system.includes("transcript") ? { facts: [] } : { numbers: [] } }),
    });
    const memoir = await db.open({ model: scripted.model, settings: { models: { retries: 0 } } });
    const alice = memoir.scope("user:alice", { tenant: db.tenant });
    await alice.remember("Alice likes tea");
    await alice.observe([{ text: "root pw is Wombat77kk! 密码还是Numbat88zz，我住在成都" }]);
    await alice.flush();
    await alice.commands.handle({ text: "forget that the wifi password is Potoroo55" });
    const prompts = scripted.calls.requests.map(({ prompt }) => prompt);
    expect(prompts.join("\n")).not.toMatch(/Wombat|Numbat|Potoroo/);
    expect(
      prompts.some((prompt) => prompt.includes("root pw is [secret] 密码还是[secret]，我住在成都")),
    ).toBe(true);
    expect(prompts.some((prompt) => prompt.includes("wifi password is [secret]"))).toBe(true);
  });

  it("R328: in every preset, with the settings' own patterns", async () => {
    const presets = ["default", "astrbot", "urmom", "everbot", "picobot", "supervisor"] as const;
    for (const preset of presets) {
      const memoir = await db.open({ preset, settings: { privacy: { denyPatterns: ["falcon-\\w+"] } } });
      const { redacted } = await memoir
        .scope("user:bob", { tenant: preset })
        .observe([{ text: "pwd=Quoll44xx, about Falcon-Kultarr" }]);
      expect([preset, redacted]).toEqual([preset, 2]);
      await memoir.close();
    }
    await nowhere("Quoll44", "Kultarr");
  });

  it("R328: a message sent again is a duplicate, whatever was masked in it", async () => {
    const alice = db.scope("user:alice");
    const message = { id: "m1", text: "pwd=Quoll44xx" };
    await alice.observe([message]);
    expect(await alice.observe([message])).toEqual({ recorded: 0, duplicates: 1, redacted: 1, seq: 1 });
  });
});
