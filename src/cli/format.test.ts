import { expect, it } from "vitest";
import { ago, bytes, countText, dueIn, duration, momentText, utc } from "./format.ts";

const now = new Date("2025-06-15T12:00:00Z");
const back = (ms: number): Date => new Date(now.getTime() - ms);

it.each([
  [0, "just now"],
  [59_000, "just now"],
  [60_000, "1 min ago"],
  [3_599_000, "59 min ago"],
  [3_600_000, "1 h ago"],
  [86_400_000, "1 d ago"],
  [29 * 86_400_000, "29 d ago"],
  [30 * 86_400_000, "2025-05-16"],
  [-7 * 86_400_000 + 5_000, "in 7 d"],
  [-31 * 86_400_000, "2025-07-16"],
])("%i ms before now is %s", (ms, expected) => {
  expect(ago(back(ms), now)).toBe(expected);
});

it("writes times in UTC", () => {
  expect(utc(now)).toBe("2025-06-15 12:00 UTC");
  expect(momentText(back(120_000), now)).toBe("2025-06-15 11:58 UTC (2 min ago)");
  expect(momentText(new Date("2024-01-01T00:00:00Z"), now)).toBe("2024-01-01 00:00 UTC");
});

it.each([
  [0, "0 B"],
  [999, "999 B"],
  [4_096, "4.1 kB"],
  [123_456, "123 kB"],
  [84_500_000_000, "84.5 GB"],
])("%i bytes are %s", (size, expected) => {
  expect(bytes(size)).toBe(expected);
});

it("counts", () => {
  expect([countText(0, "memory", "memories"), countText(1, "memory", "memories")]).toEqual([
    "0 memories",
    "1 memory",
  ]);
});

it.each([
  [0, "0 ms"],
  [999, "999 ms"],
  [1_250, "1.3 s"],
  [59_900, "59 s"],
  [60_000, "1 min"],
  [3_600_000, "1 h"],
  [50 * 3_600_000, "2 d"],
])("%i ms take %s", (ms, expected) => {
  expect(duration(ms)).toBe(expected);
});

it("says when something is due", () => {
  expect([dueIn(now, now), dueIn(back(1_000), now), dueIn(back(-25_000), now)]).toEqual([
    "now",
    "now",
    "in 25 s",
  ]);
});
