import type { Command, Option } from "commander";

/** Something that can be typed, and what it is for. */
export interface Word {
  readonly name: string;
  readonly about: string;
}

export interface Flag {
  /** `--json`, `-h`: all its spellings. */
  readonly names: readonly string[];
  readonly about: string;
  /** Whether a value follows it. */
  readonly takes: boolean;
  /** The values there are; none when any will do. */
  readonly choices: readonly string[];
}

/** A place in a command line: behind the commands of its path. */
export interface Spot {
  /** `keys create`; empty right behind `memoir`. */
  readonly path: string;
  readonly words: readonly Word[];
  readonly flags: readonly Flag[];
}

export interface Completion {
  /** The options of every command. */
  readonly everywhere: readonly Flag[];
  readonly spots: readonly Spot[];
}

/** All that the program understands, read off the program itself. */
export function completionOf(program: Command): Completion {
  return { everywhere: flagsOf(program), spots: spotsOf(program, "") };
}

function spotsOf(command: Command, path: string): Spot[] {
  const commands = command.createHelp().visibleCommands(command);
  const words = commands.map((one) => ({ name: one.name(), about: one.description() }));
  const own: Spot = {
    path,
    words: [...words, ...choicesOf(command)],
    // The program's own are there everywhere.
    flags: path === "" ? [] : flagsOf(command),
  };
  const below = (name: string): string => (path === "" ? name : `${path} ${name}`);
  const inner = commands.flatMap((one) =>
    one.name() === "help"
      ? [{ path: below("help"), words: words.filter(({ name }) => name !== "help"), flags: [] }]
      : spotsOf(one, below(one.name())),
  );
  return [own, ...inner];
}

/** The choices of its arguments. */
function choicesOf(command: Command): Word[] {
  return command.registeredArguments.flatMap(({ argChoices, description }) =>
    (argChoices ?? []).map((name) => ({ name, about: description })),
  );
}

function flagsOf(command: Command): Flag[] {
  return command
    .createHelp()
    .visibleOptions(command)
    .map((option: Option) => ({
      names: [option.short, option.long].filter((name) => name !== undefined),
      about: option.description,
      takes: option.required || option.optional,
      choices: option.argChoices ?? [],
    }));
}

/** The spellings of all options that a value follows: what comes next is no command. */
export function takingNames({ everywhere, spots }: Completion): string[] {
  const flags = [...everywhere, ...spots.flatMap((spot) => spot.flags)].filter(({ takes }) => takes);
  return [...new Set(flags.flatMap(({ names }) => names))].sort();
}

/** From one spot to the next: `["keys create", "keys create"]`, and from the first one `[" keys", "keys"]`. */
export function stepsOf({ spots }: Completion): [seen: string, path: string][] {
  return spots
    .filter(({ path }) => path !== "")
    .map(({ path }) => [path.includes(" ") ? path : ` ${path}`, path]);
}

/** Each option whose values are known, where it stands: `["keys create --role", ["read", …]]`. */
export function choicesByFlag({
  everywhere,
  spots,
}: Completion): [place: string, choices: readonly string[]][] {
  return spots.flatMap(({ path, flags }) =>
    [...everywhere, ...flags].flatMap(({ names, choices }) =>
      choices.length === 0
        ? []
        : names.map((name): [string, readonly string[]] => [`${path} ${name}`, choices]),
    ),
  );
}

/** A word as every shell takes it. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
