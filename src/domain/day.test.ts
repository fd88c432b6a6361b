import { describe, expect, it } from "vitest";
import { boundsOf, dayAndHour, daysBefore, isZone } from "./day.ts";

const at = (iso: string): number => Date.parse(iso);

describe("days (R105, R310)", () => {
  it.each([
    ["UTC", "2026-05-12T23:59:59.999Z", "2026-05-12", "2026-05-12-23"],
    ["UTC", "2026-05-13T00:00:00Z", "2026-05-13", "2026-05-13-00"],
    ["Asia/Shanghai", "2026-05-12T16:00:00Z", "2026-05-13", "2026-05-13-00"],
    ["America/New_York", "2026-05-12T03:59:59Z", "2026-05-11", "2026-05-11-23"],
  ])("in %s, %s is %s", (zone, iso, day, bucket) => {
    expect(dayAndHour(zone, at(iso))).toEqual({ day, bucket });
  });

  it.each([
    ["UTC", "2026-05-12", "2026-05-12T00:00:00Z", "2026-05-13T00:00:00Z"],
    ["Asia/Kolkata", "2026-05-12", "2026-05-11T18:30:00Z", "2026-05-12T18:30:00Z"],
    // 23 and 25 hours.
    ["Europe/Berlin", "2026-03-29", "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z"],
    ["Europe/Berlin", "2026-10-25", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z"],
    // Clocks went forward at midnight: this day begins at one o'clock.
    ["America/Havana", "2026-03-08", "2026-03-08T05:00:00Z", "2026-03-09T04:00:00Z"],
    // A day that Samoa left out.
    ["Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00Z", "2011-12-30T10:00:00Z"],
  ])("in %s, %s is from %s to %s", (zone, day, from, until) => {
    expect(boundsOf(zone, day)).toEqual({ from: at(from), until: at(until) });
  });

  it("counts back over months and leap days", () => {
    expect(daysBefore("2026-03-01", 1)).toBe("2026-02-28");
    expect(daysBefore("2028-03-01", 1)).toBe("2028-02-29");
    expect(daysBefore("2026-01-06", 6)).toBe("2025-12-31");
    expect(daysBefore("2026-12-31", -1)).toBe("2027-01-01");
  });

  it("knows zones", () => {
    expect(isZone("Europe/Berlin")).toBe(true);
    expect(isZone("Berlin")).toBe(false);
  });
});
