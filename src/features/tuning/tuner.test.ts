import { describe, expect, it } from "vitest";
import type { Case } from "../../domain/case.ts";
import type { Settings } from "../../domain/settings.ts";
import { driftBetween, recentSpans } from "./drift.ts";
import { partOf, type Split } from "./holdout.ts";
import { comparePolicies, type ReplayRules } from "./replay.ts";
import { searchPolicies } from "./tuner.ts";
import {
  bySureness,
  DAY,
  POLICY,
  runReplay,
  SETTINGS,
  START,
  simulatedYear,
  type Told,
} from "./year.fixture.ts";

const SEED = 20_260_101;
const split: Split = { share: 0.3, at: START + 330 * DAY };
const rules: ReplayRules = { ...SETTINGS.tuning, looks: 0, split };
const untried = (): boolean => false;
type WritePolicy = Settings["writePolicy"];

const verdictOf = (cases: ReturnType<typeof simulatedYear>, candidate: WritePolicy) =>
  comparePolicies(runReplay(cases, { active: POLICY, candidate }, split), rules);

describe(`a simulated year (seed ${SEED})`, () => {
  const year = simulatedYear({ seed: SEED, right: bySureness });

  it("R74: finds a policy that is known to be better, and it wins on what was held out", async () => {
    const { policy, tried } = await searchPolicies(year, POLICY, rules, untried);
    // Words from 0.85 on are right; a model's are weighed with 0.8.
    expect(policy?.minConfidence).toBeGreaterThan(0.6);
    expect(policy?.minConfidence).toBeLessThanOrEqual(0.7);
    expect(tried).toBeGreaterThan(20);
    const { verdict, holdout, training } = verdictOf(year, policy!);
    expect(verdict).toBe("better");
    expect(holdout.gain.low).toBeGreaterThan(0);
    expect(training.gain.value).toBeGreaterThan(0);
    const wrong = holdout.objectives.find(({ objective }) => objective === "keptWrongly")!;
    expect(wrong.candidate).toBeLessThan(wrong.active / 2);
    expect(wrong.difference.high).toBeLessThan(0);
  });

  it.each<[string, Partial<WritePolicy>, RegExp]>([
    ["keeps nothing", { minConfidence: 0.95 }, /keptRightly would go from/],
    ["needs two pieces of evidence", { minEvidenceCount: 2 }, /missed would go from/],
    ["makes everything wait", { mode: "manual" }, /reviewLoad would go from 0\.0 % to 100\.0 %/],
  ])("R74: refuses a policy that is known to be worse: it %s", (_what, change, reason) => {
    const { verdict, reasons } = verdictOf(year, { ...POLICY, ...change });
    expect(verdict).toBe("worse");
    expect(reasons.join(" ")).toMatch(reason);
  });

  it("R5, R34: refuses a policy that is better on the training part and worse on what was held out", async () => {
    // Low confidence is a bad sign among the scopes and days to learn from, and a good one elsewhere.
    const right = (told: Told): number =>
      partOf(told, split) === "training" ? bySureness(told) : 1 - bySureness(told);
    const cases = simulatedYear({ seed: SEED, right });
    const { policy } = await searchPolicies(cases, POLICY, rules, untried);
    const { verdict, training, holdout } = verdictOf(cases, policy!);
    expect(training.gain.low).toBeGreaterThan(0);
    expect(holdout.gain.value).toBeLessThan(0);
    expect(verdict).toBe("worse");
  });

  it.each(["otherScopes", "later"] as const)(
    "R5, R34: a loss among the held-out %s alone is enough to refuse it",
    async (part) => {
      const right = (told: Told): number =>
        partOf(told, split) === part ? 1 - bySureness(told) : bySureness(told);
      const cases = simulatedYear({ seed: SEED, right });
      const { policy } = await searchPolicies(cases, POLICY, rules, untried);
      const { verdict, reasons } = verdictOf(cases, policy!);
      expect(verdict).toBe("worse");
      const what = part === "later" ? "days" : "scopes";
      expect(reasons.join(" ")).toContain(`on the ${what} that were held out`);
    },
  );

  it("R34: the search does not look at what was held out", async () => {
    const blind = year.map((one) => (partOf(one, split) === "training" ? one : { ...one, label: null }));
    expect(await searchPolicies(blind, POLICY, rules, untried)).toEqual(
      await searchPolicies(year, POLICY, rules, untried),
    );
    const unlearnt = year.map((one) => (partOf(one, split) === "training" ? { ...one, label: null } : one));
    expect((await searchPolicies(unlearnt, POLICY, rules, untried)).policy).toBeNull();
  });

  it("R35: each further look at the same held-out decisions makes the intervals wider", () => {
    const candidate = { ...POLICY, minConfidence: 0.7 };
    const width = (looks: number): number => {
      const { gain } = comparePolicies(runReplay(year, { active: POLICY, candidate }, split), {
        ...rules,
        looks,
      }).holdout;
      return gain.high - gain.low;
    };
    expect(width(1)).toBeGreaterThan(width(0));
    expect(width(50)).toBeGreaterThan(width(1));
  });

  it("where nothing can be learnt, nothing is proposed", async () => {
    const chance = simulatedYear({ seed: SEED, right: () => 0.5 });
    const { policy } = await searchPolicies(chance, POLICY, rules, untried);
    if (policy !== null) expect(verdictOf(chance, policy).verdict).not.toBe("better");
  });

  const DRIFTS: [string, (one: Case) => Case][] = [
    ["a model that is less sure", (one) => ({ ...one, base: one.base * 0.5 })],
    ["a tool that writes", (one) => ({ ...one, role: "tool", path: "tool:memory_store", by: "tool" })],
    ["one type alone", (one) => ({ ...one, type: "episode" })],
  ];

  it.each(DRIFTS)(
    "R36: a drift planted on day 200 is reported within a week, and no other day is: %s",
    (_n, saying) => {
      const cases = simulatedYear({
        seed: SEED,
        right: bySureness,
        saying: (one, day) => (day >= 200 ? saying(one) : one),
      });
      const alarms = Array.from({ length: 325 }, (_, i) => i + 40).filter((day) => {
        const { before, after } = recentSpans(START + day * DAY, SETTINGS.tuning.drift);
        return driftBetween(cases, before, after, SETTINGS.tuning.drift).alarms.length > 0;
      });
      expect(alarms[0]).toBeGreaterThan(200);
      expect(alarms[0]).toBeLessThanOrEqual(207);
      // Once the new days are the baseline, it is over.
      expect(alarms.at(-1)).toBeLessThan(200 + 7 + 28);
    },
  );
});
