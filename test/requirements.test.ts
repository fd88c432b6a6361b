import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { explained, named, PAGE, requirementsPage } from "./support/requirements-page.ts";

it("docs/reference/requirements.md names the tests of each requirement; UPDATE=1 writes it", () => {
  const before = readFileSync(PAGE, "utf8");
  const page = requirementsPage(before);
  if (process.env.UPDATE === "1") writeFileSync(PAGE, page);
  expect(readFileSync(PAGE, "utf8")).toBe(page);
});

it("every number in a title is explained there", () => {
  const known = explained(readFileSync(PAGE, "utf8"));
  expect(known.size).toBe(330 + 8 + 31);
  expect([...named()].filter((code) => !known.has(code))).toEqual([]);
});
