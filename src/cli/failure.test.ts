import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { useRunner } from "./runner.fixture.ts";

const cli = useRunner();

describe("exit codes", () => {
  it.each(["show", "why", "forget", "undo"])("1: what %s asks for is not there", async (command) => {
    expect(await cli.memoir([command, "3f2a1c"])).toEqual({
      code: 1,
      out: "",
      err: "memoir: There is no memory 3f2a1c in user:me. List the memories to see what is there. (not_found)\n",
    });
  });

  it("1: nothing to undo", async () => {
    expect(await cli.memoir(["undo"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("nothing_to_undo"),
    });
  });

  it("2: a config file that is not there", async () => {
    const { code, err } = await cli.memoir(["list", "--config", "nope.json"]);
    expect([code, err]).toEqual([2, expect.stringContaining("there is no file")]);
    expect(readdirSync(cli.cwd)).toEqual([]);
  });

  it("2: a forget that would have to ask, and cannot", async () => {
    const id = await cli.add("tea");
    for (const target of [
      ["--about", "tea"],
      [id, "--hard"],
    ]) {
      const { code, err } = await cli.memoir(["forget", ...target]);
      expect([code, err]).toEqual([2, expect.stringContaining("Add --yes to do it, or --dry-run to see")]);
    }
    expect(await cli.json(["show", id])).toMatchObject({ memory: { status: "active" } });
    const erase = ["forget", "--about", "tea", "--hard", "--yes"];
    const { memories } = await cli.json<{ memories: { id: string }[] }>(erase);
    expect(memories).toHaveLength(1);
    expect((await cli.memoir(["show", memories[0]!.id])).err).toContain("(gone)");
  });

  it("3: refused", async () => {
    const env = { MEMOIR_EMERGENCY_READ_ONLY: "true" };
    await cli.add("tea");
    expect(await cli.memoir(["add", "milk"], { env })).toMatchObject({
      code: 3,
      err: expect.stringContaining("(read_only)"),
    });
    expect(await cli.memoir(["undo"], { env: { MEMOIR_AUDIT: "off" } })).toMatchObject({ code: 3 });
    expect((await cli.memoir(["list"], { env })).out).toContain("tea");
  });

  it("4: the database", async () => {
    const { code, err } = await cli.memoir(["add", "x", "--database", "no/such/folder.db"]);
    expect([code, err]).toEqual([4, expect.stringContaining("(database_unavailable)")]);
  });
});
