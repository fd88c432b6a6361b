import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { bundled } from "../support/bundled.ts";

it.skipIf(process.platform === "win32")(
  "S23: a database in memory leaves nothing in the temporary folder, not even when its process is killed",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "killed-"));
    const child = fork(bundled(new URL("./memory-child.ts", import.meta.url)), {
      env: { ...process.env, TMPDIR: folder },
    });
    try {
      const [found] = await once(child, "message");
      expect(found).toEqual({ memories: 1, exported: true });
      child.kill("SIGKILL");
      await once(child, "exit");
      expect(readdirSync(folder).filter((name) => name.startsWith("memoir-"))).toEqual([]);
    } finally {
      child.kill("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
