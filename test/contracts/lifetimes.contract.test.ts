import { afterEach, describe, expect, it } from "vitest";
import type { PresetName, ScopeHandle } from "../../src/index.ts";
import { type ScriptedModel, startScriptedModel } from "../../src/testing/index.ts";
import { memoirs, useMemoir } from "../support/memoirs.ts";
import { DAY, everything } from "./support/expect.ts";

/** On the test's first day, 2026-03-01; and what a model reads in it. */
const SAID = [
  { said: "I like green tea.", text: "Alice likes green tea.", type: "preference" },
  { said: "I live in Oslo.", text: "Alice lives in Oslo.", type: "profile" },
  {
    ...{ said: "I'm going to Rome on 1 May 2026.", text: "Alice is going to Rome on 1 May 2026." },
    ...{ type: "task_state", expiresAt: "2026-05-01" },
  },
  {
    ...{ said: "我2026年6月12日结婚。", text: "Alice 2026年6月12日结婚。" },
    ...{ type: "task_state", expiresAt: "2026-06-12" },
  },
];
const FACTS = SAID.map(({ said, ...fact }, i) => ({
  ...{ ...fact, subject: "Alice", source: i + 1, quote: said, confidence: 0.95, importance: 0.6 },
}));

describe.each(memoirs)("how long memories last on $name", (kind) => {
  const db = useMemoir(kind);
  const models: ScriptedModel[] = [];
  afterEach(async () => {
    await Promise.all(models.splice(0).map((model) => model.close()));
  });
  const told = async (preset: PresetName): Promise<ScopeHandle> => {
    const model = await startScriptedModel({ answer: () => ({ object: { facts: FACTS } }) });
    models.push(model);
    const settings = { writePolicy: { mode: "auto" }, models: { retries: 0 } } as const;
    const memoir = await db.open({ preset, model: model.model, settings });
    const scope = memoir.scope("user:alice", { tenant: db.tenant });
    for (const { said } of SAID) await scope.observe([{ text: said }]);
    await scope.flush();
    await scope.remember("Alice is training for a marathon.", { type: "task_state" });
    return scope;
  };
  const active = async (scope: ScopeHandle): Promise<string[]> =>
    (await everything(scope.memories.list({ status: ["active"] }))).map(({ text }) => text).sort();
  const goTo = (time: string): void => {
    db.clock.now = Date.parse(time);
  };

  it("R12, R68: what is said again without a type lives as long as the type that it keeps says", async () => {
    const memoir = await db.open({ settings: { retentionDays: { preference: 90 } } });
    const alice = memoir.scope("user:alice", { tenant: db.tenant });
    const { memory } = await alice.remember("Alice likes tea", { type: "preference" });
    await alice.forget({ id: memory.id });
    const { memory: again } = await alice.remember("Alice likes tea");
    expect([again.id, again.type, again.ttlDays]).toEqual([memory.id, "preference", 90]);
  });

  it("in default a plan lives until after its date, and what lasts does not expire", async () => {
    const alice = await told("default");
    const [tea, home, rome, wedding, marathon] = [
      "Alice likes green tea.",
      "Alice lives in Oslo.",
      "Alice is going to Rome on 1 May 2026.",
      "Alice 2026年6月12日结婚。",
      "Alice is training for a marathon.",
    ] as const;
    expect(await active(alice)).toEqual([tea, home, rome, wedding, marathon].sort());
    db.clock.advance(20 * DAY);
    expect(await active(alice)).toContain(marathon);
    // The day of the journey, and its evening in California.
    goTo("2026-05-01T09:00:00Z");
    expect(await active(alice)).toEqual([tea, home, rome, wedding].sort());
    goTo("2026-05-02T05:00:00Z");
    expect(await active(alice)).toContain(rome);
    goTo("2026-05-03T09:00:00Z");
    expect(await active(alice)).toEqual([tea, home, wedding].sort());
    goTo("2026-06-12T20:00:00Z");
    expect(await active(alice)).toContain(wedding);
    goTo("2028-03-01T00:00:00Z");
    expect(await active(alice)).toEqual([tea, home].sort());
  });

  it("R12: astrbot keeps its days to the letter", async () => {
    const alice = await told("astrbot");
    db.clock.advance(7 * DAY - 1);
    expect(await active(alice)).toHaveLength(5);
    db.clock.advance(1);
    expect(await active(alice)).toEqual(["Alice likes green tea.", "Alice lives in Oslo."]);
    db.clock.advance(83 * DAY);
    expect(await active(alice)).toEqual(["Alice lives in Oslo."]);
  });

  it("remember() with an end of its own ends then, to the moment", async () => {
    const alice = db.scope("user:alice");
    const expiresAt = db.clock.now + 60 * DAY;
    const { memory } = await alice.remember("Renew the passport", { type: "task_state", expiresAt });
    expect([memory.ttlDays, memory.expiresAt]).toEqual([null, new Date(expiresAt)]);
    db.clock.now = expiresAt - 1;
    expect(await active(alice)).toEqual(["Renew the passport"]);
    db.clock.now = expiresAt;
    expect(await active(alice)).toEqual([]);
  });
});
