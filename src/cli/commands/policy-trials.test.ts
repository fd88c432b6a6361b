import { beforeEach, describe, expect, it } from "vitest";
import type { DecisionDifference, PolicyVersion, Proposed, Trial, TuningStep } from "../../index.ts";
import { useRunner } from "../runner.fixture.ts";

const cli = useRunner();
const words = (line: string): string[] => line.split(" ");

describe("policy propose, compare, canary, promote and rollback", () => {
  beforeEach(async () => {
    await cli.add("Alice likes tea", "--user", "alice");
    await cli.add("爱丽丝喜欢绿茶", "--user", "alice");
    await cli.add("Bob plays the cello", "--user", "bob");
  });

  it("R33: a proposal decides the log again and shows the differences side by side", async () => {
    const proposed = await cli.json<Proposed>(
      words("policy propose writePolicy.mode=manual --reason 审核 --tenant default"),
    );
    expect(proposed.trial).toMatchObject({
      ...{ version: 1, base: 0, status: "shadow", actor: "cli", reason: "审核" },
      comparison: { decisions: 3, changed: 3, verdict: "undecided" },
    });
    const { trial, differences } = await cli.json<{ trial: Trial; differences: DecisionDifference[] }>(
      words("policy compare"),
    );
    expect(trial.settings).toEqual([{ path: "writePolicy.mode", from: "auto", to: "manual" }]);
    expect(differences.map(({ scope, was, becomes }) => [scope, was, becomes])).toEqual([
      ["user:bob", "active", "pending"],
      ["user:alice", "active", "pending"],
      ["user:alice", "active", "pending"],
    ]);
    const { out } = await cli.memoir(words("policy compare 1 --limit 2"));
    expect(out).toContain(
      "Candidate 1 against version 0; it decides beside the policy in force, without effect",
    );
    expect(out).toMatch(/writePolicy\.mode +auto → manual/);
    expect(out).toMatch(/HELD OUT +ACTIVE +CANDIDATE +CHANGE/);
    expect(out).toMatch(/reviewLoad +0 % +(?:100|0) %/);
    expect(out).toMatch(/undecided: \d of 40 labelled decisions are held out/);
    expect(out).toContain("3 of 3 logged decisions differ");
    expect(out).toMatch(/SCOPE +ACTIVE +CANDIDATE +WHY/);
    expect(out).toContain("1 more: --limit");
    // Nothing is in force.
    expect((await cli.json<PolicyVersion>(["policy"])).version).toBe(0);
  });

  it("without settings the tuner looks, and says why it proposes nothing", async () => {
    expect((await cli.memoir(words("policy propose"))).out).toBe(
      "No better policy was found; 0 were tried.\n  0 of 40 labelled decisions to learn from: too few to tell.\n",
    );
    expect((await cli.memoir(words("policy compare"))).out).toContain("There is no candidate. Propose one:");
  });

  it("R37: a canary, its end, a promotion and the way back", async () => {
    await cli.memoir(words("policy propose writePolicy.minConfidence=0.7"));
    expect((await cli.memoir(words("policy canary 1 --share 0.25"))).out).toContain(
      "Candidate 1 is in force in 25 % of the scopes",
    );
    const back = await cli.json<PolicyVersion & { endedCanary: number }>(
      words("policy rollback --reason enough"),
    );
    expect(back).toMatchObject({ version: 0, endedCanary: 1 });
    await cli.memoir(words("policy canary 1"));
    expect((await cli.memoir(words("policy rollback"))).out).toContain(
      "Canary 1 has ended: every scope goes by version 0",
    );
    expect((await cli.memoir(words("policy promote 1 --reason good"))).out).toContain(
      "Policy version 2 is in force, in every process: candidate 1",
    );
    expect((await cli.memoir(words("policy rollback"))).out).toContain(
      "Policy version 3 of tenant default is in force",
    );
    const { steps } = await cli.json<{ steps: TuningStep[] }>(words("policy steps"));
    expect(steps.map(({ kind, actor }) => [kind, actor])).toEqual(
      ["rollback", "promote", "canary_end", "canary", "canary_end", "canary", "propose"].map((kind) => [
        kind,
        "cli",
      ]),
    );
    expect((await cli.memoir(words(`policy steps --undo ${steps[0]!.num}`))).out).toMatch(
      /8 +rollback 4 +cli/,
    );
    expect((await cli.json<PolicyVersion>(["policy"])).writePolicy.minConfidence).toBe(0.7);
    expect((await cli.memoir(words("policy drift"))).out).toContain("No alarm is open.");
    await cli.memoir(words("policy propose writePolicy.minConfidence=0.8"));
    expect((await cli.memoir(words("policy canary 5 --end"))).out).toContain("Candidate 5 is withdrawn");
  });

  it.each([
    ["policy propose mode=manual", 2, "did you mean writePolicy.mode?"],
    ["policy propose writePolicy.mode=magic", 2, 'allowed: "shadow", "auto", "manual"'],
    ["policy propose writePolicy.mode=auto", 2, "changes nothing"],
    ["policy compare 9", 1, "no candidate version 9"],
    ["policy canary 9", 1, "no candidate version 9"],
    ["policy canary 1 --share 2", 2, "above 0 and below 1"],
    ["policy canary one", 2, "whole number"],
    ["policy promote 9", 1, "no candidate version 9"],
    ["policy rollback", 1, "nothing to go back to"],
    ["policy steps --undo 9", 1, "no tuning step 9"],
  ])("bad usage: %s", async (line, code, message) => {
    expect(await cli.memoir(words(line))).toMatchObject({
      code,
      out: "",
      err: expect.stringContaining(message),
    });
  });
});
