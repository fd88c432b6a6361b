import { expect, test } from "vitest";
import { findings } from "./said.fixture.ts";

test.each([
  ["I keep kosher", "Alice keeps kosher. [diet]"],
  ["I go to a climbing gym", "Alice goes to a climbing gym. [habit:go climb gym]"],
  ["I play in a chess club", "Alice plays in a chess club. [habit:plai chess club]"],
  ["I drink oat milk", "Alice drinks oat milk. [habit:drink oat milk]"],
  ["I live near the harbour in Hamburg", "Alice lives near the harbour in Hamburg. [home]"],
  ["[private] I have two cats", "Alice has two cats. [pet:cat]"],
])("R273: what people tell of their days: %s", (text, expected) =>
  expect(findings(text)).toEqual([expected]),
);
