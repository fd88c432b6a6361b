import { describe, expect, it } from "vitest";
import type { GenerateRequest, LanguageModel } from "../../src/models/language/port.ts";
import { databases, useDatabase } from "../support/databases.ts";
import { DAY, everything } from "./support/expect.ts";

type Verdict = (a: string, b: string) => string;

/** Answers every pair of a check as told. */
function checking(verdict: Verdict): LanguageModel & { sizes: number[] } {
  const sizes: number[] = [];
  return {
    id: "test/checking",
    structured: true,
    sizes,
    async generate({ messages, schema }: GenerateRequest) {
      if (schema?.name !== "check") return { text: '{"facts":[],"insights":[]}', finish: "stop" };
      const pairs = [...messages.at(-1)!.content.matchAll(/^\[(\d+)\] A: (.*)\n {4}B: (.*)$/gm)];
      sizes.push(pairs.length);
      const object = {
        pairs: pairs.map(([, number, a, b]) => ({ number: Number(number), verdict: verdict(a!, b!) })),
      };
      return { text: JSON.stringify(object), object, finish: "stop" };
    },
  };
}

describe.each(databases)("consolidation on $name", (kind) => {
  const db = useDatabase(kind);
  const open = async (model: LanguageModel, consolidate: object = {}) => {
    const policy = { upkeep: { consolidate }, writePolicy: { maxWritesPerHour: 1_000 } };
    const memoir = await db.open({ preset: "supervisor", embedder: "none", model, settings: policy });
    return {
      upkeep: memoir.operator(db.tenant).upkeep,
      alice: memoir.scope("user:alice", { tenant: db.tenant }),
    };
  };
  const CLUBS = ["Ajax", "Celtic", "Benfica", "Rapid", "Brann", "Viking"];
  const fans = async (alice: Awaited<ReturnType<typeof open>>["alice"]) => {
    for (const [i, club] of CLUBS.entries()) {
      await alice.remember(`Alice's friend ${club}bert supports ${club}`, {
        key: `a${i}`,
        category: "goals",
      });
      await alice.remember(`Alice's friend ${club}bert is a fan of ${club}`, {
        key: `b${i}`,
        category: "goals",
      });
    }
  };

  it("R252, R255, R257: a day has its limit of pairs, in prompts of a few, and the next day goes on", async () => {
    const model = checking(() => "different");
    const { alice, upkeep } = await open(model, { pairsPerDay: 5, pairsPerPrompt: 3 });
    await fans(alice);
    const pairs = async () => (await upkeep.run("consolidate")).counts.pairs ?? 0;
    expect(await pairs()).toBe(5);
    expect(model.sizes).toEqual([3, 2]);
    expect(await pairs()).toBe(0);
    db.clock.advance(DAY);
    expect(await pairs()).toBe(5);
  });

  it("R257: a tenant's day has its tokens", async () => {
    const model = checking(() => "different");
    const { alice, upkeep } = await open(model, { tokensPerDay: 1, pairsPerPrompt: 2 });
    await fans(alice);
    const { counts, more } = await upkeep.run("consolidate");
    expect([counts.pairs, more]).toEqual([2, false]);
    expect((await upkeep.run("consolidate")).counts.pairs).toBeUndefined();
    db.clock.advance(DAY);
    expect((await upkeep.run("consolidate")).counts.pairs).toBe(2);
  });

  it("R255: what is newer replaces the older where both give a value of one thing; numbers are never merged", async () => {
    const model = checking((a, b) => (/cats|猫/.test(a + b) ? "update" : "same"));
    const { alice, upkeep } = await open(model);
    const said = async (text: string, key: string) =>
      (await alice.remember(text, { key, category: "goals" })).memory.id;
    const two = await said("Alice has two cats", "a");
    const chinese = await said("小明有两只猫", "c");
    const nine = await said("Alice has nine boats on the lake", "e");
    db.clock.advance(1_000);
    const three = await said("Alice has three cats", "b");
    await said("小明有三只猫", "d");
    const ten = await said("Alice has ten boats on the lake", "f");
    const { run } = await upkeep.run("consolidate");
    expect(await alice.memories.get(two)).toMatchObject({ status: "superseded", supersededBy: three });
    expect((await alice.memories.get(chinese))?.status).toBe("superseded");
    for (const id of [nine, ten])
      expect(await alice.memories.get(id)).toMatchObject({ id, status: "active" });
    await upkeep.undo(run!.id);
    expect((await everything(await alice.memories.list({ status: ["active"] }))).length).toBe(6);
  });

  it("a model that does not answer ends the run, and the next one goes on", async () => {
    let down = true;
    const model = checking(() => "different");
    const { generate } = model;
    const { alice, upkeep } = await open({
      ...model,
      generate: (request) =>
        down ? Promise.reject(Object.assign(new Error("down"), { status: 400 })) : generate(request),
    });
    await fans(alice);
    expect((await upkeep.run("consolidate")).run).toMatchObject({ status: "done", more: false });
    down = false;
    expect((await upkeep.run("consolidate")).counts.pairs).toBeGreaterThan(0);
  });

  /** The pairs that a run asks about, as their second words: the clubs. */
  const asking = () => {
    const pairs: string[] = [];
    const model = checking((a, b) => {
      pairs.push([a, b].map((text) => text.split(/[ 是]/).at(-1)).join(" "));
      return "different";
    });
    const asked = async (upkeep: Awaited<ReturnType<typeof open>>["upkeep"]): Promise<string[]> => {
      pairs.length = 0;
      await upkeep.run("consolidate");
      return pairs.toSorted();
    };
    return { model, asked };
  };
  const SUPPORTS = ["Alice's friend Otto supports Ajax", "Alice's friend Otto is a fan of Ajax"];
  const CHINESE = ["小明喜欢的球队是巴萨", "小明支持的球队是巴萨"];

  it("R253, R256: a pair is left alone for 14 days and compared again when they are over, though nothing has changed", async () => {
    const { model, asked } = asking();
    const { alice, upkeep } = await open(model);
    for (const text of [...SUPPORTS, ...CHINESE])
      await alice.remember(text, { key: text, category: "goals", importance: 0.6 });
    const first = await asked(upkeep);
    expect(first).toEqual(["Ajax Ajax", "巴萨 巴萨"]);
    for (let day = 1; day < 14; day += 1) {
      db.clock.advance(DAY);
      expect([day, await asked(upkeep)]).toEqual([day, []]);
    }
    db.clock.advance(DAY);
    expect(await asked(upkeep)).toEqual(first);
    db.clock.advance(DAY);
    expect(await asked(upkeep)).toEqual([]);
    db.clock.advance(13 * DAY);
    expect(await asked(upkeep)).toEqual(first);
  });

  it("R256: how long that is, is a setting", async () => {
    const { model, asked } = asking();
    const { alice, upkeep } = await open(model, { recheckDays: 2 });
    for (const text of SUPPORTS) await alice.remember(text, { key: text, category: "goals" });
    expect(await asked(upkeep)).toHaveLength(1);
    db.clock.advance(DAY);
    expect(await asked(upkeep)).toHaveLength(0);
    db.clock.advance(DAY);
    expect(await asked(upkeep)).toHaveLength(1);
  });

  it("R253: what matters little is compared while it is fresh, and again once it is among the most used", async () => {
    const { model, asked } = asking();
    const { alice, upkeep } = await open(model, { freshHours: 48 });
    const dull = { category: "goals", importance: 0.2 };
    for (const text of SUPPORTS) await alice.remember(text, { key: text, ...dull });
    expect(await asked(upkeep)).toEqual(["Ajax Ajax"]);
    for (const text of CHINESE) await alice.remember(text, { key: text, ...dull });
    for (let i = 0; i < 8; i += 1)
      await alice.remember(`Alice keeps note ${"abcdefgh"[i]}`, { key: `${i}`, ...dull });
    db.clock.advance(2 * DAY + 1);
    // Neither fresh nor important nor used; later the first pair's 14 days are over, too.
    expect(await asked(upkeep)).toEqual([]);
    db.clock.advance(20 * DAY);
    expect(await asked(upkeep)).toEqual([]);
    const shown = await alice.recall("小明支持的球队是哪个？", { limit: 1 });
    expect(shown.hits[0]?.text).toBe(CHINESE[1]);
    await shown.delivered();
    expect(await asked(upkeep)).toEqual(["巴萨 巴萨"]);
  });

  it("R257: a scope in which nothing was said, shown or is due costs nothing", async () => {
    const { model } = asking();
    const { alice, upkeep } = await open(model);
    for (const text of SUPPORTS) await alice.remember(text, { key: text, category: "goals" });
    expect((await upkeep.run("consolidate")).counts.rows).toBe(2);
    db.clock.advance(DAY);
    expect((await upkeep.run("consolidate")).counts.rows).toBeUndefined();
  });
});
