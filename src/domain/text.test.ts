import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { MemoirError } from "./errors.ts";
import {
  checkId,
  checkOptionalId,
  checkText,
  checkTime,
  cutSpan,
  ERASED,
  findWords,
  holdsHiddenText,
  LIMITS,
  visibleText,
  wellFormed,
} from "./text.ts";

function failure(act: () => unknown): MemoirError {
  try {
    act();
  } catch (error) {
    if (MemoirError.is(error)) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

describe("wellFormed", () => {
  it.each([
    ["plain", "plain"],
    ["小明 👍", "小明 👍"],
    ["cut \ud83d", "cut \ufffd"],
    ["\udc4d cut", "\ufffd cut"],
    ["a\0b", "a\ufffdb"],
    ["", ""],
  ])("%j becomes %j", (text, expected) => {
    expect(wellFormed(text)).toBe(expected);
  });

  it("always gives text that both databases keep, of the same length, once and for all", () => {
    const units = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 100 });
    fc.assert(
      fc.property(units, (codes) => {
        const text = String.fromCharCode(...codes);
        const clean = wellFormed(text);
        expect(clean.isWellFormed() && !clean.includes("\0")).toBe(true);
        expect(clean.length).toBe(text.length);
        expect(wellFormed(clean)).toBe(clean);
      }),
    );
  });
});

describe("checkText", () => {
  it.each(["a", " padded ", "换行\n", "مرحبا", "👍"])("takes %j as it is", (text) => {
    expect(checkText(text, "text", 100)).toBe(text);
  });

  it("repairs instead of refusing", () => {
    expect(checkText("half \ud83d", "text", 100)).toBe("half \ufffd");
  });

  it.each([undefined, null, 7, {}, ["a"], "", " \n\t", "\u3000"])("refuses %j, naming the path", (value) => {
    const error = failure(() => checkText(value, "messages[2].text", 100));
    expect(error.code).toBe("invalid_argument");
    expect(error.details).toEqual({ path: "messages[2].text" });
    expect(error.message).toContain("messages[2].text");
  });

  it("takes the limit and refuses one more, without repeating the text", () => {
    expect(checkText("a".repeat(LIMITS.memoryText), "text", LIMITS.memoryText)).toHaveLength(131_072);
    const error = failure(() => checkText("a".repeat(LIMITS.memoryText + 1), "text", LIMITS.memoryText));
    expect(error.code).toBe("too_large");
    expect(error.details).toEqual({ path: "text", limit: 131_072, length: 131_073 });
    expect(error.message.length).toBeLessThan(200);
  });
});

describe("checkId", () => {
  // biome-ignore format: a list
  it.each([
    "alice", " alice ", "a'b\"c`d", "guild/42", "100%", "a_b%c", "qq:FriendMessage:1", "'; DROP TABLE memory;--",
    "مرحبا", "\u202eevil", "👨‍👩‍👧", "ａｌｉｃｅ", "e\u0301", "a\nb", "a".repeat(256),
  ])("takes %j exactly as it is", (id) => {
    expect(checkId(id, "id")).toBe(id);
  });

  it.each([
    [undefined, "invalid_argument"],
    [null, "invalid_argument"],
    [42, "invalid_argument"],
    ["", "invalid_argument"],
    [" \t", "invalid_argument"],
    ["a\0b", "invalid_argument"],
    ["\ud83d", "invalid_argument"],
    ["a".repeat(257), "too_large"],
  ])("refuses %j with %s", (id, code) => {
    const error = failure(() => checkId(id, "user"));
    expect(error.code).toBe(code);
    expect(error.details.path).toBe("user");
    expect(error.message.isWellFormed()).toBe(true);
  });

  it("takes another limit", () => {
    expect(checkId("a".repeat(300), "id", 300)).toHaveLength(300);
    expect(failure(() => checkId("abcd", "id", 3)).details).toEqual({ path: "id", limit: 3, length: 4 });
  });

  it("either returns the very string or refuses it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (id) => {
        try {
          expect(checkId(id, "id")).toBe(id);
        } catch (error) {
          if (!MemoirError.is(error)) throw error;
          expect(id.trim() === "" || !id.isWellFormed() || id.includes("\0")).toBe(true);
        }
      }),
    );
  });
});

describe("checkOptionalId", () => {
  it("has none for undefined and null, and checks the rest", () => {
    expect(checkOptionalId(undefined, "thread")).toBeNull();
    expect(checkOptionalId(null, "thread")).toBeNull();
    expect(checkOptionalId("t1", "thread")).toBe("t1");
    expect(failure(() => checkOptionalId("", "thread")).code).toBe("invalid_argument");
  });
});

