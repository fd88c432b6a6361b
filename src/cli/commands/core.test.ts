import { describe, expect, it } from "vitest";
import { useRunner } from "../runner.fixture.ts";

/** The package's own models: which words of a user belong in every prompt is judged by their vectors. */
const env = { MEMOIR_EMBEDDER: "" };

interface Listed {
  readonly lines: readonly {
    readonly sort: string;
    readonly text: string;
    readonly source: { readonly event?: { readonly id: string }; readonly memory?: { readonly id: string } };
    readonly takeOut: string;
  }[];
}

describe("the core", () => {
  const cli = useRunner();
  const listed = async (): Promise<string[]> =>
    (await cli.json<Listed>(["list", "--core"], { env })).lines.map(
      ({ sort, text, takeOut }) => `${sort}: ${text} → ${takeOut}`,
    );

  it.each([
    ["English", "Call me Al.", "I'm allergic to cashews."],
    ["Chinese", "叫我小艾就行。", "我对腰果过敏。"],
  ])("is listed with its sorts; a line is taken out and let in again, in %s", async (_, address, limit) => {
    await cli.memoir(["observe", address, "--id", "m1"], { env });
    await cli.memoir(["observe", limit, "--id", "m 2"], { env });
    const whole = [
      `limit: ${limit} → memoir forget --core 'm 2'`,
      `address: ${address} → memoir forget --core m1`,
    ];
    expect(await listed()).toEqual(whole);
    const { out } = await cli.memoir(["list", "--core"], { env });
    const seen = out.split("\n");
    expect(seen[0]).toBe(`limit    ${limit}`);
    expect(seen[1]).toMatch(/^ {9}message m 2 · user · \d{4}-\d\d-\d\d \d\d:\d\d UTC \(just now\)$/);
    expect(seen[2]).toBe("         take it out: memoir forget --core 'm 2'");

    const taken = await cli.memoir(["forget", "--core", "m 2"], { env });
    expect(taken.out).toBe(
      `✓ Out of every prompt from now on:\n  m 2  ${limit}\n` +
        "  The message stays, and is quoted where it answers. Undo: memoir undo --core 'm 2'\n",
    );
    expect(await listed()).toEqual(whole.slice(1));
    const undone = await cli.memoir(["undo", "--core", "m 2"], { env });
    expect(undone.out).toBe(`✓ Undone: it may stand in every prompt again.\n  m 2  ${limit}\n`);
    expect(await listed()).toEqual(whole);
  });

  it("names the memory that a line comes from, and how to forget it", async () => {
    const id = await cli.add("Answer in metric units", "--type", "constraint");
    const { out } = await cli.memoir(["list", "--core"]);
    expect(out).toMatch(
      new RegExp(
        `^wish {5}Answer in metric units\\n {9}memory ${id} · .*\\n {9}take it out: memoir forget ${id}\\n$`,
      ),
    );
    await cli.memoir(["forget", id]);
    expect((await cli.memoir(["list", "--core"])).out).toBe("No line stands in every prompt of user:me.\n");
    await cli.memoir(["undo", id]);
    expect((await cli.memoir(["list", "--core"])).out).toContain("Answer in metric units");
  });

  it.each([
    [
      ["list", "--core", "--limit", "3"],
      2,
      "--core lists all lines of every prompt; it goes without --limit",
    ],
    [["list", "--asker", "101"], 2, "--asker goes with --core"],
    [["forget", "--core", "m1", "--hard"], 2, "it goes without --hard"],
    [["forget", "3f2a1c", "--core", "m1"], 2, "Say what to forget in one way"],
    [["undo", "3f2a1c", "--core", "m1"], 2, "Say what to undo in one way"],
    [["forget", "--core", "m9"], 1, "There is no message m9 in user:me"],
  ])("%j is refused", async (args, code, why) => {
    await cli.memoir(["observe", "hello", "--id", "m1"]);
    const ran = await cli.memoir(args);
    expect([ran.code, ran.err]).toEqual([code, expect.stringContaining(why)]);
  });

  it("says why there is none where it is off", async () => {
    await cli.add("Answer in metric units", "--type", "constraint");
    const { out } = await cli.memoir(["list", "--core"], { env: { MEMOIR_READ_POLICY__CORE: "false" } });
    expect(out).toContain("The setting readPolicy.core is off");
  });
});
