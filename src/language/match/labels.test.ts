import { expect, it } from "vitest";
import { compareClaims } from "./compare.ts";
import { isLabelled } from "./labels.ts";

it.each([
  ["Task 1: deploy", true],
  ["Tea number 7", true],
  ["Alice's flight is LH123", true],
  ["Fact 17 about Alice", true],
  ["The second claim is wrong", true],
  ["第二条规则是保持安静", true],
  ["Ticket a3-12-4 is closed", true],
  ["Alice won 2-1", false],
  ["Alice is 34", false],
  ["Alice has 2 cats", false],
  ["Alice earns 500 euros", false],
  ["Alice runs 5 km every morning", false],
  ["爱丽丝有两只猫", false],
])("%s: %s", (text, expected) => {
  expect(isLabelled(text)).toBe(expected);
});

it.each([
  ["Task 1: deploy", "Task 2: deploy", false],
  ["Tea number 1", "Tea number 2", false],
  ["Ticket a3-12-4 is closed", "Ticket a3-4-12 is closed", false],
  ["Alice's locker code is 12-34", "Alice's locker code is 34-12", true],
  ["Alice is 34", "Alice is 35", true],
  ["Alice has 2 cats", "Alice has 3 cats", true],
  ["爱丽丝有两只猫", "爱丽丝有三只猫", true],
])("%s, then %s: news about one thing: %s", (a, b, update) => {
  expect(compareClaims(a, b, null).relation === "update").toBe(update);
});

it("another order of numbers is another thing", () => {
  expect(compareClaims("Claim 0 2", "Claim 2 0", null).relation).not.toBe("same");
  expect(compareClaims("Claim 0 2", "Claim 0 2.", null).relation).toBe("same");
});

it.each([
  ["Meeting 11 is in room 11.", "Meeting 1 is in room 1."],
  ["Room 44 has 44 beds", "Room 4 has 4 beds"],
  ["11号房有11张床", "1号房有1张床"],
])("a number is not two smaller ones written together: %s, %s", (a, b) => {
  expect(compareClaims(a, b, null)).toMatchObject({ richer: null });
  expect(compareClaims(a, b, null).relation).not.toBe("same");
});