describe("checkTime", () => {
  it.each([
    [new Date(5), 5],
    [0, 0],
    [-1, -1],
    [1.9, 1],
    [-0.5, 0],
    ["1970-01-01T00:00:00.005Z", 5],
    ["2026-05-12", Date.UTC(2026, 4, 12)],
    ["2026-05-12T10:00:00+08:00", Date.UTC(2026, 4, 12, 2)],
    ["2026-05-12 10:00:00+0800", Date.UTC(2026, 4, 12, 2)],
    ["2026-05-12T10:00:00.123456Z", Date.UTC(2026, 4, 12, 10, 0, 0, 123)],
    ["0001-01-01T00:00:00Z", -62_135_596_800_000],
    ["9999-12-31T23:59:59.999Z", 253_402_300_799_999],
  ])("R322: %j is %d", (value, at) => {
    expect(checkTime(value, "at")).toBe(at);
  });

  // biome-ignore format: a list
  it.each([
    undefined, null, "", "yesterday", "昨天", "hello 3", "42", "May 2024", "12/05/2026", "2026-13-01", "99-01-01",
    Number.NaN, Number.POSITIVE_INFINITY, new Date(Number.NaN), 1n, {}, true,
    -62_135_596_800_001, 253_402_300_800_000, "0000-12-31T23:59:59Z", "+010000-01-01T00:00:00Z",
  ])("R322: refuses %s", (value) => {
    const error = failure(() => checkTime(value, "messages[0].at"));
    expect(error.code).toBe("invalid_argument");
    expect(error.details).toEqual({ path: "messages[0].at" });
  });

  it("R322: reads back every date it can write", () => {
    const date = fc.date({
      min: new Date("0001-01-01T00:00:00Z"),
      max: new Date("9999-12-31T23:59:59.999Z"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(date, (at) => {
        expect(checkTime(at.toISOString(), "at")).toBe(at.getTime());
        expect(checkTime(at, "at")).toBe(checkTime(at.getTime(), "at"));
      }),
    );
  });
});

const tagged = (text: string): string =>
  Array.from(text, (letter) => String.fromCodePoint(0xe0000 + letter.codePointAt(0)!)).join("");

describe("S13: what nobody sees", () => {
  test.each<[text: string, visible: string, hides: boolean]>([
    ["I live in Oslo.", "I live in Oslo.", false],
    ["我住在北京。", "我住在北京。", false],
    [`I like tea.${tagged("ignore this")}`, "I like tea.", true],
    ["I like\u200b tea.", "I like tea.", false],
    ["我喜\u2060欢茶。", "我喜欢茶。", false],
    ["a\u200b\u200c\u200b\u200cb", "ab", true],
    ["I like \u202eaet", "I like aet", true],
    ["\u2066I\u2069 like tea", "I like tea", false],
    ["\ufeffhello", "hello", false],
    ["tea\ufe0f\ufe0f\ufe0f\ufe0f\ufe0f", "tea\ufe0f", true],
    // Seen, or needed by what is seen.
    ["👩‍👩‍👧 and ❤️ and 👍🏽", "👩‍👩‍👧 and ❤️ and 👍🏽", false],
    ["🏴󠁧󠁢󠁥󠁮󠁧󠁿 wins", "🏴󠁧󠁢󠁥󠁮󠁧󠁿 wins", false],
    ["می‌خواهم", "می‌خواهم", false],
    ["क्‍ष", "क्‍ष", false],
    ["\u200fשלום", "\u200fשלום", false],
    ["葛\u{e0100}", "葛\u{e0100}", false],
  ])("%j", (text, visible, hides) => {
    expect(visibleText(text)).toBe(visible);
    expect(visibleText(visible)).toBe(visible);
    expect(holdsHiddenText(text)).toBe(hides);
  });
});

describe("cutSpan (C18)", () => {
  const text = "I live in Berlin and I like tea";

  it("replaces the words and leaves the rest", () => {
    expect(cutSpan(text, [0, 16]).text).toBe("[erased] and I like tea");
    expect(cutSpan("我住在柏林，喜欢喝茶", [0, 5]).text).toBe("[erased]，喜欢喝茶");
  });

  it.each<[string, [number, number], [number, number], string]>([
    ["behind", [0, 16], [21, 31], "I like tea"],
    ["before", [21, 31], [0, 16], "I live in Berlin"],
  ])("a span that lies %s still says the same", (_where, cut, other, words) => {
    const { text: left, move } = cutSpan(text, cut);
    const [start, end] = move(other);
    expect(left.slice(start, end)).toBe(words);
  });

  it("never leaves a span outside of the text, whatever overlaps", () => {
    const span = fc.tuple(fc.nat(40), fc.nat(40)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), span, span, (words, cut, other) => {
        const result = cutSpan(words, cut);
        const [start, end] = result.move([
          Math.min(other[0], words.length),
          Math.min(other[1], words.length),
        ]);
        expect(result.text).toContain(ERASED);
        expect(start).toBeGreaterThanOrEqual(0);
        expect(end).toBeGreaterThanOrEqual(start);
        expect(end).toBeLessThanOrEqual(result.text.length);
      }),
    );
  });
});

describe("findWords", () => {
  it.each<[string, string, [number, number][]]>([
    [
      "I live in Berlin. berlin!",
      "Berlin",
      [
        [10, 16],
        [18, 24],
      ],
    ],
    ["Also call me Al", "Al", [[13, 15]]],
    [
      "她叫小明，小明住北京",
      "小明",
      [
        [2, 4],
        [5, 7],
      ],
    ],
    ["name:小明x", "小明", [[5, 7]]],
    [
      "they/them (they/them)",
      "they/them",
      [
        [0, 9],
        [11, 20],
      ],
    ],
    ["C++ and C", "C++", [[0, 3]]],
    ["nothing here", "Berlin", []],
    ["anything", "  ", []],
  ])("C18: %j: where %j stands", (text, words, expected) => {
    expect(findWords(text, words)).toEqual(expected);
  });

  it("finds every text in itself, whatever it holds", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", minLength: 1 }).filter((s) => s.trim() !== ""),
        (text) => {
          const [first] = findWords(text, text);
          expect(first).toBeDefined();
          expect(text.slice(...(first as [number, number]))).toBe(text.trim());
        },
      ),
    );
  });
});
