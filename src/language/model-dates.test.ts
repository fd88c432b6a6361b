import { describe, expect, it } from "vitest";
import { readDate } from "./languages.ts";

describe("dates of a model", () => {
  it.each<[told: string | null, start: string | null, end: string | null]>([
    ["2026-06-16", "2026-06-16T00:00:00.000Z", "2026-06-17T00:00:00.000Z"],
    [" 2026-6-1 ", "2026-06-01T00:00:00.000Z", "2026-06-02T00:00:00.000Z"],
    ["2026-12", "2026-12-01T00:00:00.000Z", "2027-01-01T00:00:00.000Z"],
    ["2026", "2026-01-01T00:00:00.000Z", "2027-01-01T00:00:00.000Z"],
    ["2026-06-16T10:30:00Z", "2026-06-16T10:30:00.000Z", "2026-06-16T10:30:00.000Z"],
    ["2026-06-16 10:30", "2026-06-16T10:30:00.000Z", "2026-06-16T10:30:00.000Z"],
    ["2026-06-16T10:30:00+02:00", "2026-06-16T08:30:00.000Z", "2026-06-16T08:30:00.000Z"],
    ["2026-06-31", null, null],
    ["2026-13-01", null, null],
    ["2026-06-16T99:99", null, null],
    // A model that writes words where ISO was asked for is understood where they name a whole date.
    ["June 2026", "2026-06-01T00:00:00.000Z", "2026-07-01T00:00:00.000Z"],
    ["16 June 2026", "2026-06-16T00:00:00.000Z", "2026-06-17T00:00:00.000Z"],
    ["2026年6月", "2026-06-01T00:00:00.000Z", "2026-07-01T00:00:00.000Z"],
    ["June", null, null],
    ["around June 2026", null, null],
    ["tomorrow", null, null],
    ["0001-01-01", null, null],
    ["9999-12-31", null, null],
    ["", null, null],
    [null, null, null],
  ])("%j", (told, start, end) => {
    const read = (edge: "start" | "end"): string | null => {
      const at = readDate(told, edge);
      return at === null ? null : new Date(at).toISOString();
    };
    expect([read("start"), read("end")]).toEqual([start, end]);
  });
});
