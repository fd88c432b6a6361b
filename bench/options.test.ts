import { describe, expect, it } from "vitest";
import { benchOptions, chosen } from "./options.ts";

describe("benchOptions", () => {
  it("has a default for everything", () => {
    expect(benchOptions([])).toEqual({
      data: undefined,
      only: [],
      limit: null,
      half: null,
      cache: undefined,
      rebuild: false,
      floor: false,
      fit: false,
      errata: false,
      firstPerson: false,
      words: false,
      rows: 1_000_000,
    });
  });

  it("takes a list in either way", () => {
    expect(benchOptions(["--only", "beam,locomo", "--only", "memdaily"]).only).toEqual([
      "beam",
      "locomo",
      "memdaily",
    ]);
  });

  it.each([
    [["--limit", "0"], "--limit"],
    [["--rows", "many"], "--rows"],
    [["--half", "first"], "even or odd"],
    [["--nonsense"], "nonsense"],
  ])("%j is refused", (args, said) => {
    expect(() => benchOptions(args)).toThrow(said);
  });
});

describe("chosen", () => {
  it("keeps the order of all, and refuses what is not among them", () => {
    expect(chosen(["c", "a"], ["a", "b", "c"])).toEqual(["a", "c"]);
    expect(chosen([], ["a", "b"])).toEqual(["a", "b"]);
    expect(() => chosen(["d"], ["a", "b"])).toThrow('a, b, got "d"');
  });
});
