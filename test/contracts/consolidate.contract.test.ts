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
});
