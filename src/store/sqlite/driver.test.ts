import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openSqlite } from "./driver.ts";

const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8);

it.skipIf(process.platform === "win32")(
  "S14: the file and its side files are their owner's alone",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "own-file-"));
    const before = process.umask(0o022);
    try {
      const database = join(folder, "memoir.db");
      const store = await openSqlite({ database });
      await store.write("enqueue", { tenant: "t", scope: null, at: 0, jobs: [{ kind: "x" }] });
      for (const suffix of ["", "-wal", "-shm"])
        expect([suffix, mode(database + suffix)]).toEqual([suffix, "600"]);
      await store.close();
    } finally {
      process.umask(before);
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

it("what a killed process left of a database in memory is removed at the next start", async () => {
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  const orphan = join(tmpdir(), `memoir-${pid}-abc`);
  const running = join(tmpdir(), `memoir-${process.ppid}-abc`);
  for (const folder of [orphan, running]) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "memoir.db"), "words");
  }
  try {
    const store = await openSqlite({ database: ":memory:" });
    expect([existsSync(orphan), existsSync(running)]).toEqual([false, true]);
    await store.close();
  } finally {
    for (const folder of [orphan, running]) rmSync(folder, { recursive: true, force: true });
  }
});
