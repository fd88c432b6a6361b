import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { cliPage, examplesOf, wholeProgram } from "./support/reference/cli-page.ts";
import { configurationPage } from "./support/reference/configuration-page.ts";
import { errorsPage } from "./support/reference/errors-page.ts";
import { httpPage } from "./support/reference/http-page.ts";
import { shellWords } from "./support/shell-words.ts";

describe("the reference is what the source says; UPDATE=1 writes it", () => {
  it.each([
    ["cli.md", cliPage],
    ["http.md", httpPage],
    ["configuration.md", configurationPage],
    ["errors.md", errorsPage],
  ])("docs/reference/%s", async (name, made) => {
    const file = fileURLToPath(new URL(`../docs/reference/${name}`, import.meta.url));
    const page = await made();
    if (process.env.UPDATE === "1") writeFileSync(file, page);
    expect(readFileSync(file, "utf8")).toBe(page);
  });
});

it("every example of the help is a call that the command takes", async () => {
  const program = await wholeProgram();
  const commands = program.commands.flatMap((group) => [group, ...group.commands]);
  const examples = new Set(commands.flatMap(examplesOf));
  expect(examples.size).toBeGreaterThan(100);
  for (const example of examples) {
    const [, ...words] = shellWords(example.replace(/ (?:[<|]|>>?) ?.*$/, ""));
    // Commander throws where an option or an argument does not exist; nothing is carried out.
    await (await wholeProgram()).parseAsync(words, { from: "user" });
  }
});
