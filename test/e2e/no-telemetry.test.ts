import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { startChild } from "../support/child.ts";

const CHILD = new URL("./no-telemetry-child.ts", import.meta.url);

it("no telemetry: the native runtime begins none of its own, and leaves no trace of it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "memoir-quiet-"));
  try {
    const lines: string[] = [];
    const child = startChild(CHILD, [], (line) => lines.push(line), { TMPDIR: folder });
    expect(await child.ended, child.errors()).toBe(0);
    expect(lines).toEqual(["384 ORT_DISABLE_TELEMETRY=1"]);
    expect(readdirSync(folder)).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
