import { describe, expect, it } from "vitest";
import { useRunner } from "../runner.fixture.ts";

describe("writes", () => {
  const cli = useRunner();

  it("R67: stops the writes to a scope and allows them again", async () => {
    await cli.add("tea");
    expect((await cli.memoir(["writes"])).out).toBe("Writes to user:me are allowed.\n");
    expect((await cli.memoir(["writes", "off"])).out).toBe(
      "✓ Writes to user:me are stopped. Allow them again: memoir writes on\n",
    );
    expect(await cli.json(["writes"])).toEqual({ tenant: "default", scope: "user:me", writes: false });
    expect(await cli.memoir(["add", "coffee"])).toMatchObject({
      code: 3,
      err: expect.stringContaining("Writes to user:me are switched off"),
    });
    expect((await cli.memoir(["list"])).out).toContain("tea");
    await cli.add("cocoa", "--user", "bob");
    expect((await cli.memoir(["writes", "on"])).out).toBe("✓ Writes to user:me are allowed.\n");
    await cli.add("coffee");
  });

  it("R67: a scope without memories can be closed, and none is made by a look", async () => {
    expect((await cli.memoir(["writes", "--group", "spam"])).out).toBe("Writes to group:spam are allowed.\n");
    await cli.memoir(["writes", "off", "--group", "spam"]);
    expect((await cli.memoir(["observe", "buy now", "--group", "spam"])).code).toBe(3);
  });

  it("R67: the settings close scopes, too", async () => {
    await cli.add("tea");
    const env = { MEMOIR_CLOSED_SCOPES: '["user:me"]' };
    expect((await cli.memoir(["add", "coffee"], { env })).code).toBe(3);
    expect((await cli.memoir(["writes"], { env })).out).toBe("Writes to user:me are stopped.\n");
    expect((await cli.memoir(["writes", "on"], { env })).out).toBe(
      "Writes to user:me are stopped by the setting closedScopes.\n",
    );
    await cli.add("coffee");
  });

  it.each<[string[], Record<string, string>, RegExp]>([
    [["writes", "maybe"], {}, /Allowed choices are on, off/],
    [["list"], { MEMOIR_CLOSED_SCOPES: '["alice"]' }, /Unknown scope kind "alice"/],
  ])("%j with %j is refused", async (args, env, why) => {
    const ran = await cli.memoir(args, { env });
    expect([ran.code, ran.err]).toEqual([2, expect.stringMatching(why)]);
  });
});
