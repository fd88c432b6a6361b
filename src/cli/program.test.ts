import type { Command } from "commander";
import { expect, it } from "vitest";
import type { Host } from "./command.ts";
import { processIo } from "./io.ts";
import { addCommands, createProgram } from "./main.ts";

const { signal } = new AbortController();
const io = processIo(signal, () => signal);
const host: Host = { self: "memoir", run: async () => undefined };

async function programFor(...argv: string[]): Promise<Command> {
  const program = createProgram(io, host);
  await addCommands(program, argv, io, host);
  return program;
}

function namesOf({ commands }: Command): string[] {
  return commands.map((command) => command.name());
}

// Commander gives such an option to the program, and the command would never hear of it.
it("no command has an option that all commands have", async () => {
  const program = await programFor();
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

it("loads only the command that is asked for, under the name that it has", async () => {
  const names = namesOf(await programFor());
  for (const name of names.filter((name) => name !== "completion")) {
    expect(namesOf(await programFor(name))).toEqual([name]);
  }
});

it.each([
  [["--user", "add", "search", "tea"], ["search"]],
  [["search", "--limit", "3", "add"], ["search"]],
  [["help", "search"], ["search"]],
  [["search", "--help"], ["search"]],
])("of %j it loads %j", async (argv, expected) => {
  expect(namesOf(await programFor(...argv))).toEqual(expected);
});

it.each([
  [["--help"]],
  [["help"]],
  [["serch", "tea"]],
  [["--nope", "search"]],
  [["--preset", "nope", "search"]],
  [["completion", "bash"]],
])("%j needs all commands", async (argv) => {
  expect(namesOf(await programFor(...argv))).toEqual(namesOf(await programFor()));
});
