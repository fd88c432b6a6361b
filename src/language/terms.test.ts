import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { STOP_WORDS, terms } from "./terms.ts";

describe("terms", () => {
  it.each([
    ["Alice's cats", ["alic", "cat"]],
    ["Alice’s cats", ["alic", "cat"]],
    ["I don't like O'Brien", ["dont", "like", "obrien"]],
    ["don’t", ["dont"]],
    ["he'll think we're sure it's fine", ["think", "sure", "fine"]],
    ["She moved to Berlin in May", ["move", "berlin", "mai"]],
    ["no emojis, not one", ["no", "emoji", "not", "on"]],
    ["user_prefers_rust", ["user", "prefer", "rust"]],
    ["gpt4 v1.2 2024-05-12", ["gpt4", "v1", "2", "2024", "05", "12"]],
    ["tea tea TEA", ["tea", "tea", "tea"]],
    ["“Café” — naïve…", ["café", "naïve"]],
    ["Ｐｙｔｈｏｎ ﬁne", ["python", "fine"]],
    ["Я живу в Берлине", ["я", "живу", "в", "берлине"]],
    ["м'ята мʼята м’ята", ["мята", "мята", "мята"]],
    ["soft\u00adware", ["softwar"]],
    ["zero\u200bwidth", ["zero", "width"]],
    ["", []],
    [" \n\t", []],
    ["the of and", []],
  ])("%j gives %j", (text, expected) => {
    expect(terms(text)).toEqual(expected);
  });

  it.each(["👍", "❤️ 👨‍👩‍👧 🇩🇪 👍🏽", "1️⃣ #️⃣", "™ © ℃ + = $ €", "§ !?_-'\"`", "\ud800 \udc00", "\0", "\u0301"])(
    "symbols and noise give nothing: %j",
    (text) => {
      expect(terms(text)).toEqual([]);
    },
  );

  it("a symbol parts words and adds no letters", () => {
    expect(terms("Claude™ rocks")).toEqual(terms("Claude rocks"));
  });
});

describe("terms of scripts without spaces", () => {
  it("R307: two-character words are found inside a Chinese run", () => {
    expect(terms("我住在北京市朝阳区")).toEqual(expect.arrayContaining(["北京", "朝阳"]));
  });

  it("R307: gives every pair and the dictionary's longer words", () => {
    expect(terms("北京市")).toEqual(["北京", "京市", "北京市"]);
  });

  it("mixed scripts part at the border", () => {
    expect(terms("用 Python 写 FastAPI")).toEqual(["用", "python", "写", "fastapi"]);
    expect(terms("用Python写FastAPI")).toEqual(["用", "python", "写", "fastapi"]);
    expect(terms("2024年 iPhone手机 小明's")).toEqual(["2024", "年", "iphon", "手机", "小明"]);
  });

  it("a one-character word is found alone and inside a run", () => {
    expect(terms("猫")).toEqual(["猫"]);
    expect(terms("我养了一只猫")).toContain("猫");
  });

  it.each(["的", "我们", "什么", "為什麼", "了"])("the function word %s gives nothing", (word) => {
    expect(terms(word)).toEqual([]);
  });

  it("negation stays: 不吃辣", () => {
    expect(terms("不吃辣")).toEqual(expect.arrayContaining(["不吃", "吃辣"]));
  });

  it.each([
    ["ラーメンが好き", "ラーメン"],
    ["서울에서 살아요", "서울"],
    ["𠮷野家", "𠮷野"],
    ["ผมชอบภาษาไทย", "ภาษา"],
    ["ພາສາລາວ", "ລາວ"],
    ["ខ្ញុំស្រលាញ់អ្នក", "អ្នក"],
    ["မြန်မာစာ", "မြန်မာ"],
  ])("%s gives %s", (text, expected) => {
    expect(terms(text)).toContain(expected);
  });

  it.each([
    ["她住在哪个城市？上海吗", "小红去年搬到了上海"],
    ["where did Alice's sister move?", "Alice moved to Berlin"],
    ["谁会写 rust", "用户用Rust写后端"],
  ])("a question and its memory share a term: %j, %j", (query, memory) => {
    const indexed = new Set(terms(memory));
    expect(terms(query).some((term) => indexed.has(term))).toBe(true);
  });

  const han = fc.string({
    unit: fc.integer({ min: 0x4e00, max: 0x9fa5 }).map((c) => String.fromCodePoint(c)),
  });

  it("R307: any pair of Han characters that is no function word is found inside any run", () => {
    fc.assert(
      fc.property(
        han,
        han,
        fc.string({ unit: fc.constantFrom(..."北京猫茶写"), minLength: 2, maxLength: 2 }),
        (a, b, pair) => {
          expect(terms(a + pair + b)).toContain(pair);
        },
      ),
    );
  });
});

describe("any text", () => {
  const anyText = fc.oneof(
    fc.string({ unit: "binary", maxLength: 200 }),
    fc.string({ unit: "grapheme", maxLength: 200 }),
    fc
      .array(
        fc.constantFrom("北", "ー", "ไ", "\u0301", "'", "’", "ﬁ", "İ", "𠮷", "a", "\ud800", "\u3164", "s"),
        {
          maxLength: 150,
        },
      )
      .map((parts) => parts.join("")),
  );

  it("gives terms of letters, digits and marks, at most 64 long", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const term of terms(text)) {
          expect(term).toMatch(/^[\p{L}\p{N}\p{M}]{1,64}$/u);
          expect(term.length).toBeLessThanOrEqual(64);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it("gives the same terms in upper case and full width (Latin letters)", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."abcdefghij 123") }), (text) => {
        const wide = text.replace(/[a-z0-9]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0));
        expect(terms(text.toUpperCase())).toEqual(terms(text));
        expect(terms(wide)).toEqual(terms(text));
      }),
    );
  });

  it("gives the same terms by the short way for ASCII and by the long one", () => {
    const ascii = fc.string({ unit: fc.constantFrom(..."abcdefgnostuy's' .,_-+$12S"), maxLength: 80 });
    fc.assert(
      fc.property(ascii, (text) => {
        expect(terms(`${text} 猫`)).toEqual([...terms(text), "猫"]);
        expect(terms(text.replaceAll("'", "\u2019"))).toEqual(terms(text));
      }),
      { numRuns: 1000 },
    );
  });

  it("cuts what is longer than 64, never through a pair", () => {
    expect(terms("x1".repeat(100))).toEqual(["x1".repeat(32)]);
    expect(terms(`a${"𝼀".repeat(50)}`)).toEqual([`a${"𝼀".repeat(31)}`]);
  });

  it("names, months and negations are no stop words", () => {
    expect(["may", "will", "us", "mark", "no", "not", "不"].filter((word) => STOP_WORDS.has(word))).toEqual(
      [],
    );
  });
});
