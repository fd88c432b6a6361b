import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openMemoir, type Principal } from "../../index.ts";
import { useRunner } from "../runner.fixture.ts";

const cli = useRunner();
const KEY = /mk_[\w-]+\.[0-9a-f]{12}\.[\w-]{43}/;

async function principal(key: string): Promise<Principal | null> {
  const memoir = await openMemoir({
    embedder: "none",
    background: false,
    database: join(cli.cwd, "memoir.db"),
  });
  try {
    return await memoir.authenticate(key);
  } finally {
    await memoir.close();
  }
}

describe("keys", () => {
  it("makes one, shows it once with what to do, and it opens what was said", async () => {
    const { out, code } = await cli.memoir(
      "keys create 小助手 --role read --scope user:alice --scope global --agent planner --category profile --expires 7d".split(
        " ",
      ),
    );
    expect(code).toBe(0);
    const [key] = KEY.exec(out)!;
    expect(out).toContain(
      "✓ Made the key 小助手 of tenant default: read, user:alice, global · as agent planner · only profile, ends in 7 d\n",
    );
    expect(out).toContain("it is shown this once");
    expect(await principal(key)).toMatchObject({
      name: "小助手",
      role: "read",
      scopes: ["user:alice", "global"],
      agent: "planner",
      categories: ["profile"],
    });
    const list = await cli.memoir(["keys"]);
    expect(list.out).toContain("小助手");
    expect(list.out).not.toMatch(KEY);
  });

  it("revokes by name; what no longer works is listed with --all", async () => {
    const made = await cli.json<{ key: string; id: string; tenant: string }>(
      "keys create bot --role operator --tenant acme".split(" "),
    );
    expect(made).toMatchObject({ tenant: "acme", key: expect.stringMatching(KEY) });
    expect(await cli.memoir(["keys", "revoke", "bot"])).toMatchObject({ code: 1 });
    const revoked = await cli.memoir("keys revoke bot --tenant acme".split(" "));
    expect(revoked.out).toBe(
      `✓ Revoked ${made.id}  bot of tenant acme\n  A running server refuses it within two seconds.\n`,
    );
    expect(await principal(made.key)).toBeNull();
    expect((await cli.memoir("keys list --tenant acme".split(" "))).out).toBe(
      "Tenant acme has no key that works. Make one: memoir keys create NAME --tenant acme\n1 no longer works. Show with --all.\n",
    );
    const all = await cli.json<{ keys: { id: string; status: string }[] }>(
      "keys list --all --tenant acme".split(" "),
    );
    expect(all.keys).toMatchObject([{ id: made.id, status: "revoked" }]);
  });

  it("looking makes no database", async () => {
    expect((await cli.memoir(["keys"])).out).toContain("There is no database at");
    expect(existsSync(join(cli.cwd, "memoir.db"))).toBe(false);
  });

  it.each([
    ["keys create", "Missing required argument 'name'"],
    ["keys create bot --role admin", "Allowed choices are read, write, operator"],
    ["keys create bot --user alice", "write --scope user:alice"],
    ["keys create bot --scope alice", "Unknown scope kind"],
    ["keys create bot --expires 2020-01-01", "the key would open nothing"],
    ["keys create bot --role operator --scope user:alice", "sees the whole tenant"],
    ["keys revok bot", "Did you mean revoke?"],
  ])("bad usage: %s", async (line, message) => {
    const ran = await cli.memoir(line.split(" "));
    expect(ran).toMatchObject({ code: 2, out: "", err: expect.stringContaining(message) });
  });
});
