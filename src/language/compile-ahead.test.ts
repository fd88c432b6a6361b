import { expect, it } from "vitest";
import { chinese } from "./chinese/chinese.ts";
import { compileAhead } from "./compile-ahead.ts";
import { english } from "./english/english.ts";
import { MASK_EXPRESSIONS } from "./shared/mask.ts";

const stepsFor = (text: string): number => [...compileAhead([text])].length;

it("takes one step for each expression, and only for texts of a width that was not met before", () => {
  const once = stepsFor("I moved to Bergen.");
  expect(once).toBeGreaterThan(english.expressions.length + chinese.expressions.length);
  expect(stepsFor("My café is closed.")).toBe(0);
  // A text in other letters needs them all again, one in Latin-1 does not.
  expect(stepsFor("我搬到了卑尔根。")).toBe(once);
  expect(stepsFor("I’m back.")).toBe(0);
});

it("leaves every expression as it was", () => {
  for (const expression of [...MASK_EXPRESSIONS, ...english.expressions, ...chinese.expressions]) {
    expect(expression.lastIndex, expression.source).toBe(0);
  }
});
