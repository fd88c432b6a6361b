import { expect, it } from "vitest";
import { processIo } from "./io.ts";
import { createProgram } from "./program.ts";

const { signal } = new AbortController();
const program = createProgram(
  processIo(signal, () => signal),
  { self: "memoir", run: async () => undefined },
);

// Commander gives such an option to the program, and the command would never hear of it.
it("no command has an option that all commands have", () => {
  const everywhere = program.options.map(({ long }) => long);
  const commands = program.commands.flatMap((group) => [group, ...group.commands]);
  expect(commands.length).toBeGreaterThan(30);
  const twice = commands.flatMap((command) =>
    command.options
      .filter(({ long }) => everywhere.includes(long))
      .map(({ long }) => `${command.name()} ${long}`),
  );
  expect(twice).toEqual([]);
});
