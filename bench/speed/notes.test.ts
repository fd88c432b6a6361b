import { describe, expect, it } from "vitest";
import { notes } from "./notes.ts";

describe("notes", () => {
  const made = notes(2_000, 1);

  it("are of the length of what people tell a bot, and no two are alike", () => {
    expect(new Set(made.map(({ text }) => text)).size).toBe(made.length);
    const lengths = made.map(({ text }) => text.length);
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(90);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(280);
  });

  it("are the same for the same seed", () => {
    expect(notes(50, 3)).toEqual(notes(50, 3));
    expect(notes(50, 3)).not.toEqual(notes(50, 4));
  });
});
