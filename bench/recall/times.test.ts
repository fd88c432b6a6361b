import { describe, expect, it } from "vitest";
import { beamTime, locomoTime, memdailyTime } from "./times.ts";

describe("times of the data sets", () => {
  it.each([
    [locomoTime, "1:56 pm on 8 May, 2023", "2023-05-08T13:56:00.000Z"],
    [locomoTime, "12:09 am on 13 September, 2023", "2023-09-13T00:09:00.000Z"],
    [locomoTime, "12:30 pm on 1 January, 2024", "2024-01-01T12:30:00.000Z"],
    [beamTime, "March-15-2024", "2024-03-15T09:00:00.000Z"],
    [memdailyTime, "2024年04月01日 周一 08:39", "2024-04-01T08:39:00.000Z"],
  ])("%o: %s is %s", (read, text, expected) => {
    expect(new Date(read(text)).toISOString()).toBe(expected);
  });

  it.each([locomoTime, beamTime, memdailyTime])("%o refuses what it cannot read", (read) => {
    expect(() => read("yesterday")).toThrow("yesterday");
  });
});
