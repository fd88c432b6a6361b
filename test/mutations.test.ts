import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { MUTATIONS, mutated } from "../scripts/lib/mutate.js";

const read = (file: string): string =>
  readFileSync(fileURLToPath(new URL(`../${file}`, import.meta.url)), "utf8");

describe("mutations, which `npm run prove mutations` runs", () => {
  it.each(MUTATIONS)("$requirement: $file still says what is to be broken", (mutation) => {
    expect(mutated(mutation, read(mutation.file))).not.toBe(read(mutation.file));
    for (const file of mutation.tests)
      expect(read(file)).toMatch(new RegExp(`\\b${mutation.requirement}\\b`));
  });

  it("a row that the source has left behind is named", () => {
    const row = { requirement: "R0", file: "src/a.ts", text: "a + b", instead: "a", tests: [] };
    expect(mutated(row, "return a + b;")).toBe("return a;");
    const says = (times: number): string =>
      `test/mutations.json, R0: src/a.ts has "a + b" ${times} times instead of once. Correct the row.`;
    expect(() => mutated(row, "return b;")).toThrow(says(0));
    expect(() => mutated(row, "a + b; a + b;")).toThrow(says(2));
  });
});
