import { type Command, CommanderError, Help } from "commander";
import { PRESET_NAMES } from "../api/preset-name.ts";
import { type Host, MemoirCommand, unknownCommand } from "./command.ts";
import { loadCommands } from "./command-table.ts";
import { refuseServer } from "./context.ts";
import { EXIT, type ExitCode, fail } from "./failure.ts";
import { type GlobalFlags, type Io, packageInfo, processIo } from "./io.ts";
import { createOutput } from "./output.ts";

/** The command line: takes the words behind `memoir`, gives the exit code. */
export async function main(argv: string[]): Promise<number> {
  const interrupted = new AbortController();
  const terminated = new AbortController();
  // Only the first signal is a polite one; the second ends the process as usual.
  const stopBy = (stopping: AbortController) => (): void => {
    forgetSignals();
    stopping.abort();
  };
  const interrupt = stopBy(interrupted);
  const terminate = stopBy(terminated);
  const forgetSignals = (): void => {
    process.off("SIGINT", interrupt);
    process.off("SIGTERM", terminate);
  };
  process.on("SIGINT", interrupt);
  // The reader of a pipe may leave early, as `head` does.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
  try {
    const io = processIo(interrupted.signal, () => {
      process.on("SIGTERM", terminate);
      return terminated.signal;
    });
    return await run(argv, io);
  } finally {
    forgetSignals();
  }
}

/** The same with everything around it given, for tests. */
export async function run(argv: readonly string[], io: Io): Promise<ExitCode> {
  let code: ExitCode = EXIT.ok;
  const host: Host = {
    self: io.self,
    run: async (work) => {
      const flags = program.opts<GlobalFlags>();
      code = (await work({ io, flags, out: createOutput(io, flags) })) || EXIT.ok;
    },
  };
  const program = createProgram(io, host);
  try {
    await addCommands(program, argv, io, host);
    if (argv.length === 0) {
      program.outputHelp();
      return EXIT.ok;
    }
    await program.parseAsync(argv, { from: "user" });
    return code;
  } catch (error) {
    return fail(replaceHelpError(error, argv, program), io, {
      json: argv.includes("--json"),
      command: commandIn(argv, program),
    });
  }
}

/** `help nope` is commander's way to show all help as an error; here it says what there is not. */
function replaceHelpError(error: unknown, argv: readonly string[], program: Command): unknown {
  const isHelp = error instanceof CommanderError && error.code === "commander.help" && error.exitCode !== 0;
  if (!isHelp) return error;
  const at = argv.indexOf("help");
  const group = program.commands.find((one) => one.name() === argv[at - 1]) ?? program;
  return new CommanderError(1, "commander.unknownCommand", unknownCommand(argv[at + 1] ?? "", group));
}

/** The command whose help to suggest; parsing may have failed before it was known. */
function commandIn(argv: readonly string[], program: Command): string {
  const find = (word: string, among: Command): Command | undefined =>
    among.commands.find((one) => one.name() === word);
  const at = argv.findIndex((word) => find(word, program) !== undefined);
  const command = find(argv[at] ?? "", program);
  if (command === undefined) return "";
  const inner = argv.slice(at + 1).find((word) => find(word, command) !== undefined);
  return inner === undefined ? command.name() : `${command.name()} ${inner}`;
}

/**
 * The program with the options that all commands have; `addCommands` gives it the commands. It throws instead of leaving
 * the process, and prints through `io` alone.
 */
export function createProgram(io: Io, host: Host): Command {
  const program = new MemoirCommand(host, "memoir")
    .description("Long-term memory for chatbots: every memory has evidence.")
    .version(packageInfo().version, "--version", "show the version")
    .helpOption("-h, --help", "show this help")
    .helpCommand("help [command]", "Show the help of a command.")
    .option("--json", "print one JSON document; errors as JSON on stderr")
    .option(
      "--database <database>",
      'a path, ":memory:" or a postgres:// URL (default: MEMOIR_DATABASE, else ./memoir.db)',
    )
    .option("--server <url>", "work on a running server instead of a database (default: MEMOIR_SERVER)")
    .option("--api-key <key>", "the server's key; better in MEMOIR_KEY, where no list of processes shows it")
    .option("--config <file>", "a config file (default: memoir.config.json, .yaml or .yml, if there is one)")
    .choice(
      "--preset <name>",
      "the settings to begin with (default: MEMOIR_PRESET, else default)",
      PRESET_NAMES,
    )
    .option(
      "--tenant <name>",
      "the tenant, where several share a database (default: MEMOIR_TENANT, else default)",
    )
    .option("--model <name>", "the language model, as provider/model (default: MEMOIR_MODEL, else none)")
    .option(
      "--embedder <name>",
      "what finds by meaning: local, none or provider/model (default: MEMOIR_EMBEDDER, else local)",
    )
    .option("--user <id>", "the memory of this user (default: MEMOIR_USER, else me)")
    .option("--group <id>", "the memory of this group")
    .option("--project <id>", "the memory of this project")
    .option("--global", "the memory that belongs to nobody in particular")
    .addHelpText(
      "after",
      `\nExamples:\n  ${host.self} add "I take my tea without sugar"\n  ${host.self} search "how do I take my tea?"\n  ${host.self} tour`,
    );
  program.hook("preAction", (_, action) => {
    const [outermost = action] = [action, action.parent].filter((one) => one?.parent === program);
    refuseServer(program.opts<GlobalFlags>(), (outermost ?? action).name());
  });
  return printing(program, io);
}

/** Adds the command that `argv` names, or all of them: the help, the completion and a mistyped name need them. */
export async function addCommands(
  program: Command,
  argv: readonly string[],
  io: Io,
  host: Host,
): Promise<void> {
  for (const command of await loadCommands(commandNamed(program, argv), host)) {
    for (const subcommand of [command, ...command.commands]) printing(subcommand, io);
    program.addCommand(command);
  }
}

/** The command of `memoir search …` and `memoir help search`. */
function commandNamed(program: Command, argv: readonly string[]): string | undefined {
  try {
    const { operands } = program.parseOptions([...argv]);
    return operands[0] === "help" ? operands[1] : operands[0];
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) throw error; // --version
    return undefined; // parsing all of it says what is wrong
  }
}

function printing(command: Command, io: Io): Command {
  return command
    .exitOverride()
    .configureHelp({ showGlobalOptions: true, formatHelp: commandsFirst })
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      // `fail` says it, in our own form.
      writeErr: () => undefined,
      outputError: () => undefined,
      getOutHelpWidth: () => io.stdout.columns ?? 80,
      getErrHelpWidth: () => io.stderr.columns ?? 80,
    });
}

/** Whoever asks for help looks for a command first; commander would begin with the options. */
function commandsFirst(command: Command, helper: Help): string {
  const sections = Help.prototype.formatHelp.call(helper, command, helper).split("\n\n");
  const isCommands = (section: string): boolean => section.startsWith("Commands:");
  const options = sections.findIndex((section) => section.startsWith("Options:"));
  const others = sections.filter((section) => !isCommands(section)).map((section) => section.trimEnd());
  const commands = sections.filter(isCommands).map((section) => section.trimEnd());
  return `${[...others.slice(0, options), ...commands, ...others.slice(options)].join("\n\n")}\n`;
}
