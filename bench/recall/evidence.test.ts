import { describe, expect, it } from "vitest";
import { messageIds } from "./beam.ts";
import { turnIds } from "./locomo.ts";

describe("gold labels, however they are written", () => {
  it.each([
    [["D1:3"], ["D1:3"]],
    [["D8:6; D9:17"], ["D8:6", "D9:17"]],
    [
      ["D1:18", "D1:20"],
      ["D1:18", "D1:20"],
    ],
    [["D30:05"], ["D30:5"]],
    [["D"], []],
    ["D4:1", ["D4:1"]],
    [undefined, []],
  ])("LoCoMo %j → %j", (evidence, expected) => {
    expect(turnIds(evidence)).toEqual(expected);
  });

  it.each([
    [
      [58, 24],
      ["58", "24"],
    ],
    [{ first_statement: [58], second_statement: [24] }, ["58", "24"]],
    [{ a: { b: [1] }, c: 2 }, ["1", "2"]],
    [undefined, []],
    [null, []],
  ])("BEAM %j → %j", (sources, expected) => {
    expect(messageIds(sources)).toEqual(expected);
  });
});
