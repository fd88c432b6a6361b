import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

test("docs/testing.md shows the example that runs", () => {
  const example = read("examples/testing-a-bot.test.ts")
    .replace('"../src/index.ts"', '"memoir"')
    .replace('"../src/testing/index.ts"', '"memoir/testing"');
  expect(read("docs/testing.md")).toContain(`\`\`\`ts\n${example}\`\`\``);
});
