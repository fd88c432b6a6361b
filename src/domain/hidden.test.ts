import { describe, expect, test } from "vitest";
import { holdsHiddenText, visibleOnly } from "./hidden.ts";

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
    expect(visibleOnly(text)).toBe(visible);
    expect(visibleOnly(visible)).toBe(visible);
    expect(holdsHiddenText(text)).toBe(hides);
  });
});
