import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OBJECTIVE_NAMES } from "../../domain/objectives.ts";
import { diversityOf } from "./diversity.ts";
import { snapshotCosine, zOf } from "./drift.ts";
import { breaches } from "./guard.ts";
import { neighbours, notReplayed } from "./levers.ts";
import type { Label, LoggedCase } from "./logged-case.ts";
import { comparePolicies } from "./replay.ts";
import { normalQuantile, scoreOf } from "./score.ts";
import { emptyTally, objectivesOf, tallyDecision } from "./tally.ts";
import { CASE, DAY, POLICY, runReplay, SETTINGS, START, simulatedYear } from "./year.fixture.ts";

const { weights, bounds } = SETTINGS.tuning;
const RIGHT: Label = { isRight: true, by: "approved", at: START + DAY };
const WRONG: Label = { isRight: false, by: "forgotten", at: START + DAY };

describe("R35: the objectives", () => {
  const tally = emptyTally();
  tallyDecision(tally, { case: CASE, label: RIGHT }, "active", DAY);
  tallyDecision(tally, { case: CASE, label: RIGHT }, "pending", 3.5 * DAY);
  tallyDecision(tally, { case: CASE, label: RIGHT }, "shadow", DAY);
  tallyDecision(tally, { case: CASE, label: RIGHT }, "limited", DAY);
  tallyDecision(tally, { case: CASE, label: WRONG }, "active", DAY);
  tallyDecision(tally, { case: CASE, label: WRONG }, "refused", DAY);
  tallyDecision(
    tally,
    { case: { ...CASE, role: "tool", path: "tool:memory_store" }, label: null },
    "active",
    DAY,
  );
  tallyDecision(tally, { case: { ...CASE, isNew: false }, label: null }, "active", DAY);

  it("are shares of right, of wrong and of all claims", () => {
    expect(objectivesOf(tally)).toEqual({
      keptRightly: 1 / 4,
      keptWrongly: 1 / 2,
      missed: 2 / 4,
      reviewLoad: 1 / 8,
      tokens: 3 / 7,
      // One waits half a week, two are missed.
      latency: 2.5 / 4,
      unsafe: 1 / 8,
      diversity: 1,
    });
  });

  it("of nothing are 0, and there is no choice of ways", () => {
    const { diversity, ...rest } = objectivesOf(emptyTally());
    expect(Object.values(rest)).toEqual([0, 0, 0, 0, 0, 0, 0]);
    expect(diversity).toBe(1);
  });

  it("somebody else's word is safe once a person has confirmed it", () => {
    const confirmed = emptyTally();
    tallyDecision(confirmed, { case: { ...CASE, role: "tool" }, label: RIGHT }, "active", 0);
    expect(objectivesOf(confirmed).unsafe).toBe(0);
  });

  it("a score counts each so that more is better", () => {
    const none = objectivesOf(emptyTally());
    for (const name of OBJECTIVE_NAMES) {
      const more = scoreOf({ ...none, [name]: 0.9 }, weights) - scoreOf({ ...none, [name]: 0.1 }, weights);
      expect([name, more > 0]).toEqual([name, name === "keptRightly" || name === "diversity"]);
    }
  });

  it.each([
    [0.975, 1.96],
    [0.995, 2.576],
    [0.9, 1.282],
    [0.5, 0],
  ])("the normal quantile of %d is %d", (p, z) => {
    expect(normalQuantile(p)).toBeCloseTo(z, 2);
  });
});

