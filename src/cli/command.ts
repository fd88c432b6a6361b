import { Command, InvalidArgumentError, Option } from "commander";
import { nearest } from "../domain/arguments.ts";
import type { MemoryFilter } from "../index.ts";
import type { Context, Worked } from "./context.ts";
import { type AtTenant, atScope, atTenant, type OpenCommand, type Opening } from "./open.ts";
import { pastMoment } from "./options.ts";

export interface Host {
  /** Runs a command's work once its arguments are read. */
  run(work: (context: Context) => Worked): Promise<void>;
  /** For the examples in its help. */
  readonly self: string;
}

type Parse = (value: string, before: never) => unknown;

/** A command as ours are declared: on commander's own, the option and the actions that they share. */
export class MemoirCommand extends Command {
  readonly #host: Host;

  constructor(host: Host, name: string) {
    super(name);
    this.#host = host;
  }

  choice(flags: string, help: string, choices: readonly string[], usual?: string): this {
    return this.addOption(new Option(flags, help).choices(choices).default(usual));
  }

  /** An option whose value reaches the action under the name of the call's option. */
  named<Options>(name: keyof Options & string, flags: string, help: string, parse?: Parse): this {
    const option = new Option(flags, help);
    option.attributeName = () => name;
    if (parse !== undefined) option.argParser(parse as (value: string, before: unknown) => unknown);
    return this.addOption(option);
  }

  /** A repeatable option: its values are a list of the call. */
  list<Options>(name: keyof Options & string, flags: string, help: string): this {
    return this.named<Options>(name, flags, `${help}; may be given several times`, several);
  }

  /** `--since` and `--until`, as filters of the call. */
  span(): this {
    const since = "only from then on: a date, a time (UTC unless it says), or 12h, 7d, 4w ago";
    return this.named<MemoryFilter>(
      "createdAfter",
      "--since <when>",
      since,
      pastMoment("--since"),
    ).named<MemoryFilter>("createdBefore", "--until <when>", "only before then", pastMoment("--until"));
  }

  run<Args extends unknown[]>(work: (context: Context, ...args: Args) => Worked): this {
    return this.action((...args: Args) => this.#host.run((context) => work(context, ...args)));
  }

  /** Its action, if it is about one scope. */
  inScope<Args extends unknown[]>(opening: Opening, work: (at: OpenCommand, ...args: Args) => Worked): this {
    return this.run((context, ...args: Args) => atScope(context, opening, (at) => work(at, ...args)));
  }

  /** Its action, if it is about the tenant of a database that is there. */
  inTenant<Args extends unknown[]>(work: (at: AtTenant, ...args: Args) => Worked): this {
    return this.run((context, ...args: Args) =>
      atTenant(context, { creates: false }, (at) => work(at, ...args)),
    );
  }
}

/** A command with its one-line purpose and examples that work as they stand. */
export function newCommand(
  host: Host,
  name: string,
  purpose: string,
  examples: readonly [string, string],
): MemoirCommand {
  const exampleLines = examples.map((example) => `  ${host.self} ${example}`).join("\n");
  return new MemoirCommand(host, name)
    .description(purpose)
    .helpOption("-h, --help", "show this help")
    .addHelpText("after", `\nExamples:\n${exampleLines}`);
}

/** A command with subcommands. Called alone it does what its first one does. */
export function groupCommand(
  group: MemoirCommand,
  [first, ...others]: readonly [MemoirCommand, ...MemoirCommand[]],
): MemoirCommand {
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
  const suggestion = nearest(
    word,
    group.commands.map((command) => command.name()),
  );
  return `unknown command '${word}'${suggestion === undefined ? "" : `\n(Did you mean ${suggestion}?)`}`;
}

export const ID_HELP = "its id, or at least the first six characters of it";

/** `--reason` of a change of policies. */
export const REASON_OPTION = ["--reason <words>", "why, for the record"] as const;

/** `--limit` of a list that may be long. */
export function limitOption(usual: number): Option {
  return new Option("--limit <n>", "how many").argParser(wholeNumber(1, 1_000_000)).default(usual);
}

/** For commander: the words of a text that was given with or without quotes. */
export function joinWords(parts: readonly string[]): string {
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

export function unitNumber(value: string): number {
  const number = Number(value);
  if (value.trim() !== "" && number >= 0 && number <= 1) return number;
  throw new InvalidArgumentError("It must be a number from 0 to 1.");
}

function several(value: string, before: readonly string[] | undefined): string[] {
  return [...(before ?? []), value];
}
