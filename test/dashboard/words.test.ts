import { describe, expect, it } from "vitest";
import { en } from "../../dashboard/src/i18n/en.ts";
import { zh } from "../../dashboard/src/i18n/zh.ts";
import { plain } from "../../dashboard/src/ui/plain.ts";

describe("the words of the page", () => {
  it("have no marks of code, in either language", () => {
    for (const texts of [en, zh])
      for (const [key, text] of Object.entries(texts))
        expect([key, text]).toEqual([key, expect.not.stringContaining("`")]);
    expect(plain("`memoir keys create` makes one.")).toBe("“memoir keys create” makes one.");
  });

  it("say one thing in the singular: each has a plural beside it, with the same values", () => {
    const values = (text: string): string[] => [...(text.match(/\{\w+\}/g) ?? [])].sort();
    const singles = Object.keys(en).filter((key) => key.endsWith(".one"));
    expect(singles.length).toBeGreaterThan(8);
    for (const key of singles) {
      const many = (en as Record<string, string>)[key.slice(0, -".one".length)]!;
      expect(values(many)).toContain("{n}");
      for (const value of values((en as Record<string, string>)[key]!)) expect(values(many)).toContain(value);
    }
  });

  it("take the same values in Chinese as in English", () => {
    const values = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();
    for (const [key, text] of Object.entries(zh))
      expect([key, values(text)]).toEqual([key, values((en as Record<string, string>)[key]!)]);
  });
});
