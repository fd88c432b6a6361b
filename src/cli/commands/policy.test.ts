import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { useRunner } from "../runner.fixture.ts";

const cli = useRunner();

interface Shown {
  version: number;
  actor: string | null;
  reason: string | null;
  writePolicy: { mode: string; requireApprovalTypes: string[] };
  readPolicy: { deadlineMs: number };
}

describe("policy", () => {
  it("R53: shows what is in force, with what differs from the settings", async () => {
    expect((await cli.memoir(["policy"])).out).toMatch(
      /^Policy version 0 of tenant default\n {2}as the engine was opened.*\n\n {2}writePolicy\.enable +true\n/,
    );
    expect(existsSync(join(cli.cwd, "memoir.db"))).toBe(false);
    await cli.memoir("policy set writePolicy.mode=manual --reason 审核".split(" "));
    const { out } = await cli.memoir(["policy", "show"]);
    expect(out).toMatch(/^Policy version 1 of tenant default\n {2}by cli, just now \(审核\)\n/);
    expect(out).toMatch(/writePolicy\.mode +manual {1,2}\(opened with auto\)\n/);
  });

  it("R54, R37: sets, compares, lists and goes back", async () => {
    const set = await cli.memoir(
      "policy set writePolicy.mode=manual writePolicy.requireApprovalTypes=constraint,profile".split(" "),
    );
    expect(set.out).toBe(
      [
        "✓ Policy version 1 of tenant default is in force, in every process",
        "  writePolicy.mode                  auto → manual",
        "  writePolicy.requireApprovalTypes  [] → constraint,profile",
        "  Take it back: memoir policy rollback 0",
        "",
      ].join("\n"),
    );
    expect((await cli.memoir("policy set writePolicy.mode=manual".split(" "))).out).toContain(
      "Nothing to change: version 1",
    );
    await cli.memoir("policy set writePolicy.requireApprovalTypes=[] readPolicy.threshold=0.5".split(" "));
    expect((await cli.memoir("policy diff 1".split(" "))).out).toBe(
      "From version 1 to version 2:\n  writePolicy.requireApprovalTypes  constraint,profile → []\n  readPolicy.threshold              null → 0.5\n",
    );
    expect((await cli.memoir("policy diff 2 2".split(" "))).out).toBe("Versions 2 and 2 say the same.\n");
    const back = await cli.json<Shown>("policy rollback 0 --reason again".split(" "));
    expect(back).toMatchObject({ version: 3, actor: "cli", reason: "again", writePolicy: { mode: "auto" } });
    const { versions } = await cli.json<{ versions: Shown[] }>(["policy", "versions"]);
    expect(versions.map(({ version }) => version)).toEqual([3, 2, 1, 0]);
    expect((await cli.json<Shown>("policy show 1".split(" "))).writePolicy.requireApprovalTypes).toEqual([
      "constraint",
      "profile",
    ]);
    expect((await cli.memoir("policy versions".split(" "))).out).toContain("3        yes       by cli");
  });

  it("the time that a command is given to read does not become policy", async () => {
    const { readPolicy } = await cli.json<Shown>("policy set writePolicy.mode=shadow".split(" "));
    expect(readPolicy.deadlineMs).toBeLessThan(20_000);
  });

  it.each([
    ["policy set mode=manual", 2, "did you mean writePolicy.mode?"],
    ["policy set minConfidence=1", 2, "did you mean writePolicy.minConfidence or readPolicy.minConfidence?"],
    ["policy set writePolicy.mod=manual", 2, "did you mean writePolicy.mode?"],
    ["policy set __proto__.x=1", 2, "is no setting of a policy"],
    ["policy set writePolicy.mode=magic", 2, 'allowed: "shadow", "auto", "manual"'],
    ["policy set writePolicy.mode", 2, "is no KEY=VALUE"],
    ["policy diff 0 9", 1, "has no policy version 9"],
    ["policy show 9", 1, "no policy version 9"],
    ["policy rollback -1", 2, "whole number from 0"],
    ["policy rollback one", 2, "whole number"],
  ])("bad usage: %s", async (line, code, message) => {
    const ran = await cli.memoir(line.split(" "));
    expect(ran).toMatchObject({ code, out: "", err: expect.stringContaining(message) });
  });
});
