import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ImportSource } from "../../domain/arguments.ts";
import { MemoirError } from "../../domain/errors.ts";
import { inputLines } from "./input-lines.ts";

async function linesOf(source: ImportSource, longest?: number): Promise<string[]> {
  const lines: string[] = [];
  for await (const { text, ended } of inputLines(source, longest)) lines.push(ended ? `${text}|` : text);
  return lines;
}

describe("inputLines", () => {
  it.each<[string[], string[]]>([
    [[], []],
    [[""], []],
    [["a\nb\n"], ["a|", "b|"]],
    [["a\nb"], ["a|", "b"]],
    [
      ["a", "\n", "\nb\n"],
      ["a|", "|", "b|"],
    ],
    [["a\r\nb\u2028c\rd\n"], ["a\r|", "b\u2028c\rd|"]],
    [["茶🍵\n"], ["茶🍵|"]],
  ])("R71: %j is %j", async (pieces, lines) => {
    expect(await linesOf(pieces)).toEqual(lines);
    expect(await linesOf(pieces.map((piece) => new TextEncoder().encode(piece)))).toEqual(lines);
  });

  it("R71: the pieces in which it comes do not matter", async () => {
    const text = fc.string({ unit: fc.constantFrom("a", "\n", "茶", "🍵", "\r") });
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 5 }), async (whole, size) => {
        const bytes = new TextEncoder().encode(whole);
        const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
          bytes.subarray(i * size, (i + 1) * size),
        );
        expect(await linesOf(pieces)).toEqual(await linesOf([whole]));
      }),
    );
  });

  it("a text or bytes alone are one piece", async () => {
    expect(await linesOf("a\nb\n" as unknown as ImportSource)).toEqual(["a|", "b|"]);
    expect(await linesOf(Buffer.from("a\n") as unknown as ImportSource)).toEqual(["a|"]);
  });

  it.each<[string, unknown, string, RegExp]>([
    ["no UTF-8", [Buffer.from([0x61, 0x0a, 0xff, 0x0a])], "invalid_argument", /line 1/],
    ["half a character at the end", [Buffer.from([0xe8, 0x8c])], "invalid_argument", /no UTF-8/],
    ["a line without an end", ["a\n", "b".repeat(60)], "too_large", /Line 2 is longer than 50/],
    ["a number", 7, "invalid_argument", /stream/],
    ["a list of numbers", [7], "invalid_argument", /stream/],
  ])("%s is refused", async (_what, source, code, says) => {
    const error: unknown = await linesOf(source as ImportSource, 50).catch((reason: unknown) => reason);
    expect(MemoirError.is(error) && error.code).toBe(code);
    expect((error as Error).message).toMatch(says);
  });
});
