import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { useRunner } from "../runner.fixture.ts";

const cli = useRunner();
const NAMES = "node sqlite settings embedder model disk database".split(" ");

async function check(...args: string[]): Promise<{ code: number; byName: Record<string, string> }> {
  const { code, out } = await cli.memoir(["doctor", "--json", ...args]);
  const { checks } = JSON.parse(out) as { checks: { name: string; status: string }[] };
  return { code, byName: Object.fromEntries(checks.map(({ name, status }) => [name, status])) };
}

describe("doctor", () => {
  it("makes no database", async () => {
    const { code, out, err } = await cli.memoir(["doctor"]);
    expect([code, err, readdirSync(cli.cwd)]).toEqual([0, "", []]);
    expect(out).toContain("it will be created by the first add");
    expect(Object.keys((await check()).byName)).toEqual(NAMES);
  });

  it("finds a healthy one healthy", async () => {
    await cli.add("tea");
    const { code, out } = await cli.memoir(["doctor"]);
    expect(code).toBe(0);
    expect(out).toContain("✓ integrity   1 memory and 1 event in 1 scope, all sound\n\nAll is well.\n");
    expect((await check()).byName).toEqual(
      Object.fromEntries(
        [...NAMES, "wal", "rights", "writes", "queue", "vectors", "integrity"].map((name) => [name, "ok"]),
      ),
    );
  });

  it("reports what is no database, a folder that is not there, and bad settings", async () => {
    writeFileSync(join(cli.cwd, "notes.txt"), "not a database");
    const { code, out } = await cli.memoir(["doctor", "--database", "notes.txt"]);
    expect(code).toBe(1);
    expect(out).toMatch(
      /✗ database {4}.*notes\.txt is not a usable Memoir database.*\n {14}→ Pass another path/,
    );
    expect(readFileSync(join(cli.cwd, "notes.txt"), "utf8")).toBe("not a database");
    expect(await check("--database", "no/such/folder.db")).toMatchObject({
      code: 1,
      byName: { disk: "fail" },
    });
    expect(await check("--config", "nope.yaml")).toMatchObject({ code: 1, byName: { settings: "fail" } });
  });

  it("warns when nothing can be written", async () => {
    await cli.add("tea");
    await cli.library((engine) => engine.operator().readOnly(true));
    expect(await check()).toMatchObject({ code: 0, byName: { writes: "warn" } });
  });
});
