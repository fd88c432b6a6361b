import { describe, expect, it } from "vitest";
import { expiry, pastTime } from "./options.ts";

const now = new Date("2025-06-15T12:00:00Z");

describe("expiry", () => {
  it.each([
    ["12h", "2025-06-16T00:00:00.000Z"],
    ["7d", "2025-06-22T12:00:00.000Z"],
    ["4w", "2025-07-13T12:00:00.000Z"],
    ["2025-12-31", "2025-12-31T00:00:00.000Z"],
    ["2025-12-31T10:00+02:00", "2025-12-31T08:00:00.000Z"],
  ])("%s", (text, expected) => {
    expect(expiry(text, now).toISOString()).toBe(expected);
  });

  it.each([
    ["tomorrow", /--expires must be a date/],
    ["7", /--expires must be a date/],
    ["2025-06-15T11:59Z", /in the past/],
    ["0d", /in the past/],
  ])("refuses %s", (text, message) => {
    expect(() => expiry(text, now)).toThrow(message);
  });
});

describe("pastTime", () => {
  it.each([
    ["12h", "2025-06-15T00:00:00.000Z"],
    ["7d", "2025-06-08T12:00:00.000Z"],
    ["2025-01-31", "2025-01-31T00:00:00.000Z"],
    ["2025-01-31T18:00", "2025-01-31T18:00:00.000Z"],
    ["2026-01-01", "2026-01-01T00:00:00.000Z"],
  ])("%s", (text, expected) => {
    expect(pastTime(text, "--since", now).toISOString()).toBe(expected);
  });

  it.each(["yesterday", "昨天", "", "-7d"])("refuses %j", (text) => {
    expect(() => pastTime(text, "--since", now)).toThrow(/--since must be a date/);
  });
});
