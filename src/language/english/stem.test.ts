import { describe, expect, it } from "vitest";
import { stem } from "./stem.ts";

/** The examples of Porter's paper by step, each carried through all five steps. */
const PUBLISHED: Readonly<Record<string, string>> = {
  "1a": "caresses caress, ponies poni, ties ti, caress caress, cats cat",
  "1b": `feed feed, agreed agre, plastered plaster, bled bled, motoring motor, sing sing, conflated conflat,
    troubled troubl, sized size, hopping hop, tanned tan, falling fall, hissing hiss, fizzed fizz,
    failing fail, filing file`,
  "1c": "happy happi, sky sky",
  "2": `relational relat, conditional condit, rational ration, valenci valenc, hesitanci hesit,
    digitizer digit, conformabli conform, radicalli radic, differentli differ, vileli vile,
    analogousli analog, vietnamization vietnam, predication predic, operator oper, feudalism feudal,
    decisiveness decis, hopefulness hope, callousness callous, formaliti formal, sensitiviti sensit,
    sensibiliti sensibl`,
  "3": `triplicate triplic, formative form, formalize formal, electriciti electr, electrical electr,
    hopeful hope, goodness good`,
  "4": `revival reviv, allowance allow, inference infer, airliner airlin, gyroscopic gyroscop,
    adjustable adjust, defensible defens, irritant irrit, replacement replac, adjustment adjust,
    dependent depend, adoption adopt, homologou homolog, communism commun, activate activ,
    angulariti angular, homologous homolog, effective effect, bowdlerize bowdler`,
  "5": "probate probat, rate rate, cease ceas, controll control, roll roll",
  "whole words": `generalizations gener, oscillators oscil, connected connect, connecting connect,
    connection connect, connections connect`,
  departures: "is is, by by, as as, archaeology archaeolog, possibly possibl",
  "y as vowel and consonant": "toy toi, syzygy syzygi, say sai, yes ye, enjoying enjoi, yyy yyi",
};

const CASES = Object.entries(PUBLISHED).flatMap(([group, pairs]) =>
  pairs.split(",").map((pair) => [group, ...pair.trim().split(" ")] as [string, string, string]),
);

describe("stem", () => {
  it.each(CASES)("Porter %s: %s → %s", (_group, word, expected) => {
    expect(stem(word)).toBe(expected);
  });

  it("makes the forms of one word meet", () => {
    expect(new Set(["move", "moved", "moves", "moving"].map(stem)).size).toBe(1);
    expect(new Set(["recommend", "recommended", "recommendation"].map(stem)).size).toBe(1);
  });

  it("takes a very long run of y in one pass", () => {
    expect(stem("y".repeat(64))).toHaveLength(64);
  });
});
