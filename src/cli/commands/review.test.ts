import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { type Around, type Ran, useRunner } from "../runner.fixture.ts";

const cli = useRunner();
const MANUAL = { env: { MEMOIR_WRITE_POLICY__MODE: "manual" } };

interface Listed {
  waiting: { id: string; kind: string; scope: string; memory?: { text: string } }[];
  more: boolean;
}

/** Says something that has to wait, and gives the short id of what it became. */
async function waits(text: string, user: string): Promise<string> {
  const { report } = await cli.json<{ report: { entries: { memory: { shortId: string } }[] } }>(
    ["observe", text, "--user", user, "--flush"],
    MANUAL,
  );
  return report.entries[0]!.memory.shortId;
}
const status = async (id: string, user: string): Promise<string> =>
  (await cli.json<{ memory: { status: string } }>(["show", id, "--user", user])).memory.status;

describe("review", () => {
  it("shows the very words, why it waits and what it would replace, in all scopes or in one", async () => {
    await cli.memoir(["observe", "Remember that I have two dogs", "--user", "alice", "--flush"]);
    const dogs = await waits("Guess what! Remember that I have three dogs", "alice");
    const tea = await waits("记住我喜欢喝龙井茶", "bob");
    const { out } = await cli.memoir(["review"]);
    expect(out).toMatch(
      new RegExp(
        `^${tea} {2}user:bob · waits for approval · just now\n {8}.*龙井茶.*\n {8}“«记住我喜欢喝龙井茶»”\n`,
      ),
    );
    expect(out).toContain("“Guess what! «Remember that I have three dogs»”");
    expect(out).toMatch(/\n {8}instead of [0-9a-f]{6}: Alice has two dogs\.?\n/);
    expect(out).toContain("every write waits for approval");
    expect(out).toContain("2 memories wait for approval.\n");
    expect(out).toContain(`Let it in: memoir review approve ${tea}\n`);
    const own = await cli.memoir(["review", "--user", "alice"]);
    expect(own.out).toContain(dogs);
    expect(own.out).not.toContain(tea);
    expect((await cli.memoir(["review"], { env: { MEMOIR_USER: "bob" } })).out).not.toContain(dogs);
    const listed = await cli.json<Listed>(["review", "list", "--limit", "1"]);
    expect(listed).toMatchObject({
      tenant: "default",
      waiting: [{ id: tea, kind: "memory", scope: "user:bob" }],
      more: true,
    });
  });

  it("says when nothing waits, and makes no database", async () => {
    expect((await cli.memoir(["review"])).out).toContain("There is no database at");
    expect(existsSync(join(cli.cwd, "memoir.db"))).toBe(false);
    await cli.memoir(["add", "tea"]);
    expect((await cli.memoir(["review"])).out).toContain("Nothing waits for approval or consent");
    expect((await cli.memoir(["review", "--user", "me"])).out).toContain(
      "See the whole tenant: memoir review\n",
    );
  });

  it("approves, says what is no longer so, and can be undone", async () => {
    await cli.memoir(["observe", "Remember that I have two dogs", "--user", "alice", "--flush"]);
    const id = await waits("Remember that I have three dogs", "alice");
    const { out } = await cli.memoir(["review", "approve", id, "--reason", "she told me"]);
    expect(out).toMatch(
      new RegExp(
        `^✓ Approved in user:alice\n  ${id}  .*three dogs.*\n  No longer so:\n  [0-9a-f]{6}  Alice has two dogs\\.?\n  Take it back: memoir undo ${id} --user alice\n$`,
      ),
    );
    expect(await status(id, "alice")).toBe("active");
    const why = (await cli.memoir(["why", id, "--user", "alice"])).out;
    expect(why).toMatch(/\nDecisions\n .*approved .*by cli \(review, event .*\)\n/);
    expect(why).toContain("by cli (she told me)");
    await cli.memoir(["undo", id, "--user", "alice"]);
    expect(await status(id, "alice")).toBe("pending");
  });

  it("rejects several at once; a wrong id decides nothing", async () => {
    const [a, b] = [
      await waits("Remember that I live in Paris", "alice"),
      await waits("记住我喜欢喝茶", "bob"),
    ];
    expect(await cli.memoir(["review", "reject", a, "ffffff"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("Nothing with the id ffffff waits in tenant default."),
    });
    expect(await status(a, "alice")).toBe("pending");
    const decided = await cli.json<{ decided: { scope: string; memory: { status: string } }[] }>([
      ..."review reject".split(" "),
      a,
      b,
    ]);
    expect(decided.decided.map(({ scope, memory }) => [scope, memory.status])).toEqual([
      ["user:alice", "disabled"],
      ["user:bob", "disabled"],
    ]);
    expect(await cli.memoir(["review", "approve", a])).toMatchObject({ code: 1 });
  });

  it("asks before it takes all, and takes only a yes for one", async () => {
    const id = await waits("Remember that I live in Paris", "alice");
    const all = (around: Around): Promise<Ran> => cli.memoir(["review", "approve", "--all"], around);
    expect(await all({})).toMatchObject({ code: 2, err: expect.stringContaining("no terminal to ask on") });
    const plain = { NO_COLOR: "1" };
    const no = await all({ typed: "n\n", columns: 80, env: plain });
    expect([no.code, no.out]).toEqual([1, "Nothing was decided.\n"]);
    expect(no.err).toContain("Approve 1 memory? [y/N] ");
    expect(await status(id, "alice")).toBe("pending");
    expect(await all({ typed: "y\n", columns: 80, env: plain })).toMatchObject({ code: 0 });
    expect(await status(id, "alice")).toBe("active");
    expect((await cli.memoir(["review", "approve", "--all", "--yes"])).out).toContain("Nothing waits");
  });

  it("leaves what is kept apart alone, unless it is named", async () => {
    const pending = await waits("Remember that I live in Paris", "alice");
    await cli.memoir(["observe", "Remember that I like jazz", "--user", "alice", "--flush"], {
      env: { MEMOIR_WRITE_POLICY__MODE: "shadow" },
    });
    await cli.memoir(["review", "reject", "--all", "--yes"]);
    expect(await status(pending, "alice")).toBe("disabled");
    const { out } = await cli.memoir(["review"]);
    expect(out).toContain("1 memory is kept apart.");
    await cli.memoir(["review", "approve", "--all", "--status", "shadow", "--yes"]);
    expect((await cli.memoir(["search", "jazz", "--user", "alice"])).out).toContain("jazz");
  });

  it("edits: other words, with the edit as their source", async () => {
    const id = await waits("Remember that I live in Berlin", "alice");
    const { out } = await cli.memoir(["review", "edit", id, "Alice", "lives", "in", "Potsdam"]);
    expect(out).toContain(`✓ Approved in user:alice\n  ${id}  Alice lives in Potsdam\n`);
    const why = (await cli.memoir(["why", id, "--user", "alice"])).out;
    expect(why).toContain("“«Alice lives in Potsdam»”");
    expect(why).toContain("backed by 2 events");
  });

  it("R277: shows what needs consent, and takes the answer", async () => {
    await cli.library(
      async (memoir) => {
        const bob = memoir.scope("user:bob");
        await bob.observe([{ id: "m1", text: "Everybody calls me Bobby" }]);
        await bob.profile.propose("preferred_name", "Bobby", { source: "m1" });
        await bob.profile.propose("city", "柏林");
      },
      { settings: { consent: { mode: "fields" } } },
    );
    const { out } = await cli.memoir(["review"]);
    expect(out).toContain(
      "p1      user:bob · profile needs consent · just now\n        preferred_name: Bobby\n",
    );
    expect(out).toContain("“Everybody calls me Bobby”");
    expect(out).toContain("a change of city waits for the user's consent, until ");
    expect(out).toContain("2 changes of a profile for an answer.");
    // Consent is a user's own: --all does not give it.
    await cli.memoir(["review", "approve", "--all", "--yes"]);
    expect((await cli.json<Listed>(["review"])).waiting).toHaveLength(2);
    expect((await cli.memoir(["review", "approve", "p1"])).out).toBe(
      "✓ Set in the profile of user:bob: preferred_name Bobby\n",
    );
    expect((await cli.memoir(["review", "reject", "p2"])).out).toContain(
      "Declined in the profile of user:bob: city 柏林",
    );
    expect(await cli.memoir(["review", "edit", "p2", "x"])).toMatchObject({ code: 1 });
  });
});

describe("review refuses bad usage", () => {
  const own = useRunner({ shared: true });
  beforeAll(() => own.add("tea"));

  it.each([
    [["review", "approve"], "in one way: ids, or --all"],
    [["review", "approve", "3f2a1c", "--all"], "in one way: ids, or --all"],
    [["review", "reject", "3f2a1c", "--status", "shadow"], "--status goes with --all"],
    [["review", "list", "--status", "active"], "Allowed choices are pending, shadow"],
    [["review", "aprove"], "Did you mean approve?"],
  ])("%j", async (args, message) => {
    expect(await own.memoir(args)).toMatchObject({ code: 2, out: "", err: expect.stringContaining(message) });
  });
});
