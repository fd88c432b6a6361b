import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PROGRAM = `
import { openMemoir } from "memoir";
import { type MemoirClient, connectMemoir } from "memoir/client";

await using memoir = await openMemoir({ database: ":memory:", embedder: "none" });
const connect: (url: string) => Promise<MemoirClient> = (url) => connectMemoir({ url, key: "k" });
const { memory } = await memoir.scope("user:alice").remember("Alice likes tea");
console.log(memory.text, typeof connect);
`;

/** The built package as a program of somebody else sees it. */
describe("the published package", () => {
  let folder = "";
  const run = promisify(execFile);
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "memoir-published-"));
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(ROOT, join(folder, "node_modules", "memoir"), "dir");
    symlinkSync(join(ROOT, "node_modules", "@types"), join(folder, "node_modules", "@types"), "dir");
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    writeFileSync(join(folder, "program.ts"), PROGRAM);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each([
    ["--target", "es2022"],
    ["--target", "es2022", "--lib", "es2022,dom"],
    ["--target", "esnext", "--exactOptionalPropertyTypes"],
  ])("has types that a strict compiler accepts without skipLibCheck (%s %s)", async (...options) => {
    const tsc = join(ROOT, "node_modules", "typescript", "bin", "tsc");
    const given = ["--noEmit", "--strict", "--module", "nodenext", "--types", "node", ...options];
    const { stdout } = await run(process.execPath, [tsc, ...given, "program.ts"], { cwd: folder }).catch(
      (error: { stdout: string }) => error,
    );
    expect(stdout).toBe("");
  });

  it("runs", async () => {
    const { stdout } = await run(process.execPath, ["--no-warnings", "program.ts"], { cwd: folder });
    expect(stdout).toBe("Alice likes tea function\n");
  });
});