describe("R38: diversity of the ways into memory", () => {
  it.each<[string, Record<string, number>, string[], number]>([
    ["two ways alike", { a: 5, b: 5 }, ["a", "b"], 1],
    ["one way alone where another is valid", { a: 10 }, ["a", "b"], 0],
    ["one valid way leaves no choice", { a: 10 }, ["a"], 1],
    ["a way that never was right does not count", { a: 5, b: 5, c: 90 }, ["a", "b"], 1],
    ["nothing let in", {}, ["a", "b"], 0],
  ])("%s", (_what, counts, valid, expected) => {
    expect(diversityOf(new Map(Object.entries(counts)), new Set(valid))).toBeCloseTo(expected, 9);
  });

  it("is between 0 and 1, the same for the same shares, and largest when all are alike", () => {
    const counts = fc.dictionary(fc.constantFrom("a", "b", "c", "d"), fc.integer({ min: 1, max: 99 }), {
      minKeys: 2,
    });
    fc.assert(
      fc.property(counts, fc.integer({ min: 2, max: 9 }), (some, times) => {
        const valid = new Set(Object.keys(some));
        const of = (factor: (n: number) => number): number =>
          diversityOf(new Map(Object.entries(some).map(([path, n]) => [path, factor(n)])), valid);
        const own = of((n) => n);
        expect(own).toBeGreaterThanOrEqual(0);
        expect(own).toBeLessThanOrEqual(of(() => 1) + 1e-9);
        expect(of((n) => n * times)).toBeCloseTo(own, 9);
      }),
    );
  });

  it("a policy that leaves only one way is refused, although it keeps no more wrong claims", () => {
    const next = simulatedYear({ seed: 7, right: () => 1 });
    const cases = next.map(
      (one, i): LoggedCase =>
        i % 2 === 0 ? one : { ...one, case: { ...one.case, path: "tool:memory_store", by: "tool" } },
    );
    const active = { ...POLICY, limits: "all" as const };
    const split = { share: 0.3, at: START + 330 * DAY };
    const byTool = cases.map((one) =>
      one.case.by === "tool" ? { ...one, case: { ...one.case, limited: "calls" as const } } : one,
    );
    const many = byTool.map((one) => ({
      ...one,
      case: { ...one.case, used: { turn: null, session: 0, hour: one.case.by === "tool" ? 49 : 0, day: 0 } },
    }));
    const { holdout, verdict, reasons } = comparePolicies(
      runReplay(many, { active, candidate: { ...active, maxWritesPerHour: 40 } }, split),
      {
        ...SETTINGS.tuning,
        ...{ split, looks: 0 },
        bounds: { ...bounds, keptRightly: 1, missed: 1, latency: 1 },
      },
    );
    const diversity = holdout.objectives.find(({ objective }) => objective === "diversity")!;
    expect(diversity.active).toBeCloseTo(1, 1);
    expect(diversity.candidate).toBe(0);
    expect(verdict).toBe("worse");
    expect(reasons.join(" ")).toContain("diversity would go from");
  });
});

describe("a replay", () => {
  const cases = simulatedYear({ seed: 3, right: () => 0.5, days: 60 });
  const split = { share: 0.3, at: START + 50 * DAY };
  const rules = { ...SETTINGS.tuning, looks: 0, split };

  it("R33: of the same policy changes nothing and gains nothing", () => {
    const one = runReplay(cases, { active: POLICY, candidate: { ...POLICY } }, split);
    expect(one.differences).toEqual([]);
    const { holdout, changed, verdict } = comparePolicies(one, rules);
    expect([changed, holdout.gain.value, verdict]).toEqual([0, 0, "undecided"]);
    expect(holdout.objectives.every(({ withinBound }) => withinBound)).toBe(true);
  });

  it("R33: there and back are opposite, whatever the two policies", () => {
    const policies = neighbours(POLICY);
    const some = fc.integer({ min: 0, max: policies.length - 1 }).map((i) => policies[i]!);
    fc.assert(
      fc.property(some, some, (active, candidate) => {
        const there = runReplay(cases, { active, candidate }, split);
        const back = runReplay(cases, { active: candidate, candidate: active }, split);
        const turned = back.differences.map(({ was, becomes, ...one }) => ({
          ...one,
          was: becomes,
          becomes: was,
        }));
        const places = (all: readonly object[]): string[] =>
          all.map((one) => JSON.stringify({ ...one, reason: undefined }, Object.keys(one).sort()));
        expect(places(there.differences)).toEqual(places(turned));
        const gain = (one: typeof there): number => comparePolicies(one, rules).holdout.gain.value;
        expect(gain(there)).toBeCloseTo(-gain(back), 9);
      }),
      { numRuns: 8 },
    );
  });

  it("R35: one scope in one week says nothing about chance, so its intervals hold everything", () => {
    const few = cases.filter(({ scope }) => scope === 1).slice(0, 2);
    const candidate = { ...POLICY, minConfidence: 0.9 };
    const { otherScopes, training } = comparePolicies(
      runReplay(few, { active: POLICY, candidate }, split),
      rules,
    );
    const part = otherScopes.decisions > 0 ? otherScopes : training;
    const most = Object.values(weights).reduce((sum, weight) => sum + weight, 0);
    expect([part.gain.low, part.gain.high]).toEqual([-most, most]);
    for (const { difference } of part.objectives) expect([difference.low, difference.high]).toEqual([-1, 1]);
  });

  it("too few labels leave it undecided", () => {
    const bare = cases.map((one) => ({ ...one, label: null }));
    const candidate = { ...POLICY, minConfidence: 0.7 };
    const { verdict, reasons } = comparePolicies(
      runReplay(bare, { active: POLICY, candidate }, split),
      rules,
    );
    expect([verdict, reasons[0]]).toEqual([
      "undecided",
      "0 of 40 labelled decisions are held out: too few to tell.",
    ]);
  });

  it("says which settings a log cannot speak about", () => {
    const { writePolicy, readPolicy } = SETTINGS;
    const candidate = {
      writePolicy: { ...writePolicy, maxItemsPerScope: 10, maxWritesPerTurn: 1, minConfidence: 0.9 },
      readPolicy: { ...readPolicy, maxItems: 3 },
    };
    expect(notReplayed({ writePolicy, readPolicy }, candidate)).toEqual([
      "readPolicy.maxItems",
      "writePolicy.maxItemsPerScope",
      "writePolicy.maxWritesPerTurn",
    ]);
    expect(notReplayed(SETTINGS, SETTINGS)).toEqual([]);
  });
});

