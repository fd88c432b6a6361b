import { beforeEach, describe, expect, it } from "vitest";
import { isInShare, versionFor } from "../../src/domain/canary.ts";
import { decodeCase } from "../../src/domain/case.ts";
import { parseScope } from "../../src/domain/scope.ts";
import type { Memoir, MemoirEngine, SettingsInput } from "../../src/index.ts";
import { judge } from "../../src/write/decide/judge.ts";
import { anyDatabase, useDatabase } from "../support/databases.ts";
import { DAY, everything, refused } from "./support/expect.ts";
import { sureModel } from "./support/sure-model.ts";

const SETTINGS = {
  writePolicy: { mode: "auto", minConfidence: 0.4, maxWritesPerHour: 1_000, maxWritesPerSession: 1_000 },
  tuning: { minLabels: 10, holdoutDays: 5, windowDays: 400, drift: { minClaims: 10 }, bounds: { tokens: 1 } },
} satisfies SettingsInput;

/** The fate of every logged claim, by its event. */
interface Logged {
  readonly event: string;
  readonly input: string;
  readonly fate: string;
  readonly policy: number;
}

describe.each(anyDatabase)("tuning on $name", (kind) => {
  const db = useDatabase(kind);
  let memoir: MemoirEngine;

  beforeEach(async () => {
    memoir = await db.open({ model: sureModel(), settings: SETTINGS });
  });

  /** A person says something, and the model is so sure of it. */
  const says = async (who: string, id: string, sure: number, by: Memoir = memoir): Promise<void> => {
    const scope = by.scope(`user:${who}`, { tenant: db.tenant });
    await scope.observe([{ id, author: who, authorName: who, text: `I own number ${id}. Sure ${sure}.` }]);
    await scope.flush();
  };

  const logged = (): Promise<Logged[]> =>
    db.query(
      `select e.id as event, d.input, d.fate, d.policy from decision d join event e
         on e.tenant = d.tenant and e.scope = d.scope and e.seq = d.seq
       where d.tenant = $1 and d.input is not null order by d.at, d.scope, d.seq, d.num`,
      [db.tenant],
    );

  const memoryOf = async (who: string, id: string) => {
    const { items } = await memoir
      .scope(`user:${who}`, { tenant: db.tenant })
      .memories.list({ limit: 1_000 });
    return items.find(({ text }) => text.includes(`number ${id}`))!;
  };

  /** Sure claims are confirmed, the others are forgotten, by a change or by feedback: a higher threshold is better. */
  const talk = async (days: number, by: "change" | "feedback" = "change"): Promise<void> => {
    for (let day = 0; day < days; day += 1) {
      for (const who of ["ann", "ben", "cleo", "dan"]) {
        const scope = memoir.scope(`user:${who}`, { tenant: db.tenant });
        const id = `${who}${day}`;
        await says(who, id, day % 2 === 0 ? 0.98 : 0.6);
        const { id: memory } = await memoryOf(who, id);
        const wrong = (day + who.length) % 2 === 0 ? "wrong" : "private";
        if (by === "feedback") await scope.feedback({ memory, verdict: day % 2 === 0 ? "helped" : wrong });
        else if (day % 2 === 0) await scope.memories.update(memory, { pinned: true });
        else await scope.forget({ id: memory });
      }
      db.clock.advance(DAY);
    }
  };

  it("R33: every decision is logged with all that deciding it again needs, and without its words", async () => {
    await says("ann", "a1", 0.9);
    await says("ann", "a2", 0.3);
    const scope = memoir.scope("user:ann", { tenant: db.tenant });
    await scope.remember("Ann keeps bees");
    const store = scope.tools().find(({ name }) => name === "memory_store")!;
    await store.execute({ key: "trip", content: "Ann booked a flight", category: "event" });
    await memoir.operator(db.tenant).policy.set({ writePolicy: { allowedTypes: ["episode"] } });
    await says("ann", "a3", 0.9);
    const rows = await logged();
    expect(rows.map(({ fate }) => fate)).toEqual(["active", "shadow", "active", "shadow", "refused"]);
    expect(rows.map(({ input }) => decodeCase(input).path)).toEqual([
      "message:user",
      "message:user",
      "command:user",
      "tool:memory_store",
      "message:user",
    ]);
    for (const { input } of rows) expect(input).not.toMatch(/bees|flight|number|Ann/);
    const { versions } = { versions: await memoir.operator(db.tenant).policy.versions() };
    for (const { input, fate, policy } of rows) {
      const { writePolicy } = versions.find(({ version }) => version === policy)!;
      expect(judge(decodeCase(input), writePolicy).fate).toBe(fate);
    }
  });

  it("R33: a candidate decides the log again beside the active policy; nothing of it is in force", async () => {
    for (const [i, sure] of [0.95, 0.7, 0.65, 0.9].entries()) await says("ann", `m${i}`, sure);
    const { tuning, policy } = memoir.operator(db.tenant);
    const before = await memoir.scope("user:ann", { tenant: db.tenant }).memories.list();
    const { trial } = await tuning.propose(
      { writePolicy: { minConfidence: 0.6 } },
      { reason: "只保留可靠的", actor: "ann" },
    );
    expect(trial).toMatchObject({
      ...{ version: 1, base: 0, status: "shadow", share: 0, actor: "ann", reason: "只保留可靠的" },
      settings: [{ path: "writePolicy.minConfidence", from: 0.4, to: 0.6 }],
    });
    expect(trial!.comparison).toMatchObject({
      ...{ decisions: 4, changed: 2, changes: [{ was: "active", becomes: "shadow", count: 2 }] },
      ...{ verdict: "undecided", notReplayed: [] },
    });
    const differences = await everything(tuning.differences(1, { limit: 1 }));
    expect(differences.map(({ was, becomes, eventId }) => [eventId, was, becomes])).toEqual([
      ["m2", "active", "shadow"],
      ["m1", "active", "shadow"],
    ]);
    expect(differences[0]).toMatchObject({ scope: "user:ann", reason: "confidence 0.52 is below 0.6" });
    expect(differences[0]!.memoryId).toBe((await memoryOf("ann", "m2")).id);
    // Nothing moved: neither memories nor the policy.
    expect((await memoir.scope("user:ann", { tenant: db.tenant }).memories.list()).items).toEqual(
      before.items,
    );
    expect(await policy.current()).toMatchObject({ version: 0, active: true });
    expect(await policy.versions()).toHaveLength(1);
    await says("ann", "m4", 0.65);
    expect((await memoryOf("ann", "m4")).status).toBe("active");
    // What is decided meanwhile is decided again, too.
    expect((await tuning.compare(1)).comparison).toMatchObject({ decisions: 5, changed: 3 });
    expect(await everything(tuning.differences(1))).toHaveLength(3);
  });

  it.each(["change", "feedback"] as const)(
    "R34, R35, R74: what people do is a label (%s); the tuner proposes what wins on the holdout",
    async (by) => {
      await talk(20, by);
      const { tuning, policy } = memoir.operator(db.tenant);
      const { trial, tried } = await tuning.propose();
      expect(tried).toBeGreaterThan(20);
      expect(trial).toMatchObject({ status: "shadow", base: 0 });
      const { comparison } = trial!;
      expect(comparison.verdict).toBe("better");
      // A model's word is weighed with 0.8: 0.6 becomes 0.48, 0.98 becomes 0.78.
      const [setting] = trial!.settings;
      expect(setting!.path).toBe("writePolicy.minConfidence");
      expect(setting!.to).toBeGreaterThan(0.48);
      expect(setting!.to).toBeLessThanOrEqual(0.78);
      const wrong = comparison.holdout.objectives.find(({ objective }) => objective === "keptWrongly")!;
      expect([wrong.active, wrong.candidate, wrong.withinBound]).toEqual([1, 0, true]);
      expect(comparison.holdout.labelled).toBe(comparison.holdout.decisions);
      expect(comparison.training.decisions + comparison.holdout.decisions).toBe(80);
      const names = ["ann", "ben", "cleo", "dan"].filter((who) => isInShare(`holdout user:${who}`, 0.3));
      expect(comparison.otherScopes.decisions).toBe(20 * names.length);
      // A worse one is refused, and cannot be tried on anybody.
      const worse = await tuning.propose({ writePolicy: { minConfidence: 0.9 } });
      expect(worse.trial).toMatchObject({ status: "refused", comparison: { verdict: "worse" } });
      const error = await refused(tuning.canary(worse.trial!.version), "conflict");
      expect(error.message).toContain("keptRightly would go from");
      await refused(tuning.promote(worse.trial!.version), "conflict");
      expect(await policy.current()).toMatchObject({ version: 0 });
    },
  );

  /** For some days, people say something and a model stores something through its tool; `confirmed`: people pin the latter. */
  const talkWithTool = async (days: number, confirmed: boolean): Promise<void> => {
    for (let day = 0; day < days; day += 1) {
      for (const who of ["ann", "ben", "cleo", "dan"]) {
        const scope = memoir.scope(`user:${who}`, { tenant: db.tenant });
        await says(who, `${who}${day}`, 0.95);
        await scope.memories.update((await memoryOf(who, `${who}${day}`)).id, { pinned: true });
        const store = scope.tools().find(({ name }) => name === "memory_store")!;
        const content = `${who} booked trip ${day} to place ${day * 7}`;
        await store.execute({ key: `trip-${day}`, content, category: "event" });
        if (!confirmed) continue;
        const { items } = await scope.memories.list({ limit: 1_000 });
        const { id, status } = items.find(({ text }) => text === content)!;
        if (status === "active") await scope.memories.update(id, { pinned: true });
        else await scope.memories.approve(id);
      }
      db.clock.advance(DAY);
    }
  };

  it("R38: a policy that closes one of two ways that bring right claims is refused", async () => {
    const { tuning, policy } = memoir.operator(db.tenant);
    await policy.set({ writePolicy: { tools: "trusted" } });
    await talkWithTool(8, true);
    const { trial } = await tuning.propose({ writePolicy: { tools: "checked" } });
    const { holdout, verdict, reasons, changes } = trial!.comparison;
    const diversity = holdout.objectives.find(({ objective }) => objective === "diversity")!;
    expect([diversity.active, diversity.candidate, diversity.withinBound]).toEqual([1, 0, false]);
    expect(changes).toEqual([{ was: "active", becomes: "shadow", count: 32 }]);
    expect([trial!.status, verdict]).toEqual(["refused", "worse"]);
    expect(reasons.join(" ")).toContain("diversity would go from 100.0 % to 0.0 %");
  });

  it.each([true, false])(
    "R74: trusting a tool is found where people confirm what it stores, and never where they do not (confirmed: %s)",
    async (confirmed) => {
      const { tuning } = memoir.operator(db.tenant);
      await talkWithTool(16, confirmed);
      const { trial } = await tuning.propose();
      expect(trial?.settings.map(({ path, to }) => [path, to]) ?? null).toEqual(
        confirmed ? [["writePolicy.tools", "trusted"]] : null,
      );
      const byHand = await tuning.propose({ writePolicy: { tools: "trusted" } });
      const unsafe = byHand.trial!.comparison.holdout.objectives.find(
        ({ objective }) => objective === "unsafe",
      )!;
      expect(unsafe.withinBound).toBe(confirmed);
      expect(byHand.trial!.status).toBe(confirmed ? "shadow" : "refused");
    },
  );

  it("R33: a canary is in force in a share of the scopes, reads and writes, and ends at once", async () => {
    const { tuning, policy } = memoir.operator(db.tenant);
    const patch = { writePolicy: { mode: "manual" as const }, readPolicy: { maxItems: 1 } };
    await says("ann", "m1", 0.9);
    const { trial } = await tuning.propose(patch);
    expect(trial!.comparison.notReplayed).toEqual(["readPolicy.maxItems"]);
    const { version } = trial!;
    const started = await tuning.canary(version, { share: 0.5 });
    expect(started).toMatchObject({ status: "canary", share: 0.5, canaryAt: new Date(db.clock.now) });
    const state = { stable: 0, canary: { version, share: 0.5 } };
    const people = Array.from({ length: 8 }, (_, i) => `p${i}`);
    const isIn = (who: string): boolean =>
      versionFor(parseScope(`user:${who}`, db.tenant), state) === version;
    expect(new Set(people.map(isIn))).toEqual(new Set([true, false]));
    const other = await db.open({ model: sureModel(), settings: SETTINGS });
    for (const [i, who] of people.entries()) {
      await says(who, `c${who}`, 0.9, i % 2 === 0 ? memoir : other);
      expect([who, (await memoryOf(who, `c${who}`)).status]).toEqual([who, isIn(who) ? "pending" : "active"]);
    }
    for (const who of people.slice(0, 4)) {
      const scope = other.scope(`user:${who}`, { tenant: db.tenant });
      for (const text of ["likes tea", "likes rain"]) {
        const { memory } = await scope.remember(`${who} ${text}`);
        if (memory.status !== "active") await scope.memories.approve(memory.id);
      }
      expect([who, (await scope.recall("*")).hits.length]).toEqual([who, isIn(who) ? 1 : 3]);
    }
    const rows = await logged();
    for (const { event, policy: of } of rows.filter((row) => /^cp\d$/.test(row.event)))
      expect([event, of]).toEqual([event, isIn(event.slice(1)) ? version : 0]);
    // Without a version, a rollback ends the canary.
    expect(await policy.rollback(null, { reason: "enough" })).toMatchObject({ version: 0 });
    expect((await tuning.trials())[0]).toMatchObject({ version, status: "shadow", share: 0 });
    for (const who of people) {
      await says(who, `d${who}`, 0.9);
      expect((await memoryOf(who, `d${who}`)).status).toBe("active");
    }
  });

  it("R37: without a version, a rollback leads to the last stable one, at once and exactly", async () => {
    const { tuning, policy } = memoir.operator(db.tenant);
    const path = async (tag: string): Promise<unknown[]> => {
      const scope = memoir.scope(`user:${tag}`, { tenant: db.tenant });
      for (const [i, sure] of [0.95, 0.7, 0.55, 0.3].entries()) await says(tag, `${tag}${i}`, sure);
      await scope.remember(`${tag} keeps bees`, { type: "preference" });
      const entries = (await scope.memories.decisions()).items;
      return entries.map(({ stage, outcome, reason }) => [stage, outcome, reason]);
    };
    await refused(policy.rollback(), "nothing_to_undo");
    await policy.set({ writePolicy: { minConfidence: 0.5, requireApprovalTypes: ["preference"] } });
    const before = await path("eva");
    const { trial } = await tuning.propose({ writePolicy: { minConfidence: 0.7, requireApprovalTypes: [] } });
    expect(await tuning.promote(trial!.version, { actor: "ann" })).toMatchObject({
      ...{ version: 3, active: true, actor: "ann", writePolicy: { minConfidence: 0.7 } },
    });
    expect((await tuning.trials())[0]).toMatchObject({ version: 2, status: "promoted" });
    expect(await path("flo")).not.toEqual(before);
    const inputs = (await logged()).map(({ input }) => decodeCase(input));
    expect(await policy.rollback()).toMatchObject({ version: 4, reason: "rollback to 1" });
    expect(await policy.diff(1, 4)).toEqual([]);
    expect(await path("gus")).toEqual(before);
    const versions = await policy.versions();
    const under = (n: number) => {
      const { writePolicy } = versions.find(({ version }) => version === n)!;
      return inputs.map((one) => judge(one, writePolicy));
    };
    expect(under(4)).toEqual(under(1));
    expect(under(3)).not.toEqual(under(1));
    // From there the next one leads further back, not to what was left.
    expect(await policy.rollback()).toMatchObject({ version: 5, reason: "rollback to 0" });
    await refused(policy.rollback(2), "conflict");
    expect((await policy.versions()).map(({ version }) => version)).toEqual([5, 4, 3, 1, 0]);
  });

  it("R5: every step is on record with who and why, and can be taken back", async () => {
    const { tuning, policy } = memoir.operator(db.tenant);
    await policy.set({ writePolicy: { minConfidence: 0.5 } }, { actor: "ann", reason: "first" });
    const { trial } = await tuning.propose({ writePolicy: { minConfidence: 0.6 } });
    const { version } = trial!;
    await tuning.canary(version, { share: 0.25, actor: "ben" });
    await tuning.canary(version, { share: 0.5, actor: "ben" });
    await tuning.promote(version, { actor: "cleo", reason: "it held" });
    const steps = await everything(tuning.steps({ limit: 2 }));
    expect(
      steps.map(({ num, kind, version: of, was, actor, reason }) => [num, kind, of, was, actor, reason]),
    ).toEqual([
      [5, "promote", 3, 1, "cleo", "it held"],
      [4, "canary", 2, 0.25, "ben", "canary"],
      [3, "canary", 2, 0, "ben", "canary"],
      [2, "propose", 2, 1, "operator", "propose"],
      [1, "set", 1, 0, "ann", "first"],
    ]);
    const status = async () => {
      const [one] = await tuning.trials();
      return [(await policy.current()).writePolicy.minConfidence, one!.status, one!.share];
    };
    expect(await status()).toEqual([0.6, "promoted", 0]);
    expect(await tuning.undo(5, { actor: "dan" })).toMatchObject({
      kind: "rollback",
      version: 4,
      actor: "dan",
    });
    expect(await status()).toEqual([0.5, "shadow", 0]);
    await refused(tuning.undo(5), "nothing_to_undo");
    await refused(tuning.undo(99), "not_found");
    // Another version is in force than the one it was compared with.
    await refused(tuning.canary(version), "conflict");
    const again = await tuning.propose({ writePolicy: { minConfidence: 0.6 } });
    const next = again.trial!.version;
    await tuning.canary(next, { share: 0.2 });
    const [canary] = (await tuning.steps()).items;
    await tuning.withdraw(next);
    expect(await status()).toEqual([0.5, "withdrawn", 0]);
    const [withdrawn] = (await tuning.steps()).items;
    await tuning.undo(withdrawn!.num);
    expect(await status()).toEqual([0.5, "canary", 0.2]);
    await tuning.undo(canary!.num);
    expect(await status()).toEqual([0.5, "shadow", 0]);
  });

  it("bad input gets an error with a stable code", async () => {
    const { tuning } = memoir.operator(db.tenant);
    const bad = (value: unknown): never => value as never;
    await refused(tuning.propose(bad({ enable: false })), "invalid_settings");
    await refused(tuning.propose(bad("auto")), "invalid_settings");
    await refused(tuning.propose({ writePolicy: { minConfidence: 0.4 } }), "invalid_argument");
    await refused(tuning.compare(7), "not_found");
    await refused(tuning.compare(bad("x")), "invalid_argument");
    await refused(tuning.differences(7), "not_found");
    const { trial } = await tuning.propose({ writePolicy: { minConfidence: 0.6 } });
    await refused(tuning.canary(trial!.version, { share: 1 }), "invalid_argument");
    await refused(tuning.canary(trial!.version, { share: 0 }), "invalid_argument");
    await refused(tuning.canary(trial!.version, bad({ shar: 0.5 })), "invalid_argument");
    const two = await tuning.propose({ writePolicy: { minConfidence: 0.7 } });
    await tuning.canary(trial!.version);
    await refused(tuning.canary(two.trial!.version), "conflict");
    await memoir.operator(db.tenant).readOnly(true);
    await refused(tuning.propose({ writePolicy: { minConfidence: 0.8 } }), "read_only");
    await refused(tuning.withdraw(trial!.version), "read_only");
    expect(await tuning.trials()).toHaveLength(2);
  });

  it("an export carries the cases, and what is imported can be decided again", async () => {
    await says("ann", "m1", 0.9);
    await memoir.operator(db.tenant).tuning.propose({ writePolicy: { minConfidence: 0.8 } });
    const lines = await everything(memoir.operator(db.tenant).export());
    const copy = `${db.tenant}-copy`;
    await memoir.operator(copy).import(lines);
    const { trial } = await memoir.operator(copy).tuning.propose({ writePolicy: { minConfidence: 0.8 } });
    expect(trial).toMatchObject({ comparison: { decisions: 1, changed: 1 } });
    expect(await memoir.operator(copy).policy.versions()).toHaveLength(1);
  });
});
