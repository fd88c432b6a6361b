import { describe, expect, it } from "vitest";
import { type Case, encodeCase } from "../../src/domain/case.ts";
import { seededRandom } from "../../src/features/tuning/score.ts";
import { CASE } from "../../src/features/tuning/year.fixture.ts";
import type { MemoirEngine, SettingsInput } from "../../src/index.ts";
import { anyDatabase, type RawValue, useDatabase } from "../support/databases.ts";
import { DAY, refused } from "./support/expect.ts";
import { sureModel } from "./support/sure-model.ts";

const SEED = 20_260_301;
const WRITES = {
  mode: "auto",
  minConfidence: 0.4,
  maxWritesPerHour: 1_000,
  maxWritesPerSession: 1_000,
} as const;
const TUNING = {
  ...{ minLabels: 10, holdoutDays: 5, windowDays: 400, canaryShare: 0.5, canaryDays: 4 },
  drift: { minClaims: 10, baselineDays: 14 },
};
const settingsFor = (mode: "propose" | "auto"): SettingsInput => ({
  writePolicy: WRITES,
  tuning: { ...TUNING, mode },
});
const PEOPLE = ["ann", "ben", "cleo", "dan", "eva", "flo"];

describe.each(anyDatabase)("the tuning job on $name", (kind) => {
  const db = useDatabase(kind);

  const open = (mode: "propose" | "auto"): Promise<MemoirEngine> =>
    db.open({ model: sureModel(), settings: settingsFor(mode) });

  /** A day on which everybody says something: sure things are right, the others are forgotten. */
  const day = async (
    memoir: MemoirEngine,
    n: number,
    isWrong = (i: number) => i % 2 === 1,
  ): Promise<void> => {
    for (const [i, who] of PEOPLE.entries()) {
      const scope = memoir.scope(`user:${who}`, { tenant: db.tenant });
      const wrong = isWrong(n + i);
      const sure = (n + i) % 2 === 1 ? 0.6 : 0.98;
      const text = `I own number ${who}${n}. Sure ${sure}.`;
      await scope.observe([{ id: `${who}${n}`, author: who, authorName: who, text }]);
      const { entries } = await scope.flush();
      const memory = entries[0]!.memory!;
      if (memory.status !== "active") continue;
      if (wrong) await scope.forget({ id: memory.id });
      else await scope.memories.update(memory.id, { pinned: true });
    }
    db.clock.advance(DAY);
  };

  const tune = async (memoir: MemoirEngine) => (await memoir.operator(db.tenant).upkeep.run("tune")).counts;

  it("R74: `propose` proposes what wins and changes nothing; a person decides", async () => {
    const memoir = await open("propose");
    const { tuning, policy, upkeep } = memoir.operator(db.tenant);
    expect(await upkeep.status()).toContainEqual(
      expect.objectContaining({ name: "tune", schedule: memoir.settings.upkeep.pattern }),
    );
    expect(await tune(memoir)).not.toHaveProperty("proposed");
    for (let n = 0; n < 14; n += 1) await day(memoir, n);
    const dry = await upkeep.run("tune", { dryRun: true });
    expect(dry.run).toBeNull();
    expect(await tuning.trials()).toEqual([]);
    expect(await tune(memoir)).toMatchObject({ proposed: 1 });
    const [trial] = await tuning.trials();
    expect(trial).toMatchObject({ status: "shadow", actor: "tuner", comparison: { verdict: "better" } });
    for (let n = 14; n < 20; n += 1) {
      await day(memoir, n);
      expect(await tune(memoir)).toMatchObject({ compared: 1 });
    }
    // It was brought up to date, and nothing else happened.
    expect((await tuning.trials())[0]!.comparison.decisions).toBe(20 * PEOPLE.length);
    expect((await tuning.trials())[0]!.status).toBe("shadow");
    expect(await policy.current()).toMatchObject({ version: 0 });
    expect((await tuning.steps()).items.map(({ kind: step }) => step)).toEqual(["propose"]);
    const [last] = (await upkeep.runs({ name: "tune" })).filter(({ counts }) => counts.proposed === 1);
    expect(await upkeep.undo(last!.id)).toMatchObject({ undone: 1 });
    expect((await tuning.trials())[0]!.status).toBe("withdrawn");
    await refused(upkeep.undo(last!.id), "nothing_to_undo");
  });

  it("R37, R74: `auto` tries it as a canary, puts it in force when it holds, and goes back when it does not", async () => {
    const memoir = await open("auto");
    const { tuning, policy } = memoir.operator(db.tenant);
    for (let n = 0; n < 14; n += 1) await day(memoir, n);
    expect(await tune(memoir)).toMatchObject({ proposed: 1, canaries: 1 });
    expect((await tuning.trials())[0]).toMatchObject({ status: "canary", share: 0.5 });
    for (let n = 14; n < 18; n += 1) {
      expect(await policy.current()).toMatchObject({ version: 0 });
      await day(memoir, n);
      await tune(memoir);
    }
    const [promoted] = await tuning.trials();
    expect(promoted!.status).toBe("promoted");
    expect((await policy.current()).writePolicy.minConfidence).toBeGreaterThan(0.48);
    expect(await policy.current()).toMatchObject({ actor: "tuner" });
    // The model is sure of nonsense from now on: what is let in is wrong.
    const before = (await policy.current()).version;
    for (let n = 18; n < 30 && (await policy.current()).version === before; n += 1) {
      await day(memoir, n, () => true);
      await tune(memoir);
    }
    expect(await policy.current()).toMatchObject({ actor: "tuner", writePolicy: { minConfidence: 0.4 } });
    expect((await policy.current()).reason).toContain("keptWrongly went from");
    expect((await tuning.trials()).find(({ version }) => version === promoted!.version)!.status).toBe(
      "refused",
    );
    const kinds = (await tuning.steps({ limit: 100 })).items.map(({ kind: step }) => step).reverse();
    expect(kinds.filter((step) => step !== "alarm" && step !== "clear").slice(0, 4)).toEqual([
      ...["propose", "canary", "promote", "rollback"],
    ]);
    expect(kinds).toContain("alarm");
    expect((await tuning.steps({ limit: 100 })).items.every(({ actor }) => actor === "tuner")).toBe(true);
  });

  it("R74: a canary whose scopes do worse than the others is ended, and not tried again", async () => {
    const memoir = await open("auto");
    const { tuning } = memoir.operator(db.tenant);
    for (let n = 0; n < 6; n += 1) await day(memoir, n);
    const { trial } = await tuning.propose({ writePolicy: { minConfidence: 0.45 } });
    await tuning.canary(trial!.version, { share: 0.5 });
    const { version } = trial!;
    // People in the canary reject what it lets in.
    for (let n = 6; n < 20; n += 1) {
      for (const [i, who] of PEOPLE.entries()) {
        const scope = memoir.scope(`user:${who}`, { tenant: db.tenant });
        const text = `I own number ${who}${n}. Sure 0.98.`;
        await scope.observe([{ id: `${who}${n}`, author: who, authorName: who, text }]);
        const { memory } = (await scope.flush()).entries[0]!;
        const [decision] = (await scope.memories.decisions(memory!.id)).items;
        if (decision!.policy === version && (n + i) % 3 > 0) await scope.forget({ id: memory!.id });
      }
      db.clock.advance(DAY);
    }
    expect(await tune(memoir)).toMatchObject({ rolledBack: 1 });
    expect((await tuning.trials()).find((one) => one.version === version)).toMatchObject({
      ...{ status: "refused", share: 0 },
    });
    await refused(tuning.canary(version), "conflict");
  });

  it(`R36: over a simulated year, a drift planted on day 200 is reported within a week (seed ${SEED})`, async () => {
    const memoir = await open("propose");
    const { tuning } = memoir.operator(db.tenant);
    const start = db.clock.now;
    await plantYear(memoir, start);
    const alarms: number[] = [];
    const days = Array.from({ length: 365 }, (_, i) => i).filter((n) => n % 12 === 0 || (n > 185 && n < 240));
    for (const n of days) {
      db.clock.now = start + n * DAY;
      if ((await tune(memoir)).alarms !== undefined) alarms.push(n);
    }
    expect(alarms).toHaveLength(1);
    expect(alarms[0]).toBeGreaterThan(200);
    expect(alarms[0]).toBeLessThanOrEqual(207);
    const { items } = await tuning.steps();
    expect(items.map(({ kind: step }) => step)).toEqual(["clear", "alarm"]);
    expect(items[1]!.detail.cause).toBe("drift");
    expect(items[1]!.reason).toMatch(
      /another mix than before: similarity 0\.\d\d, at least 0\.9 is expected/,
    );
    expect(items[1]!.undoneBy).toBe(items[0]!.num);
    // As it was seen then.
    db.clock.now = start + 206 * DAY;
    const { recent, sincePolicy } = await tuning.drift();
    expect(recent.similarity).toBeLessThan(0.9);
    expect(recent.rates.filter(({ isAlarm }) => isAlarm).map(({ rate }) => rate)).toEqual([
      "active",
      "shadow",
    ]);
    expect(sincePolicy).toBeNull();
    db.clock.now = start + 190 * DAY;
    expect((await tuning.drift()).recent).toMatchObject({ alarms: [] });
  });

  it("R36: snapshots before and after a change of the policy are compared", async () => {
    const memoir = await open("propose");
    const { tuning, policy } = memoir.operator(db.tenant);
    for (let n = 0; n < 4; n += 1) await day(memoir, n);
    await policy.set({ writePolicy: { mode: "manual" } });
    for (let n = 4; n < 8; n += 1) await day(memoir, n);
    const { sincePolicy } = await tuning.drift();
    expect(sincePolicy).toMatchObject({ version: 1, similarity: 0 });
    expect(sincePolicy!.alarms.join(" ")).toContain("claims that are pending went from 0 % to 100 %");
    await tune(memoir);
    const { open: alarms } = await tuning.drift();
    expect(alarms.map(({ detail }) => detail.cause)).toContain("policy drift");
    // A person has seen it.
    await tuning.undo(alarms[0]!.num, { actor: "ann", reason: "as intended" });
    expect((await tuning.drift()).open).toHaveLength(alarms.length - 1);
  });

  /** A year of logged claims, four a day; from day 200 on most come through a tool that nobody confirms. */
  const plantYear = async (memoir: MemoirEngine, start: number): Promise<void> => {
    const next = seededRandom(SEED);
    for (const who of PEOPLE)
      await memoir.scope(`user:${who}`, { tenant: db.tenant }).remember(`${who} is here`);
    const scopes = await db.query<{ num: number }>("select num from scope where tenant = $1", [db.tenant]);
    const rows: RawValue[][] = [];
    for (let i = 0; i < 365 * 4; i += 1) {
      const n = Math.floor(i / 4);
      const isTool = next() < (n < 200 ? 0.1 : 0.8);
      const one: Case = isTool ? { ...CASE, role: "tool", by: "tool", path: "tool:memory_store" } : CASE;
      const { num } = scopes[Math.floor(next() * scopes.length)]!;
      const at = start + n * DAY + Math.floor(next() * DAY);
      rows.push([db.tenant, num, 1, i + 100, at, encodeCase(one), isTool ? "shadow" : "active"]);
    }
    for (let from = 0; from < rows.length; from += 200) {
      const part = rows.slice(from, from + 200);
      const values = part.map((row, i) => {
        const at = row.map((_, column) => `$${i * row.length + column + 1}`);
        return `(${at[0]}, ${at[1]}, ${at[2]}, ${at[3]}, 'persist', 'create', '', null, '', 0, ${at[4]}, ${at[5]}, ${at[6]})`;
      });
      await db.query(
        `insert into decision (tenant, scope, seq, num, stage, outcome, reason, memory, hash, policy, at, input, fate)
         values ${values.join(", ")}`,
        part.flat(),
      );
    }
  };
});
