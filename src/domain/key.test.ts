import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { factKey } from "./key.ts";

/** The published definition, over BigInt: another way to the same hash. */
function fnv(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  }
  return `h_${hash.toString(16).padStart(16, "0")}`;
}

describe("factKey", () => {
  it.each([
    ["User prefers Rust", "user_prefers_rust"],
    ["user_prefers_rust", "user_prefers_rust"],
    ["project_picobot_stack", "project_picobot_stack"],
    ["  Likes\t\ttea,\n  not coffee!  ", "likes_tea_not_coffee"],
    ["Alice's dog -- Rex", "alices_dog_rex"],
    ["__a___b__", "a_b"],
    ["Ｆｕｌｌ　Ｗｉｄｔｈ", "full_width"],
    ["ﬁnal ﬂight", "final_flight"],
    ["用户喜欢喝茶。", "用户喜欢喝茶"],
    ["「小明」，住在 北京！", "小明住在_北京"],
    ["Café", "café"],
    ["Cafe\u0301", "café"],
    ["costs 5 € + 3 $", "costs_5_3"],
    ["line\u0085break", "line_break"],
    ["soft\u00adhyphen", "softhyphen"],
    ["I ❤️ Berlin", "i_berlin"],
    ["a\0b", "ab"],
    ["Straße", "straße"],
    ["İstanbul", "i\u0307stanbul"],
  ])("R16, R301: %j becomes %j", (text, key) => {
    expect(factKey(text)).toBe(key);
  });

  it("R16: keeps the first 128 characters", () => {
    expect(factKey("a".repeat(500))).toBe("a".repeat(128));
    expect(factKey("茶".repeat(500))).toBe("茶".repeat(128));
  });

  it("R16: the cut leaves no dangling separator and no half surrogate pair", () => {
    expect(factKey(`${"a".repeat(127)} b`)).toBe("a".repeat(127));
    expect(factKey(`${"a".repeat(127)}𠮷`)).toBe("a".repeat(127));
    expect(factKey(`${"a".repeat(126)}𠮷b`)).toBe(`${"a".repeat(126)}𠮷`);
  });

  it.each(["!", "?!", "👍", "❤️", "。。。", ""])("R301: %j, which leaves nothing, gets a hash", (text) => {
    expect(factKey(text)).toBe(fnv(text.normalize("NFKC")));
  });

  it("R301: different texts without letters get different keys, the same ones meet", () => {
    expect(factKey("👍")).not.toBe(factKey("👎"));
    expect(factKey("❤️")).not.toBe(factKey("☀️"));
    expect(factKey(" 👍\n")).toBe(factKey("👍"));
  });

  it("C31: is idempotent over every code point of the first two planes", () => {
    const bad: string[] = [];
    for (let point = 0; point <= 0x1ffff; point += 1) {
      const key = factKey(`a${String.fromCodePoint(point)}B`);
      if (factKey(key) !== key) bad.push(point.toString(16));
    }
    expect(bad).toEqual([]);
  });

  // biome-ignore format: a list
  const awkward = fc.constantFrom(
    "\ud800", "\udc00", "İ", "ß", "ẞ", "ﬁ", "Σ", "ς", "\u0301", "\u0307", "\u0323", "\u0345", "-", "_", " ",
    "\0", "´", "\u200d", "\ufe0f", "㈱", "½", "Å", "ᄀ", "ᅡ", "ᆨ", "\u1160", "e", "I", "北",
  );
  const anyText = fc.oneof(
    fc.string({ unit: "binary", maxLength: 300 }),
    fc.string({ unit: "grapheme", maxLength: 300 }),
    fc.array(awkward, { maxLength: 200 }).map((parts) => parts.join("")),
    fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 200 }).map((u) => String.fromCharCode(...u)),
  );

  it("C31, R301: any text gives a clean key that is its own key", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const key = factKey(text);
        expect(factKey(key)).toBe(key);
        expect(key.length).toBeGreaterThan(0);
        expect(key.length).toBeLessThanOrEqual(128);
        expect(key.isWellFormed()).toBe(true);
        expect(key).not.toMatch(/^_|_$|__|[\p{White_Space}\p{S}\p{C}]|(?!_)\p{P}/u);
      }),
      { numRuns: 2000 },
    );
  });
});
