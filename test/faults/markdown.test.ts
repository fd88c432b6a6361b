import { createHash } from "node:crypto";
import {
  closeSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { parseMarkdown } from "../../src/domain/markdown/parse.ts";
import { type Memory, openMemoir } from "../../src/index.ts";
import { startChild } from "../support/child.ts";
import { figure, proving, random, seed } from "../support/prove.ts";

const ROUNDS = proving ? 60 : 3;
const EDITS = 8;
const SLOWEST_MS = proving ? 1_800_000 : 300_000;
const CHILD = new URL("./markdown-child.ts", import.meta.url);

/** The invariants, whatever happened meanwhile. */
interface Expected {
  /** Texts that were written or reported as stored. */
  readonly texts: Set<string>;
  /** Texts that a person took out or replaced. */
  readonly gone: Set<string>;
  /** Marks in blocks that nobody can read. */
  readonly marks: Set<string>;
}

/** The three ways in which editors save. */
function save(file: string, text: string, way: number): void {
  if (way < 1 / 3) {
    writeFileSync(`${file}.swp`, text);
    renameSync(`${file}.swp`, file);
  } else if (way < 2 / 3) writeFileSync(file, text);
  else {
    const handle = openSync(file, "r+");
    const bytes = Buffer.from(text);
    writeSync(handle, bytes, 0, bytes.length, 0);
    ftruncateSync(handle, bytes.length);
    closeSync(handle);
  }
}

/** Words that nothing else says: two claims that differ in a number would be one claim and its new value. */
function wordsOf(name: string): string {
  return createHash("sha256").update(name).digest("hex").match(/.{8}/g)!.join(" ");
}

/** One edit by a person: insert, delete, change, corrupt or reorder. */
function edit(file: string, n: string, next: () => number, expected: Expected): void {
  const text = readFileSync(file, "utf8");
  const parsed = parseMarkdown(text);
  // Of an entry with a damaged block beside it nothing is taken away: the block may be what the person meant.
  const damaged = new Set(parsed.broken.flatMap(({ id, text: words }) => [id, words]));
  const entries = parsed.entries.filter((entry) => !damaged.has(entry.id) && !damaged.has(entry.text));
  const one = entries[Math.floor(next() * entries.length)];
  const what = next();
  if (what < 0.35 || one === undefined || one.id === null) {
    const words = `${wordsOf(`note ${n}`)} 笔记`;
    save(
      file,
      text.replace("## Active Memories\n", `## Active Memories\n\n### fact | 0.7\n${words}\n`),
      next(),
    );
    expected.texts.add(words);
  } else if (what < 0.5) {
    save(file, text.replace(one.raw, ""), next());
    expected.gone.add(one.text);
  } else if (what < 0.7) {
    const words = `${wordsOf(`changed ${n}`)} 改过`;
    save(file, text.replace(one.raw, one.raw.replace(one.text, words)), next());
    expected.gone.add(one.text);
    expected.texts.add(words);
  } else if (what < 0.85) {
    const mark = `?${n}?`;
    save(file, text.replace(one.raw, one.raw.replace(/\| \d\.\d\d \|/, `| ${mark} |`)), next());
    expected.marks.add(mark);
  } else {
    const other = entries[Math.floor(next() * entries.length)]!;
    if (other.raw === one.raw) return;
    const swapped = text.replace(one.raw, "\u0000").replace(other.raw, one.raw).replace("\u0000", other.raw);
    save(file, swapped, next());
  }
}

it(
  `C1: edits by hand, two processes and kills lose nothing, ${ROUNDS} rounds (seed ${seed})`,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "memoir-markdown-"));
    const [database, file] = [join(folder, "memoir.db"), join(folder, "MEMORY.md")];
    const next = random(seed);
    const expected: Expected = { texts: new Set(), gone: new Set(), marks: new Set() };
    let edits = 0;
    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        let heard = 0;
        const children = [0, 1].map((w) =>
          startChild(CHILD, [database, file, `${round}x${w}`], (line) => {
            heard += 1;
            expected.texts.add(line.slice("memory ".length));
          }),
        );
        try {
          while (heard < 4) await sleep(5);
          for (let i = 0; i < EDITS; i += 1) {
            const before = heard;
            edit(file, `${round}n${i}`, next, expected);
            edits += 1;
            // The next one comes when the engines have gone on: a person is not faster.
            while (heard < before + 1 + Math.floor(next() * 4)) await sleep(5);
          }
        } finally {
          for (const child of children) child.process.kill("SIGKILL");
          await Promise.all(children.map((child) => child.ended));
        }
        await agree(database, file, expected);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    figure("edits by hand between two processes and kills, none lost", String(edits));
  },
  SLOWEST_MS,
);

async function agree(database: string, file: string, { texts, gone, marks }: Expected): Promise<void> {
  const memoir = await openMemoir({
    ...{ database, embedder: "none", background: false },
    settings: { writePolicy: { maxItemsPerScope: 1e6 }, markdown: { splitAbove: null } },
  });
  try {
    const alice = memoir.scope("user:alice");
    await alice.markdown.sync({ file });
    expect(await alice.markdown.sync({ file })).toMatchObject({ edits: [], written: false, held: [] });
    const memories: Memory[] = [];
    for await (const memory of await alice.memories.list({ status: ["active", "archived"] }))
      memories.push(memory);
    const text = readFileSync(file, "utf8");
    const inFile = parseMarkdown(text).entries.map((entry) => `${entry.id} ${entry.text}`);
    expect(inFile.sort()).toEqual(memories.map((one) => `${one.shortId} ${one.text}`).sort());
    const stored = new Set(memories.map((one) => one.text));
    expect([...texts].filter((one) => !gone.has(one) && !stored.has(one))).toEqual([]);
    expect([...gone].filter((one) => stored.has(one))).toEqual([]);
    expect([...marks].filter((mark) => !text.includes(mark))).toEqual([]);
    expect(await memoir.check()).toEqual([]);
  } finally {
    await memoir.close();
  }
}
