import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { startChild } from "../support/child.ts";
import { figure, proving } from "../support/prove.ts";

const USERS = 100;
const MESSAGES = proving ? 1_000 : 100;

it("R78: a process that serves a hundred users holds no more memory than its bound", async () => {
  const folder = mkdtempSync(join(tmpdir(), "memoir-users-"));
  const measured: { users: number; bytes: number }[] = [];
  try {
    const args = [join(folder, "memoir.db"), String(USERS), String(MESSAGES)];
    const child = startChild(new URL("./users-child.ts", import.meta.url), args, (line) =>
      measured.push(JSON.parse(line)),
    );
    expect([await child.ended, child.errors()]).toEqual([0, ""]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const [first, , , last] = measured;
  const megabytes = (bytes: number): string => (bytes / 1_048_576).toFixed(1);
  figure(
    "Memory of one process",
    measured.map(({ users, bytes }) => `${users} users ${megabytes(bytes)} MB`).join(", "),
  );
  expect(last!.bytes).toBeLessThan(2 * Math.max(first!.bytes, 2 ** 21));
});
