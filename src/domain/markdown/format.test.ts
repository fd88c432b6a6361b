import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Content,
  EMPTY,
  escapeBody,
  type FileEntry,
  fileText,
  type MarkdownDocument,
  renderMarkdown,
  unescapeBody,
  type WrittenEntry,
} from "./format.ts";
import { parseMarkdown } from "./parse.ts";

/** F3, as the seed prints it. */
const SAMPLE = `# Agent Memory

<!-- Last updated: 2026-02-20T10:30:00 -->
<!-- Total entries: 15 -->

## Active Memories

### [a1b2c3] preference | 0.92 | 2026-02-20 | 12
用户喜欢简洁的代码风格，不喜欢过多注释

### [d4e5f6] fact | 0.88 | 2026-02-19 | 8
用户的主要开发语言是 Python，常用 FastAPI 框架

### [g7h8i9] workflow | 0.85 | 2026-02-20 | 15
用户每天早上 9 点查看 A 股行情，关注新能源板块

## Archived Memories

### [x1y2z3] fact | 0.18 | 2026-01-10 | 2
用户曾尝试用 Vue 写前端，但后来放弃了
`;

const contentOf = (doc: MarkdownDocument): Content => ({
  entries: doc.entries.map((entry) => ({
    ...entry,
    section: entry.section === "unparsed" ? "active" : entry.section,
    score: entry.score ?? 0.6,
    date: entry.date ?? "2026-01-01",
    hits: entry.hits ?? 0,
  })),
  unparsed: doc.broken.map(({ raw }) => raw),
  updated: doc.updated,
  total: doc.total,
});
const again = (text: string): string => {
  const doc = parseMarkdown(text);
  return renderMarkdown(doc, contentOf(doc));
};
const shown = ({ id, category, score, date, hits, section, text }: FileEntry) => [
  ...[id, category, score, date, hits, section, text],
];

describe("MEMORY.md, byte for byte", () => {
  it("F3: the sample of the documentation is what the file looks like", () => {
    const page = readFileSync(new URL("../../../docs/markdown.md", import.meta.url), "utf8");
    const [, sample = ""] = /```text\n(# Agent Memory\n[^`]*)```/.exec(page) ?? [];
    expect(parseMarkdown(sample)).toMatchObject({ entries: [{}, {}, {}], broken: [], total: 3 });
    expect(again(sample)).toBe(sample);
  });

  it("F3, R127: the seed's sample is read and written back as it is", () => {
    expect(again(SAMPLE)).toBe(SAMPLE);
  });

  it("R162, R128: all fields of an entry are read, whatever letters its id has", () => {
    const doc = parseMarkdown(SAMPLE);
    expect(doc.entries.map(shown)).toEqual([
      ["a1b2c3", "preference", 0.92, "2026-02-20", 12, "active", "用户喜欢简洁的代码风格，不喜欢过多注释"],
      ["d4e5f6", "fact", 0.88, "2026-02-19", 8, "active", "用户的主要开发语言是 Python，常用 FastAPI 框架"],
      [
        "g7h8i9",
        "workflow",
        0.85,
        "2026-02-20",
        15,
        "active",
        "用户每天早上 9 点查看 A 股行情，关注新能源板块",
      ],
      ["x1y2z3", "fact", 0.18, "2026-01-10", 2, "archived", "用户曾尝试用 Vue 写前端，但后来放弃了"],
    ]);
    expect([doc.updated, doc.total]).toEqual([Date.parse("2026-02-20T10:30:00Z"), 15]);
  });

  it.each([
    ["CRLF", SAMPLE.replaceAll("\n", "\r\n")],
    ["a byte order mark", `\uFEFF${SAMPLE}`],
    ["no newline at the end", SAMPLE.trimEnd()],
    ["front matter", `---\ntitle: memory\n# a comment of YAML\n## another\n---\n\n${SAMPLE}`],
    [
      "free text at the top, below and between",
      SAMPLE.replace("<!-- Last", "Written by hand.\n\n<!-- Last")
        .replace("## Archived", "## My own notes\n\nKeep **this**.\n\n## Archived")
        .concat("\n# Appendix\n\n### a heading of mine\n\n| a | table |\n"),
    ],
    [
      "words of the user's at the head of a section",
      SAMPLE.replace("Memories\n", "Memories\n\nStrongest first.\n"),
    ],
    [
      "Chinese headings",
      SAMPLE.replace("Active Memories", "活跃记忆").replace("Archived Memories", "归档记忆"),
    ],
  ])("%s stays as it is", (_, text) => {
    expect(again(text)).toBe(text);
    expect(parseMarkdown(text).entries).toHaveLength(4);
  });

  it("R163: an empty file has no entries, and a new one has both sections", () => {
    expect(parseMarkdown("")).toMatchObject({ entries: [], broken: [], updated: null });
    const content = { entries: [], unparsed: [], updated: Date.parse("2026-02-20T10:30:00Z"), total: 0 };
    expect(renderMarkdown(EMPTY, content)).toBe(
      "# Agent Memory\n\n<!-- Last updated: 2026-02-20T10:30:00 -->\n<!-- Total entries: 0 -->\n\n## Active Memories\n\n## Archived Memories\n",
    );
    expect(renderMarkdown(parseMarkdown(""), content)).toBe(renderMarkdown(EMPTY, content));
  });
});

