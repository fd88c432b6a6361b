import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Span } from "../../domain/text.ts";
import { askedPart } from "./asked-part.ts";

/** Each word is a token, which asks where it stands between brackets. */
function read(marked: string): { text: string; spans: (Span | null)[]; odds: number[] } {
  const spans: (Span | null)[] = [null];
  const odds = [0];
  let text = "";
  let asks = false;
  for (const [piece] of marked.matchAll(/[[\]]|\p{sc=Han}|[^[\]\s\p{sc=Han}]{1,40}|\s/gu)) {
    if (piece === "[" || piece === "]") asks = piece === "[";
    else {
      if (piece.trim() !== "") {
        spans.push([text.length, text.length + piece.length]);
        odds.push(asks ? 3 : -3);
      }
      text += piece;
    }
  }
  return { text, spans, odds };
}

function partOf(marked: string): string | null {
  const { text, spans, odds } = read(marked);
  const part = askedPart(text, spans, odds);
  return part === null ? null : text.slice(...part);
}

describe("the words of a message that ask", () => {
  it.each([
    ["what a day. [which bus goes to the clinic?]", "which bus goes to the clinic?"],
    ["[which bus goes to the clinic?] i am so done with this week", "which bus goes to the clinic?"],
    ["so tired today. [which bus goes] to [the clinic?] anyway, rain again", "which bus goes to the clinic?"],
    ["今天累死了，[我说的牙医叫什么来着]", "我说的牙医叫什么来着"],
    ["[which bus goes to the clinic?]", null],
    ["hey [which bus goes to the clinic?]", null],
    ["nothing to see in here today", null],
    ["", null],
  ])("%s", (marked, part) => {
    expect(partOf(marked)).toBe(part);
  });

  it("are whole words, where a part of one is a token", () => {
    const text = "such a long tiring day, whats the dentistry called";
    const spans: (Span | null)[] = [
      null,
      [0, 4],
      [7, 11],
      [12, 18],
      [19, 22],
      [26, 29],
      [30, 33],
      [34, 41],
      null,
    ];
    const odds = [0, -3, -3, -3, -3, 3, 3, 3, 0];
    expect(text.slice(...askedPart(text, spans, odds)!)).toBe("whats the dentistry");
  });

  it("are a stretch of the text, whatever its tokens say", () => {
    const token = fc.tuple(fc.nat(60), fc.nat(12), fc.double({ min: -9, max: 9, noNaN: true }));
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), fc.array(token, { maxLength: 12 }), (text, tokens) => {
        const sorted = tokens.filter(([start]) => start < text.length).sort(([a], [b]) => a - b);
        const spans = sorted.map(([start, size]): Span => [start, Math.min(text.length, start + size + 1)]);
        const part = askedPart(
          text,
          spans,
          sorted.map(([, , odds]) => odds),
        );
        if (part === null) return;
        expect(part[0]).toBeGreaterThanOrEqual(0);
        expect(part[1]).toBeLessThanOrEqual(text.length);
        expect(part[0]).toBeLessThan(part[1]);
      }),
    );
  });
});
