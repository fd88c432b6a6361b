import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useDoor } from "../app.fixture.ts";

describe("L2: where the server's MEMORY.md is", () => {
  const folder = mkdtempSync(join(tmpdir(), "memoir-qqplace-"));
  const door = useDoor({ settings: { markdown: { path: join(folder, "{name}.md"), auto: false } } });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  let writer: string;
  beforeAll(async () => {
    writer = await door.key({ role: "write" });
  });
  const calls = (name: string) =>
    [
      ["GET", `/api/ltm/markdown/status?scope=user:${name}`, undefined],
      ["GET", `/api/ltm/markdown/diff?scope=user:${name}`, undefined],
      ["POST", "/api/ltm/markdown/sync", { scope: `user:${name}` }],
    ] as const;

  it("is for operators; others see the name of the file", async () => {
    await door.memoir.scope("user:alice").remember("Alice likes tea");
    for (const [method, path, body] of calls("alice").toReversed()) {
      const answer = await door.call<{ file: string }>(method, path, { key: writer, body });
      expect([path, answer.status, answer.body.file]).toEqual([path, 200, "alice.md"]);
      expect(JSON.stringify(answer.body)).not.toContain("qqplace");
      const told = await door.call<{ file: string }>(method, path, { key: await door.key(), body });
      expect(told.body.file).toBe(join(folder, "alice.md"));
    }
  });

  it.each([
    ["is no file", "folder", (path: string) => mkdirSync(path), 400],
    ["is no text", "bytes", (path: string) => writeFileSync(path, Buffer.from([0xff, 0xfe])), 400],
    ["has too many lines", "long", (path: string) => writeFileSync(path, "\n".repeat(300_001)), 413],
  ])("stands in no error, but in the log, where it %s", async (_title, name, make, status) => {
    make(join(folder, `${name}.md`));
    await door.memoir.scope(`user:${name}`).remember("Somebody likes tea");
    for (const [method, path, body] of calls(name)) {
      const logged = door.logged.length;
      const answer = await door.call(method, path, { key: writer, body });
      expect([path, answer.status]).toEqual([path, status]);
      expect(answer.body.error.message).toMatch(/^The file /);
      expect(JSON.stringify(answer.body)).not.toContain("qqplace");
      expect(JSON.stringify(door.logged.slice(logged))).toContain("qqplace");
    }
  });
});
