import { describe, expect, it } from "vitest";
import { anyMemoir, useMemoir } from "../support/memoirs.ts";
import { refused } from "./support/expect.ts";
import { readingModel } from "./support/reading-model.ts";

const WHY = "passwords, codes and card numbers are not kept, even when asked to";
const SENTENCE = "Passwords, codes and card numbers are not kept, even when asked to. Nothing was stored.";
const SAID = {
  en: `I cannot do that: ${WHY}.`,
  zh: "这个我做不到：密码、验证码和卡号不会保存，要求记住也不行。",
};

const ASKED: readonly [claim: string, secret: string, language: "en" | "zh"][] = [
  ["the garage code is 4417", "4417", "en"],
  ["the gate code is 90210#", "90210", "en"],
  ["the door code is 4821.", "4821", "en"],
  ["the password for the safe is swordfish", "swordfish", "en"],
  ["root pw is Wombat77kk", "Wombat77kk", "en"],
  ["the bike combo is 12-24-36", "12-24-36", "en"],
  ["我的密码是Numbat88zz", "Numbat88zz", "zh"],
  ["门禁码是4417", "4417", "zh"],
  ["保险箱密码是 482155", "482155", "zh"],
];

describe.each(anyMemoir)("a secret that somebody asks to remember, on $name", (kind) => {
  const db = useMemoir(kind);

  it.each(ASKED)("is refused in one sentence on every way in: %s", async (claim, secret, language) => {
    const alice = db.scope("user:alice");
    const nothing = async (): Promise<void> => {
      expect((await alice.memories.list({ status: ["active", "pending", "shadow"] })).items).toEqual([]);
      const events = (await alice.events.list()).items;
      expect(events.map(({ text }) => text).join("\n")).not.toContain(secret);
    };
    const ask = language === "en" ? `remember that ${claim}` : `记住${claim}`;

    await alice.observe([{ text: ask }]);
    const { entries } = await alice.flush();
    expect(entries).toMatchObject([{ outcome: "refused", reason: WHY, memory: null }]);
    expect(entries[0]!.text).not.toMatch(/\[secret(?!\])/);
    await nothing();

    const command = await alice.commands.handle({ text: ask });
    expect(command).toMatchObject({
      command: "remember",
      outcome: "refused",
      say: SAID[language],
      memories: [],
    });
    await nothing();

    expect((await refused(alice.remember(claim), "invalid_argument")).message).toBe(SENTENCE);
    await nothing();

    const stored = await alice
      .tools()
      .find(({ name }) => name === "memory_store")!
      .execute({ content: claim, key: "code", category: "core" });
    expect(JSON.stringify(stored)).toContain(SENTENCE);
    await nothing();
  });

  it.each([
    ["English", "the garage code is 4417 by the way", "Alice's garage code is 4417.", "4417"],
    ["Chinese", "对了，门禁码是4417", "爱丽丝的门禁码是4417。", "4417"],
  ])("is refused in the same words when a model reads it, in %s", async (_, text, fact, secret) => {
    const masked = text.replace(secret, "[secret]");
    const model = readingModel({ [masked]: [{ text: fact }, { text: fact.replace(secret, "[secret]") }] });
    const alice = (await db.open({ model })).scope("user:alice", { tenant: db.tenant });
    await alice.observe([{ text, authorName: "Alice" }]);
    const { entries } = await alice.flush();
    expect(entries.map(({ outcome }) => outcome)).not.toContain("added");
    expect((await alice.memories.list({ status: ["active", "pending", "shadow"] })).items).toEqual([]);
    expect(JSON.stringify(entries)).not.toContain(secret);
  });
});