describe("R36: the similarity of two snapshots", () => {
  const snapshot = fc.dictionary(fc.constantFrom("a", "b", "c"), fc.integer({ min: 1, max: 50 }), {
    minKeys: 1,
  });
  const mapOf = (counts: Record<string, number>): Map<string, number> => new Map(Object.entries(counts));

  it("is 1 for the same shares, 0 with nothing in common, and the same both ways", () => {
    expect(snapshotCosine(mapOf({ a: 3 }), mapOf({ b: 4 }))).toBe(0);
    expect(snapshotCosine(mapOf({ a: 3, b: 4 }), mapOf({ a: 4, b: 3 }))).toBeCloseTo(24 / 25, 9);
    expect(snapshotCosine(new Map(), mapOf({ a: 1 }))).toBe(0);
    fc.assert(
      fc.property(snapshot, snapshot, fc.integer({ min: 1, max: 9 }), (a, b, times) => {
        const scaled = Object.fromEntries(Object.entries(a).map(([name, n]) => [name, n * times]));
        expect(snapshotCosine(mapOf(a), mapOf(scaled))).toBeCloseTo(1, 9);
        expect(snapshotCosine(mapOf(a), mapOf(b))).toBeCloseTo(snapshotCosine(mapOf(b), mapOf(a)), 9);
        expect(snapshotCosine(mapOf(a), mapOf(b))).toBeLessThanOrEqual(1);
      }),
    );
  });

  it.each([
    [0.5, 100, 0.5, 100, 0],
    [0, 50, 0, 50, 0],
    [0.1, 100, 0.5, 100, 6.172],
  ])("%d of %d and %d of %d are %d standard errors apart", (a, na, b, nb, z) => {
    expect(zOf(a, na, b, nb)).toBeCloseTo(z, 2);
  });
});

describe("R74: live rates out of their bounds", () => {
  const live = (n: number, over: (i: number) => Partial<LoggedCase>): LoggedCase[] =>
    Array.from({ length: n }, (_, i) => ({
      ...{ scope: 1, scopeName: "user:a", seq: i, num: 1, at: START, policy: 1, fate: "active" as const },
      ...{ memory: null, case: CASE, label: null },
      ...over(i),
    }));
  const fine = live(200, (i) => ({ label: i % 20 === 0 ? WRONG : null }));
  const rules = { bounds, minClaims: 20 };

  it.each<[string, LoggedCase[], string[]]>([
    ["as before", live(100, (i) => ({ label: i % 20 === 0 ? WRONG : null })), []],
    [
      "more of what is let in is wrong",
      live(100, (i) => ({ label: i % 4 === 0 ? WRONG : null })),
      ["keptWrongly"],
    ],
    [
      "more waits for people",
      live(100, (i) => ({ fate: i % 3 === 0 ? "pending" : "active" })),
      ["reviewLoad"],
    ],
    [
      "right claims are missed",
      live(100, (i) => (i % 4 === 0 ? { fate: "shadow", label: RIGHT } : {})),
      ["missed"],
    ],
    ["others' words are let in", live(100, () => ({ case: { ...CASE, role: "tool" } })), ["unsafe"]],
    ["too few claims to tell", live(10, () => ({ label: WRONG })), []],
  ])("%s", (_what, after, expected) => {
    expect(breaches(fine, after, rules).map(({ objective }) => objective)).toEqual(expected);
  });
});
