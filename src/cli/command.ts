import { Command, InvalidArgumentError } from "commander";
import { nearest } from "../domain/arguments.ts";
import type { Host } from "./context.ts";

/** A command with its one-line purpose and examples that work as they stand. */
export function newCommand(
  { self }: Host,
  name: string,
  purpose: string,
  examples: readonly [string, string],
): Command {
  const shown = examples.map((example) => `  ${self} ${example}`).join("\n");
  return new Command(name)
    .description(purpose)
    .helpOption("-h, --help", "show this help")
    .addHelpText("after", `\nExamples:\n${shown}`);
}

/** A command that has commands of its own. Called alone it does what its first one does. */
export function groupCommand(group: Command, [first, ...others]: readonly [Command, ...Command[]]): Command {
  group
    .helpCommand("help [command]", "Show the help of a command.")
    .usage("[options] [command]")
    .argument("[command]")
    .allowExcessArguments()
    .action(async (word: string | undefined) => {
      if (word === undefined) await first.parseAsync([], { from: "user" });
      else group.error(unknownCommand(word, group), { code: "commander.unknownCommand" });
    });
  for (const command of [first, ...others]) group.addCommand(command);
  return group;
}

/** As commander says it, which says it only where a command does nothing alone, and not of `help`. */
export function unknownCommand(word: string, group: Command): string {
  const meant = nearest(
    word,
    group.commands.map((command) => command.name()),
  );
  return `unknown command '${word}'${meant === undefined ? "" : `\n(Did you mean ${meant}?)`}`;
}

export const ID_HELP = "its id, or at least the first six characters of it";

/** For commander: the words of a text that was given with or without quotes. */
export function words(parts: readonly string[]): string {
  return parts.join(" ");
}

export function wholeNumber(from: number, to: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= from && number <= to) return number;
    throw new InvalidArgumentError(`It must be a whole number from ${from} to ${to}.`);
  };
}

/** The key of a memory. A server's key has another option, and must not be stored for one. */
export function memoryKey(value: string): string {
  if (!value.startsWith("mk_")) return value;
  throw new InvalidArgumentError("This is a key of a server: give it with --api-key or in MEMOIR_KEY.");
}

export function unit(value: string): number {
  const number = Number(value);
  if (value.trim() !== "" && number >= 0 && number <= 1) return number;
  throw new InvalidArgumentError("It must be a number from 0 to 1.");
}

/** Collects an option that may be given several times. */
export function several(value: string, before: readonly string[] | undefined): string[] {
  return [...(before ?? []), value];
}
