import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = new URL("../", import.meta.url);

/** The titles of all tests, as they are written. */
function titles(): string {
  return ["src", "test"]
    .flatMap((folder) =>
      readdirSync(new URL(`${folder}/`, root), { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".test.ts"))
        .map((file) => readFileSync(fileURLToPath(new URL(`${folder}/${file}`, root)), "utf8")),
    )
    .flatMap((code) => [...code.matchAll(/"((?:S\d+[,:–][^"]*))"/g)].map(([, title]) => title))
    .join("\n");
}

test("every threat that docs/security.md lists has a test that names it", () => {
  const page = readFileSync(new URL("docs/security.md", root), "utf8");
  const listed = [...page.matchAll(/^\| (S\d+) +\|/gm)].map(([, number]) => number!);
  expect(listed).toHaveLength(23);
  const tested = titles();
  const untested = listed.filter((number) => !new RegExp(`\\b${number}[,:–]`).test(tested));
  expect(untested).toEqual([]);
});
