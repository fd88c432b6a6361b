import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FOREIGN_FORMATS } from "../../../domain/arguments.ts";
import { MemoirError } from "../../../domain/errors.ts";
import { manifestLine } from "../manifest.ts";
import { formatOf, listSlices, readForeign } from "./format.ts";
import { foreignId, foreignTime } from "./item.ts";

const MANIFEST = manifestLine({ tenant: "t", scopes: null, createdAt: new Date(0), schema: 7 });

describe("formatOf", () => {
  it.each<[string, string | null]>([
    [`${MANIFEST}\n`, "memoir"],
    ['[{"mapping":{}}]', "chatgpt"],
    ['[{"id":1,"memory":"Alice sings"}]', "mem0"],
    ['{"results":[{"memory":"Alice sings"}]}', "mem0"],
    ['{"memories":[{"memory":"爱丽丝唱歌"}]}', "mem0"],
    ['{"text":"Alice sings"}', "jsonl"],
    ['{"text":"Alice sings"}\n{"role":"user","content":"hi"}\n', "jsonl"],
    ['\n{"role":"user","content":"你好"}\n', "jsonl"],
    ["[]", null],
    ["{}", null],
    ["", null],
    ["Dear diary", null],
    ["7", null],
  ])("R56: %j is %s", (text, format) => {
    expect(formatOf(text)).toBe(format);
  });
});

describe("readForeign", () => {
  const value = fc.json({ maxDepth: 4 });
  const near = fc.record({
    mapping: fc.dictionary(
      fc.constantFrom("a", "b"),
      fc.record({
        parent: fc.constantFrom("a", "b"),
        children: fc.array(fc.constantFrom("a", "b")),
        message: fc.anything(),
      }),
    ),
    current_node: fc.constantFrom("a", "b", 1, null),
  });

  it("a conversation may be very long", async () => {
    const length = 200_000;
    const message = { author: { role: "user" }, content: { content_type: "text", parts: ["hi"] } };
    const nodes = Array.from({ length }, (_, i) => [`m${i}`, { parent: `m${i - 1}`, message }]);
    const file = [{ current_node: `m${length - 1}`, mapping: Object.fromEntries(nodes) }];
    expect((await readForeign("chatgpt", JSON.stringify(file))).items.length).toBe(length);
  });

  it.each(FOREIGN_FORMATS)("%s: whatever a file holds, it is read or refused, and ends", async (format) => {
    const text = fc.oneof(
      fc.string(),
      value,
      fc.array(near).map((list) => JSON.stringify(list)),
    );
    await fc.assert(
      fc.asyncProperty(text, async (given) => {
        try {
          const { items } = await readForeign(format, given);
          expect(items.every(({ event }) => event.id.length <= 256 && (event.text ?? "") !== "")).toBe(true);
        } catch (error) {
          if (!MemoirError.is(error)) throw error;
          expect(error.code).toBe("invalid_argument");
        }
      }),
    );
  });
});

describe("foreignId", () => {
  it.each<[unknown, string]>([
    ["m1", "mem0:m1"],
    [7, "mem0:7"],
  ])("%j is %s", (id, own) => {
    expect(foreignId("mem0", id, [])).toBe(own);
  });

  it.each([undefined, null, "", " ", {}, "x".repeat(300), "\ud800", "a\0"])(
    "%j has one of its own, always the same",
    (id) => {
      const own = foreignId("mem0", id, ["alice", "text"]);
      expect(own).toMatch(/^mem0:[0-9a-f]{32}$/);
      expect(foreignId("mem0", id, ["alice", "text"])).toBe(own);
    },
  );
});

describe("foreignTime", () => {
  it.each<[unknown, string | null]>([
    [1_772_366_400.25, "2026-03-01T12:00:00.250Z"],
    [1_772_366_400_250, "2026-03-01T12:00:00.250Z"],
    ["2026-03-01T04:00:00-08:00", "2026-03-01T12:00:00.000Z"],
    ["noon", null],
    ["", null],
    [null, null],
    [{}, null],
    [-5, null],
    [1e300, null],
    [Number.NaN, null],
  ])("%j is %s", (value, at) => {
    expect(foreignTime(value)?.toISOString() ?? null).toBe(at);
  });
});

describe("listSlices", () => {
  const values = (text: string): unknown[] | undefined =>
    listSlices(text)?.flatMap((slice) => JSON.parse(slice) as unknown[]);

  it.each([
    ["a list", [1, 'a,]\\"[', { b: [1, { c: "}" }] }]],
    ["none", []],
  ])("%s comes back as it was", (_what, list) => {
    expect(values(JSON.stringify(list))).toEqual(list);
    expect(values(` {"n": {"results": [9]}, "results" : ${JSON.stringify(list)}, "x": 1}`)).toEqual(list);
    expect(values(JSON.stringify({ memories: list }, null, 2))).toEqual(list);
  });

  it("a large one comes in slices, none of them much larger than its elements", () => {
    const list = Array.from({ length: 5_000 }, (_, i) => ({ i, text: 'words, [and] "more" '.repeat(20) }));
    const slices = listSlices(JSON.stringify(list))!;
    expect(slices.length).toBeGreaterThan(5);
    for (const slice of slices) expect(slice.length).toBeLessThan(300_000);
    expect(slices.flatMap((slice) => JSON.parse(slice) as unknown[])).toEqual(list);
  });

  it.each(["", "x", "7", '{"a": 1}', "[1, 2", "[1] 2", '{"results": [1]', '["a'])(
    "%j has no list that could be sliced",
    (text) => {
      expect(listSlices(text)).toBeNull();
    },
  );
});