describe("what people do to the file", () => {
  const active = (block: string): MarkdownDocument =>
    parseMarkdown(
      `# Agent Memory\n\n## Active Memories\n\n${block}\n\n### [ok1111] fact | 0.50 | 2026-01-01 | 0\nfine\n`,
    );

  it.each([
    ["### [a1b2c3] preference | 9.2 | 2026-02-20 | 12\ntea", "its score is no number from 0 to 1", "a1b2c3"],
    ["### [a1b2c3] preference | high | 2026-02-20 | 12\ntea", "its score is no number from 0 to 1", "a1b2c3"],
    ["### [a1b2c3] preference | 0.92 | 20.2.2026 | 12\ntea", "its date is none, as in 2026-02-20", "a1b2c3"],
    ["### [a1b2c3] preference | 0.92 | 2026-02-31 | 12\ntea", "its date is none, as in 2026-02-20", "a1b2c3"],
    ["### [a1b2c3] preference | 0.92 | 2026-02-20 | many\ntea", "its number of hits is none", "a1b2c3"],
    [
      "### [a1b2c3] preference | 0.92 | 2026-02-20 | 12 | 3\ntea",
      "its header has more than four fields",
      "a1b2c3",
    ],
    ["### [a1b2c3] two words | 0.92\ntea", "its category is no single word", "a1b2c3"],
    ["### [a1b2c3 preference | 0.92 | 2026-02-20 | 12\ntea", "its category is no single word", null],
    ["### [a b] preference | 0.92\ntea", "its id holds other characters than letters and digits", null],
    ["### preference\ntea", "it has neither an id nor a score", null],
    ["###\ntea", "it has neither an id nor a score", null],
    ["### [a1b2c3] preference | 0.92 | 2026-02-20 | 12", "it has no text", "a1b2c3"],
    [
      '### preference\n<!-- memory_meta: {"id":"a1b2c3-9"} -->\ntea',
      "it has neither an id nor a score",
      "a1b2c3-9",
    ],
  ])("R129, R164: %j is kept apart, with the reason, and the others are read", (block, problem, id) => {
    const doc = active(block);
    expect(doc.entries.map(({ text }) => text)).toEqual(["fine"]);
    expect(doc.broken).toMatchObject([{ problem, id, raw: block }]);
    const written = renderMarkdown(doc, contentOf(doc));
    expect(written).toContain(`## Unparsed\n\n<!-- Memoir could not read these.`);
    expect(written.endsWith(`\n\n${block}\n`)).toBe(true);
    expect(again(written)).toBe(written);
  });

  it.each([
    ["### preference | 0.8\ntea", [null, "preference", 0.8, null, null]],
    ["### [] preference\ntea", [null, "preference", null, null, null]],
    ["###  [ABC_9-x]   偏好|.5|2026-02-20|0  \ntea", ["ABC_9-x", "偏好", 0.5, "2026-02-20", 0]],
    ["### [a] work/todo | 1\ntea", ["a", "work/todo", 1, null, null]],
  ])("an entry may leave out what it does not know: %j", (block, header) => {
    expect(shown(active(block).entries[0]!).slice(0, 5)).toEqual(header);
  });

  it("a block under Unparsed whose header was mended is an entry again", () => {
    const text = again(SAMPLE.replace("0.92", "9.2"));
    expect(parseMarkdown(text).broken).toHaveLength(1);
    const doc = parseMarkdown(text.replace("9.2", "0.92"));
    expect(doc.broken).toEqual([]);
    expect(doc.entries.at(-1)).toMatchObject({ id: "a1b2c3", section: "unparsed", score: 0.92 });
    expect(renderMarkdown(doc, { ...contentOf(doc), entries: [] })).not.toContain("Unparsed");
  });

  it("entries are still read where somebody deleted the headings of the sections", () => {
    const doc = parseMarkdown(SAMPLE.replaceAll(/^## .*\n/gm, ""));
    expect(doc.entries).toHaveLength(4);
    expect(renderMarkdown(doc, contentOf(doc))).toContain("## Active Memories");
  });

  it("a section that is there twice is written once, and the user's words in it stay", () => {
    const text = again(
      `${SAMPLE}\n## Active Memories\n\nmine\n\n### [zzz111] fact | 0.30 | 2026-01-01 | 0\nlate\n`,
    );
    expect(text.match(/^## Active Memories$/gm)).toHaveLength(1);
    expect(text).toContain("\nmine\n");
    expect(parseMarkdown(text).entries).toHaveLength(5);
    expect(again(text)).toBe(text);
  });

  it("C2: a comment under the header carries what the header cannot, and a broken one costs only itself", () => {
    const meta = { source_session: "s1", note: "a --> b <!-- c" };
    const entry = { ...written("tea"), meta };
    const text = renderMarkdown(EMPTY, { entries: [entry], unparsed: [], updated: null, total: null });
    expect(text.split("\n").filter((line) => line.includes("memory_meta"))[0]).toMatch(
      /^<!-- memory_meta: .* -->$/,
    );
    expect(parseMarkdown(text).entries[0]).toMatchObject({ meta, text: "tea" });
    expect(parseMarkdown(text.replace('{"', '{"x')).entries).toHaveLength(1);
    expect(parseMarkdown(text.replace("{", "(")).entries[0]).toMatchObject({ meta: null, text: "tea" });
  });
});

function written(text: string): WrittenEntry {
  return {
    ...{ id: "a1b2c3", category: "fact", score: 0.5, date: "2026-01-01", hits: 0, meta: null },
    ...{ section: "active", text },
  };
}

const line = fc.oneof(
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.constantFrom(
    "### [x1y2z3] fact | 0.18 | 2026-01-10 | 2",
    "## Active Memories",
    "# T",
    "\\### x",
    "#",
    "",
  ),
  fc.constantFrom(
    "<!-- memory_meta: {} -->",
    "<!-- Total entries: 3 -->",
    "---",
    "- a",
    "用户",
    "\r",
    "## Unparsed",
  ),
);
const lines = fc.array(line, { maxLength: 30 }).map((all) => all.join("\n"));

describe("whatever is written", () => {
  it("R297: no text of a memory passes for the file's structure, and all come back as they were", () => {
    fc.assert(
      fc.property(fc.array(lines, { minLength: 1, maxLength: 5 }), (given) => {
        const texts = given.map(fileText).filter((text) => text !== "");
        const entries = texts.map((text, i) => ({ ...written(text), id: `id${i}` }));
        const file = renderMarkdown(EMPTY, { entries, unparsed: [], updated: 0, total: texts.length });
        const doc = parseMarkdown(file);
        expect(doc.entries.map(({ text }) => text)).toEqual(texts);
        expect(doc.broken).toEqual([]);
        for (const text of texts) expect(unescapeBody(escapeBody(text))).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  it("C1: any text is read without a throw, none of it is lost, and writing it twice changes nothing more", () => {
    fc.assert(
      fc.property(lines, (text) => {
        const once = again(text);
        expect(again(once)).toBe(once);
        // Our headings and stamps are rewritten.
        const theirs = text.replaceAll(/^(?:## (?:Active|Unparsed)|<!--).*$/gm, "");
        for (const word of theirs.replaceAll("\uFEFF", "").split(/\s+/)) {
          if (/^[a-z0-9\u4e00-\u9fff]{3,}$/i.test(word)) expect(once).toContain(word);
        }
      }),
      {
        numRuns: 1_000,
        // A stamp in another place than the top.
        examples: [
          [
            "<!-- Total entries: 3 -->\n## Unparsed\n### [x1y2z3] fact | 0.18 | 2026-01-10 | 2\n<!-- Total entries: 3 -->\n#\n<!-- Total entries: 3 -->\n### [x1y2z3] fact | 0.18 | 2026-01-10 | 2\n\u0000",
          ],
        ],
      },
    );
  });
});
