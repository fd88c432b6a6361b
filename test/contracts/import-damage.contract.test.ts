import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { Digest, endLine, WHOLE } from "../../src/features/transfer/manifest.ts";
import { MemoirError } from "../../src/index.ts";
import { memoirs, useMemoir } from "../support/memoirs.ts";
import { refused } from "./support/expect.ts";
import { exported, live } from "./support/transfer.ts";

type Fields = Record<string, unknown>;

/** Edits some lines and recomputes every checksum, as a forger would. */
function forged(file: string, edit: (line: Fields) => Fields | Fields[]): string {
  const [head = "", ...lines] = file.trimEnd().split("\n");
  const whole = new Digest();
  let section = new Digest();
  const out = [head];
  for (const line of lines) {
    const fields = JSON.parse(line) as Fields;
    if (fields.record === "end") {
      const isLast = fields.of === WHOLE;
      const own = isLast ? whole : section;
      out.push(endLine(String(fields.of), own.counts, own.sha256()));
      if (!isLast) whole.add("end", out.at(-1)!);
      section = new Digest();
      continue;
    }
    for (const one of [edit(fields)].flat()) {
      const text = JSON.stringify(one);
      for (const digest of [whole, section]) digest.add(String(one.record), text);
      out.push(text);
    }
  }
  return `${out.join("\n")}\n`;
}

const of =
  (record: string, edit: (line: Fields) => Fields | Fields[]) =>
  (line: Fields): Fields | Fields[] =>
    line.record === record ? edit(line) : line;

