import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { configurationPage } from "./support/configuration-page.ts";

const PAGE = fileURLToPath(new URL("../docs/configuration.md", import.meta.url));

it("docs/configuration.md is what the schema says; UPDATE=1 writes it", () => {
  const page = configurationPage();
  if (process.env.UPDATE === "1") writeFileSync(PAGE, page);
  expect(readFileSync(PAGE, "utf8")).toBe(page);
});
