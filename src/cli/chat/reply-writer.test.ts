import pc from "picocolors";
import { expect, it } from "vitest";
import { replyWriter } from "./view.ts";

function written(columns: number, pieces: readonly string[]): string {
  let text = "";
  const writer = replyWriter({ colors: pc.createColors(false), columns }, (part) => {
    text += part;
  });
  for (const piece of pieces) writer.say(piece);
  writer.end();
  return text;
}

const WIDE = Number.POSITIVE_INFINITY;

it.each<[what: string, columns: number, pieces: string[], expected: string]>([
  ["nothing", 80, [], "bot › \n"],
  ["one line", WIDE, ["Hello", " there."], "bot › Hello there.\n"],
  ["lines under each other", 80, ["a\nb", "\n\nc"], "bot › a\n      b\n      \n      c\n"],
  ["breaks between words", 16, ["one two ", "three four"], "bot › one two\n      three four\n"],
  ["a word longer than the line", 12, ["a abcdefghijkl b"], "bot › a\n      abcdefghijkl\n      b\n"],
  ["a word in pieces", 12, ["ab", "cd", "ef", "gh"], "bot › abcdefgh\n"],
  ["Chinese, two columns each", 14, ["你好 世界", " 再见"], "bot › 你好\n      世界\n      再见\n"],
  ["no colours of the model's own", 80, ["\u001b[31mred"], "bot › ␛[31mred\n"],
])("%s", (_what, columns, pieces, expected) => {
  expect(written(columns, pieces)).toBe(expected);
});