describe.each(memoirs)("a file that is not as Memoir wrote it, on $name", (kind) => {
  const db = useMemoir(kind);
  let file = "";
  const target = "target";
  beforeAll(async () => {
    await live(db.memoir, "source");
    file = await exported(db.memoir, "source");
  });
  const import_ = (text: string | Uint8Array) => db.memoir.operator(target).import([text]);
  const nothing = async (): Promise<void> => {
    expect((await db.memoir.operator(target).stats()).scopes).toEqual([]);
    expect(await db.memoir.operator(target).identities.list()).toEqual([]);
  };
  const lineOf = (word: string): number => file.split("\n").findIndex((line) => line.includes(word)) + 1;

  const DAMAGED: [how: string, damage: (lines: string[]) => string[], says: RegExp][] = [
    ["is empty", () => [""], /empty/],
    ["is no export", () => ["hello", ""], /^Line 1: It does not begin/],
    ["is cut off between two lines", (lines) => [...lines.slice(0, 9), ""], /ends at line 9.*cut off/],
    [
      "is cut off inside a line",
      (lines) => [...lines.slice(0, 9), lines[9]!.slice(0, 20)],
      /^Line 10: .*cut off/,
    ],
    ["ends without its last line end", (lines) => lines.slice(0, -1), /^Line \d+: .*cut off/],
    ["has lost a line", (lines) => lines.toSpliced(7, 1), /^Line \d+: user:alice \(from line 5\)/],
    ["has a line twice", (lines) => lines.toSpliced(7, 0, lines[7]!), /^Line 9: .*of another event/],
    [
      "has lines in another order",
      (lines) => lines.toSpliced(6, 2, lines[7]!, lines[6]!),
      /^Line \d+: user:alice/,
    ],
    [
      "has something behind its end",
      (lines) => [...lines.slice(0, -1), "{}", ""],
      /^Line \d+: .*behind the end/,
    ],
    [
      "has lost a section's end",
      (lines) => lines.filter((line) => !line.includes('"of":"user:alice"')),
      /^Line \d+: user:alice has no end/,
    ],
    [
      "has Windows' line ends",
      (lines) => lines.map((line, i) => (i < lines.length - 1 ? `${line}\r` : line)),
      /^Line 1: /,
    ],
    [
      "has other words",
      (lines) => lines.map((line) => line.replace("white tea", "black tea")),
      /^Line \d+: user:alice/,
    ],
    [
      "has another number of scopes",
      (lines) => lines.map((line) => line.replace('"scope":4', '"scope":5')),
      /^Line \d+: the export/,
    ],
    [
      "has a block that no recall gives",
      (lines) => lines.map((line) => line.replace(/"placement":"\w+"/, '"placement":"nowhere"')),
      /^Line \d+: receipt\.block is not what a recall gives/,
    ],
    [
      "says another tenant in its manifest",
      (lines) => lines.map((line) => line.replace("source", "sauce")),
      /^Line 1: .*checksum/,
    ],
    [
      "is of a newer form",
      (lines) => lines.map((line) => line.replace('"version":1', '"version":2')),
      /^Line 1: .*newer Memoir/,
    ],
    [
      "has a space more",
      (lines) => lines.map((line) => line.replace('{"record":"event"', '{ "record":"event"')),
      /^Line 6: .*form/,
    ],
    ["holds what is no JSON", (lines) => lines.with(8, "{oh"), /^Line 9: it is no JSON/],
    ["holds what is no object", (lines) => lines.with(8, "[1]"), /^Line 9: it must be an object/],
    ["does not say what a line is", (lines) => lines.with(8, "{}"), /^Line 9: .*"record" is missing/],
  ];

  it.each(DAMAGED)("R71: a file that %s changes nothing", async (_how, damage, says) => {
    const error = await refused(import_(damage(file.split("\n")).join("\n")), "invalid_argument");
    expect(error.message).toMatch(says);
    await nothing();
  });

  it("R71: one byte, anywhere, changes nothing", async () => {
    const bytes = Buffer.from(file);
    const damage = fc.oneof(
      fc.record({ at: fc.nat(bytes.length - 1), flip: fc.integer({ min: 1, max: 255 }) }),
      fc.record({ cut: fc.nat(bytes.length - 1) }),
      fc.record({ at: fc.nat(bytes.length - 1), drop: fc.integer({ min: 1, max: 50 }) }),
    );
    await fc.assert(
      fc.asyncProperty(damage, async (how) => {
        let damaged = Buffer.from(bytes);
        if ("cut" in how) damaged = damaged.subarray(0, how.cut);
        else if ("drop" in how)
          damaged = Buffer.concat([damaged.subarray(0, how.at), damaged.subarray(how.at + how.drop)]);
        else damaged[how.at]! ^= how.flip;
        const error = await import_(damaged).then(
          () => "imported",
          (reason: unknown) => reason,
        );
        expect(MemoirError.is(error) && error.code).toMatch(/^invalid_(?:argument|scope|settings)$/);
      }),
      { numRuns: 30 },
    );
    await nothing();
  });

  const FORGED: [how: string, edit: (line: Fields) => Fields | Fields[], says: RegExp][] = [
    [
      "evidence from an event that is not there",
      of("evidence", (line) => ({ ...line, event: 999 })),
      /evidence links what exists/,
    ],
    [
      "evidence for a memory that is not there",
      of("evidence", (line) => ({ ...line, memory: "nobody" })),
      /of another evidence|contradict/,
    ],
    ["a memory without evidence", of("evidence", () => []), /every memory has evidence/],
    ["a memory without a time", of("validity", () => []), /every memory has an interval/],
    [
      "a gap between events",
      of("event", (line) => (line.seq === 2 ? [] : line)),
      /no event is missing|seq is its last/,
    ],
    [
      "a revision ahead of its scope",
      of("memory", (line) => ({ ...line, rev: 9_000 })),
      /above its scope's rev/,
    ],
    ["more read than said", of("scope", (line) => ({ ...line, extractedSeq: 9_000 })), /extractedSeq/],
    ["a scope of no kind", of("scope", (line) => ({ ...line, scope: "moon:1" })), /Unknown scope kind/],
    ["a scope twice", of("scope", (line) => ({ ...line, scope: "user:alice" })), /user:alice is there twice/],
    ["two memories of one key", of("memory", (line) => ({ ...line, key: "same" })), /of another memory/],
    [
      "rows in another order",
      of("history", (line) => (line.rev === 1 ? [] : line.rev === 2 ? [line, { ...line, rev: 1 }] : line)),
      /not in the order/,
    ],
    [
      "a table before its turn",
      of("tombstone", (line) => [
        line,
        { record: "thread", thread: "t", seenRev: 1, updatedAt: line.createdAt },
      ]),
      /comes behind "tombstone"/,
    ],
    [
      "a row of no table",
      of("memory", (line) => [line, { record: "secret" }]),
      /"secret" is nothing that user:alice can hold/,
    ],
    ["a status that is none", of("memory", (line) => ({ ...line, status: "holy" })), /status is "holy"/],
    [
      "more than sure",
      of("memory", (line) => ({ ...line, confidence: 1.5 })),
      /confidence must be a number from 0 to 1/,
    ],
    [
      "a number that is too large",
      of("memory", (line) => ({ ...line, accessCount: 2 ** 31 })),
      /accessCount/,
    ],
    ["a time that is none", of("event", (line) => ({ ...line, at: "yesterday" })), /at must be a time/],
    [
      "a time in another form",
      of("event", (line) => ({ ...line, at: "2026-03-01T12:00:00Z" })),
      /at must be a time/,
    ],
    ["a text with NUL", of("event", (line) => ({ ...line, text: "a\0b" })), /without NUL/],
    ["half a character", of("event", (line) => ({ ...line, text: "\ud800" })), /half characters/],
    [
      "content that is a list",
      of("event", (line) => ({ ...line, content: [] })),
      /content must be an object/,
    ],
    ["tags that are no texts", of("memory", (line) => ({ ...line, tags: [1] })), /tags\[0\]/],
    ["a field more", of("memory", (line) => ({ ...line, admin: true })), /form in which Memoir writes/],
    ["a field less", of("memory", ({ trust: _trust, ...line }) => line), /no field "trust"/],
    [
      "an undo to what cannot be",
      of("history", (line) => ({ ...line, before: { status: "holy" } })),
      /before\.status cannot be "holy"/,
    ],
    [
      "an undo of what is no column",
      of("history", (line) => ({ ...line, before: { tenant: "x" } })),
      /a column of before/,
    ],
    [
      "a policy that is none",
      of("policy", (line) => ({ ...line, settings: { writePolicy: { mode: "free" } } })),
      /writePolicy\.mode/,
    ],
  ];

  it.each(FORGED)("R71: %s, with checksums that agree, changes nothing", async (_how, edit, says) => {
    const error: unknown = await import_(forged(file, edit)).then(
      () => expect.fail("it was imported"),
      (reason: unknown) => reason,
    );
    expect(MemoirError.is(error) ? error.message : error).toMatch(says);
    await nothing();
  });

  it("R71: an export of some scopes brings no identities along", async () => {
    const own = await exported(db.memoir, "source", ["user:alice"]);
    const identity = { record: "identity", account: "discord:7", person: "mallory", name: null };
    const text = forged(
      own,
      of("scope", (line) => [{ ...identity, updatedAt: line.createdAt }, line]),
    );
    const error = await refused(import_(text), "invalid_argument");
    expect(error.message).toMatch(/^Line 2: "identity" stands in no section/);
    await nothing();
  });

  it("R71: an over-long text and an over-deep content are refused", async () => {
    const long = "o".repeat(3_000_000);
    await refused(
      import_(
        forged(
          file,
          of("event", (line) => ({ ...line, text: long })),
        ),
      ),
      "too_large",
    );
    const deep = `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`;
    const nested = file.replace(/"content":\{[^}]*\}/, `"content":${deep}`);
    await refused(import_(nested), "invalid_argument");
    await nothing();
  });

  it("says where: the number of the line", async () => {
    const text = file.replace('"id":"m3"', '"id":3');
    const error = await refused(import_(text), "invalid_argument");
    expect(error.details).toMatchObject({ line: lineOf('"id":"m3"') });
  });

  it("takes no file's name for a file, and no promise for a stream", async () => {
    const operator = db.memoir.operator(target);
    for (const source of [42, null, undefined, {}, [42]] as unknown as Uint8Array[][])
      await refused(operator.import(source), "invalid_argument");
    await refused(operator.import([file], { dryRun: "no" as unknown as boolean }), "invalid_argument");
  });
});
