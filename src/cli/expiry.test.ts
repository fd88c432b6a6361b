import { expect, it } from "vitest";
import { expiry } from "./expiry.ts";

const now = new Date("2025-06-15T12:00:00Z");

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
  ["tomorrow", /--expires must be/],
  ["7", /--expires must be/],
  ["2025-06-15T11:59Z", /in the past/],
  ["0d", /in the past/],
])("refuses %s", (text, message) => {
  expect(() => expiry(text, now)).toThrow(message);
});
