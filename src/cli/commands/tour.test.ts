import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { describe, expect, it } from "vitest";
import { PRESETS } from "../../engine/presets/presets.ts";
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
      const { code, out, err } = await cli.memoir(["tour", "--preset", preset]);
      expect([code, err, out]).toEqual([0, "", expect.stringContaining("What to try next")]);
      expect(out).toMatch(/Ask in English\n(?:.*\n)*? {2}\d\.\d\d {2}[0-9a-f]{6} {2}Mia lives in Lisbon\n/);
      expect(out).toMatch(
        /Ask in Chinese\n(?:.*\n)*? {2}\d\.\d\d {2}[0-9a-f]{6} {2}Mia 每周六早上练习书法\n/,
      );
      expect(out).toMatch(/word for word\n.*\n {2}\d\.\d\d {2}Mia {2}“One thing before dinner/);
      expect(out).toMatch(/is given\n.*\n {2}system {2}.*\n(?:.*\n)*?.*Mia is allergic to peanuts/);
      expect(out).toContain("recorded 3, already known 0");
      // Neither its database nor a MEMORY.md of the preset is left.
      expect(readdirSync(cli.cwd)).toEqual([]);
    },
  );

  it("leaves nothing behind, and is the same beside a database that is in use", async () => {
    await cli.add("tea");
    await cli.add("not the tour's", "--user", "tour");
    const files = readdirSync(cli.cwd);
    const mine = await cli.json<Listed>(["list"]);
    const theirs = await cli.json<Listed>(["list", "--user", "tour", "--all"]);
    const folders = (): string[] => readdirSync(tmpdir()).filter((name) => /^memoir-.{6}$/.test(name));
    const before = folders();
    const tours = [await cli.memoir(["tour"]), await cli.memoir(["tour"])];
    for (const { code, err, out } of tours) {
      expect([code, err]).toEqual([0, ""]);
      expect(out).toContain("12. What happened to it");
    }
    expect(folders().filter((name) => !before.includes(name))).toEqual([]);
    expect(readdirSync(cli.cwd)).toEqual(files);
    expect(await cli.json(["list"])).toEqual(mine);
    expect(await cli.json(["list", "--user", "tour", "--all"])).toEqual(theirs);
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
