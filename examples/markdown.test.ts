import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Memoir, openMemoir } from "../src/index.ts";

// A bot whose memory is a file that its user opens in an editor. The database is a cache here: without it, the file brings
// everything back.

let folder: string;
let memoir: Memoir;
const open = (): Promise<Memoir> => openMemoir({ database: ":memory:", embedder: "none", background: false });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "memoir-example-"));
  memoir = await open();
});
afterEach(async () => {
  await memoir.close();
  rmSync(folder, { recursive: true, force: true });
});

test("the user edits the file, and the bot knows; a new database knows it from the file", async () => {
  const file = join(folder, "MEMORY.md");
  const alice = memoir.scope("user:alice");
  await alice.remember("Alice takes her tea without sugar", { category: "preference", importance: 0.8 });
  await alice.markdown.sync({ file });
  expect(readFileSync(file, "utf8")).toContain("Alice takes her tea without sugar");

  // In an editor: one entry changed, one added.
  const edited = readFileSync(file, "utf8")
    .replace("without sugar", "with honey")
    .replace("## Archived", "### todo | 0.7\n爱丽丝想学西班牙语\n\n## Archived");
  writeFileSync(file, edited);
  const { edits } = await alice.markdown.sync({ file });
  expect(edits.map(({ kind }) => kind).sort()).toEqual(["added", "changed"]);
  expect((await alice.recall("How does Alice take her tea?")).hits[0]?.text).toContain("with honey");

  // Another machine, with nothing but the file.
  const other = await open();
  try {
    const again = other.scope("user:alice");
    await again.markdown.sync({ file });
    const { items } = await again.memories.list();
    expect(items.map(({ text }) => text).sort()).toEqual([
      "Alice takes her tea with honey",
      "爱丽丝想学西班牙语",
    ]);
  } finally {
    await other.close();
  }
});
