import { describe, expect, it } from "vitest";
import { slotOf } from "./schema.ts";

describe("slots of a model", () => {
  it.each<[told: string | null, slot: string | null]>([
    ["home", "home"],
    [" Job ", "job"],
    ["likes:Coffee", "likes:coffe"],
    ["likes: the coffee", "likes:coffe"],
    ["allergy:peanuts", "allergy:peanut"],
    ["likes:咖啡", "likes:咖啡"],
    ["has：一只猫", "has:猫"],
    ["likes", null],
    ["likes:", null],
    ["mood", null],
    ["mood:good", null],
    ["constructor", null],
    [`likes:${"x".repeat(100)}`, null],
    ["", null],
    [null, null],
  ])("%j is %j", (told, slot) => {
    expect(slotOf(told)).toBe(slot);
  });
});
