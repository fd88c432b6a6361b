import { describe, expect, it } from "vitest";
import { gists } from "./gist.ts";

const of = (text: string, slot: string | null = null): string[] => gists({ text, subject: "alice", slot });
const share = (a: readonly string[], b: readonly string[]): boolean => a.some((one) => b.includes(one));

describe("gists", () => {
  it.each([
    ["Alice lives in Oslo.", "Alice's home is in Oslo.", null],
    ["Alice lives in Oslo.", "Alice is based in Oslo", "home"],
    ["Alice is allergic to peanuts.", "Alice has a peanut allergy.", "allergy:peanut"],
    ["Alice loves tea.", "Alice really likes tea", null],
    ["Alice住在奥斯陆。", "Alice家在奥斯陆", null],
    ["Alice对花生过敏。", "Alice花生过敏", "allergy:花生"],
  ])("C18: %s and %s are one", (a, b, slot) => {
    expect(share(of(a, slot), of(b, slot))).toBe(true);
  });

  it.each([
    ["Alice lives in Oslo.", "Alice lives in Rome.", "home"],
    ["Alice lives in Oslo.", "Alice does not live in Oslo.", "home"],
    ["Alice likes tea.", "Alice hates tea.", "likes:tea"],
    ["Alice lives in Oslo.", "Alice wants to live in Oslo.", null],
    ["Alice has two dogs.", "Alice has three dogs.", null],
    ["Alice住在奥斯陆。", "Alice不住在奥斯陆。", "home"],
    ["Alice住在奥斯陆。", "Alice住在北京。", "home"],
  ])("%s and %s are two", (a, b, slot) => {
    expect(share(of(a, slot), of(b, slot))).toBe(false);
  });

  it("says nothing of what says nothing, or of what is too long to read", () => {
    expect(of("Alice")).toEqual([]);
    expect(of("…")).toEqual([]);
    expect(of("Alice lives in Oslo. ".repeat(40))).toEqual([]);
  });
});
