import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { makeStagingFolder } from "../../src/features/transfer/staging-folder.ts";
import { openMemoir } from "../../src/index.ts";
import { startChild } from "../support/child.ts";

const CHILD = new URL("./import-child.ts", import.meta.url);
const DAY = 86_400_000;

describe("M8: staged imports of killed processes", () => {
  const folder = mkdtempSync(join(tmpdir(), "memoir-leftovers-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const open = (name: string) =>
    openMemoir({ database: join(folder, name), embedder: "none", background: false });
  const staged = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith("memoir-import-"));

  /** A process that is killed while it imports; gives back the name of the folder that it left. */
  async function killed(): Promise<string> {
    const source = await open("source.db");
    await source.scope("user:alice").remember("Alice likes qqtea");
    let text = "";
    for await (const line of source.operator().export()) text += line;
    await source.close();
    const file = join(folder, "export.jsonl");
    writeFileSync(file, text);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const child = startChild(CHILD, [join(folder, "child.db"), file], () => resolve());
    child.ended.then(() => reject(new Error(child.errors())));
    await promise;
    child.process.kill("SIGKILL");
    await child.ended;
    const left = staged().filter((name) => name.includes(`-${child.process.pid}-`));
    expect(left).toHaveLength(1);
    return left[0]!;
  }

  it("are removed at the next start", async () => {
    const left = await killed();
    await (await open("next.db")).close();
    expect(staged()).not.toContain(left);
  });

  it("are removed by a hard forget of a process that runs already", async () => {
    const memoir = await open("running.db");
    const alice = memoir.scope("user:alice");
    const { memory } = await alice.remember("Alice likes qqtea");
    await alice.flush();
    const left = await killed();
    await alice.memories.delete(memory.id, { hard: true });
    await memoir.close();
    expect(staged()).not.toContain(left);
  });

  it("of an earlier version or another machine go after a day; those of a process that runs stay", async () => {
    const folders = ["memoir-import-Ab12Cd", "memoir-import-Ef34Gh", "memoir-import-00000000-1-1-Ij56Kl"].map(
      (name) => join(tmpdir(), name),
    );
    const [old, fresh, others] = folders as [string, string, string];
    for (const one of folders) {
      mkdirSync(one);
      writeFileSync(join(one, "staging.db"), "qqtea");
    }
    const yesterday = new Date(Date.now() - 2 * DAY);
    for (const one of [old, join(old, "staging.db")]) utimesSync(one, yesterday, yesterday);
    // A long import: its folder is old, and its file is written to.
    utimesSync(others, yesterday, yesterday);
    const own = await makeStagingFolder();
    await (await open("next.db")).close();
    const left = staged().map((name) => join(tmpdir(), name));
    expect([old, fresh, others, own].map((one) => left.includes(one))).toEqual([false, true, true, true]);
    for (const one of [fresh, others, own]) rmSync(one, { recursive: true });
  });
});
