import { spawnSync } from "node:child_process";
import { chmodSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { BINARY, environment, useProgram } from "../support/program.ts";

const program = useProgram();
/** Root may write everywhere: it becomes somebody who may not. */
const somebody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const memoir = (...args: string[]) =>
  spawnSync(process.execPath, [BINARY, ...args, "--database", "a.db", "--user", "alice"], {
    ...{ cwd: program.cwd, env: environment({ HOME: program.cwd }), encoding: "utf8" },
    ...somebody,
  });
afterEach(() => chmodSync(program.cwd, 0o755));

it.each([
  ["a file", 0o777, 0o444],
  ["a file in a folder", 0o555, 0o444],
])(
  "%s that may only be read is listed, searched and exported, and not written",
  async (_title, folder, file) => {
    await program.memoir(["add", "Alice likes tea", "--database", "a.db", "--user", "alice"]);
    for (const name of readdirSync(program.cwd)) if (name !== "a.db") expect(name).not.toMatch(/^a\.db/);
    chmodSync(join(program.cwd, "a.db"), file);
    chmodSync(program.cwd, folder);
    for (const args of [["list"], ["search", "tea"], ["export"]]) {
      const { status, stdout, stderr } = memoir(...args);
      expect([args, status, stderr]).toEqual([args, 0, ""]);
      expect(stdout).toContain("Alice likes tea");
    }
    const { status, stderr } = memoir("add", "Alice likes rain");
    expect(stderr).toMatch(/may only be read here, so nothing is written.*\(database_read_only\)/);
    expect(status).not.toBe(0);
    expect(memoir("doctor").stdout).toContain("the file may only be read: nothing is written");
  },
);

it("says that a folder may not be written in which the database would be made", () => {
  chmodSync(program.cwd, 0o555);
  const { status, stderr } = memoir("add", "Alice likes tea");
  expect(stderr).toMatch(
    /a\.db cannot be opened .* Check that its folder exists and may be read and written/,
  );
  expect(status).not.toBe(0);
});
