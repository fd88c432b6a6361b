import { expect, it } from "vitest";
import { parseSettings, resolveSettings } from "../settings.ts";

it("R328: no patterns of one's own by default, and those that are given are kept", () => {
  expect(resolveSettings({}).privacy).toMatchObject({ denyPatterns: [], prompts: [] });
  const privacy = { denyPatterns: ["ACME-\\d{6}", "项目[甲乙]"], files: ["NOTES.md"], prompts: ["Be kind."] };
  expect(resolveSettings({ privacy }).privacy).toEqual(privacy);
});

it.each([
  ["(", 'f: privacy.denyPatterns[0] is "(": not a regular expression. Invalid regular expression: /(/'],
  ["x*", 'f: privacy.denyPatterns[0] is "x*": it matches the empty text'],
  ["", 'f: privacy.denyPatterns[0] is ""; allowed: a non-empty string'],
  [5, "f: privacy.denyPatterns[0] is 5; allowed: a non-empty string"],
])("R328: refuses the pattern %j and says why", (pattern, message) => {
  expect(() => parseSettings({ privacy: { denyPatterns: [pattern] } }, "f")).toThrow(message);
});
