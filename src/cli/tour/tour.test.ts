import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PRESETS } from "../../presets/presets.ts";
import { useHome, useRunner } from "../runner.fixture.ts";

const cli = useRunner();
useHome(cli);

interface Listed {
  memories: { shortId: string; text: string }[];
}

describe("tour", () => {
  it.each(Object.keys(PRESETS))(
    "of preset %s finds what it looks for, and comes to its end",
    async (preset) => {
      for (const erased of [0, 3]) {
        const { code, out, err } = await cli.memoir(["tour", "--preset", preset]);
        expect([code, err, out]).toEqual([0, "", expect.stringContaining("What to try next")]);
        expect(out).toMatch(/Ask in English\n(?:.*\n)*? {2}\d\.\d\d {2}[0-9a-f]{6} {2}Mia lives in Lisbon\n/);
        expect(out).toMatch(
          /Ask in Chinese\n(?:.*\n)*? {2}\d\.\d\d {2}[0-9a-f]{6} {2}Mia 每周六早上练习书法\n/,
        );
        expect(out).toMatch(/word for word\n.*\n {2}\d\.\d\d {2}Mia {2}“One thing before dinner/);
        expect(out).toMatch(/is given\n.*\n {2}system {2}.*\n(?:.*\n)*?.*Mia is allergic to peanuts/);
        expect(out).toContain(erased === 0 ? "recorded 3, already known 0" : "recorded 0, already known 3");
        expect(out.includes("(3 memories of an earlier tour were erased.)")).toBe(erased === 3);
      }
    },
  );

  it("can be taken again and again, and touches nothing else", async () => {
    await cli.add("tea");
    await cli.add("not the tour's", "--user", "tour");
    const mine = await cli.json<Listed>(["list"]);
    const theirs = await cli.json<Listed>(["list", "--user", "tour"]);
    const first = await cli.memoir(["tour"]);
    expect(first).toMatchObject({ code: 0, err: "" });
    expect(first.out).not.toContain("earlier tour");
    expect(first.out).toContain("12. What happened to it");
    expect(first.out).toContain(`The database is ${join(cli.cwd, "memoir.db")}`);

    const second = await cli.memoir(["tour"]);
    expect([second.code, second.out]).toEqual([
      0,
      expect.stringContaining("(3 memories of an earlier tour were erased.)"),
    ]);
    // Memories forgotten in the first tour stay hidden, so an answer may be shorter; the steps are the same.
    const steps = (out: string): string[] => out.match(/^\d+\. .*$/gm) ?? [];
    expect(steps(first.out).length).toBeGreaterThan(5);
    expect(steps(second.out)).toEqual(steps(first.out));
    expect(await cli.json(["list"])).toEqual(mine);
    const { memories } = await cli.json<Listed>(["list", "--user", "tour", "--all"]);
    expect(memories).toHaveLength(4);
    expect(memories).toContainEqual(theirs.memories[0]);
    expect((await cli.memoir(["doctor"])).code).toBe(0);
  });

  it("suggests commands that work as they stand", async () => {
    const { out } = await cli.memoir(["tour"]);
    const suggested = [...out.matchAll(/^ {2}memoir (.*)$/gm)].map((match) => match[1]!);
    expect(suggested.length).toBeGreaterThan(3);
    for (const command of suggested) {
      const args = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2]!);
      expect(await cli.memoir(args)).toMatchObject({ code: 0, err: "" });
    }
  });
});
