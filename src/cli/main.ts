import { type Command, CommanderError } from "commander";
import { unknownCommand } from "./command.ts";
import type { Host } from "./context.ts";
import { EXIT, type ExitCode } from "./exit-codes.ts";
import { fail } from "./failure.ts";
import type { GlobalFlags } from "./flags.ts";
import { type Io, processIo } from "./io.ts";
import { createOutput } from "./output.ts";
import { addCommands, createProgram } from "./program.ts";

/** The command line: takes the words behind `memoir`, gives the exit code. */
export async function main(argv: string[]): Promise<number> {
  const interrupted = new AbortController();
  const terminated = new AbortController();
  // Only the first signal is a polite one; the second ends the process as usual.
  const interrupt = (): void => {
    forgetSignals();
    interrupted.abort();
  };
  const terminate = (): void => {
    forgetSignals();
    terminated.abort();
  };
  const forgetSignals = (): void => {
    process.off("SIGINT", interrupt);
    process.off("SIGTERM", terminate);
  };
  process.on("SIGINT", interrupt);
  // The reader of a pipe may leave early, as `head` does.
  const quiet = (error: NodeJS.ErrnoException): void => {
    if (error.code !== "EPIPE") throw error;
  };
  process.stdout.on("error", quiet);
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
      code = (await work({ io, flags, out: createOutput(io, flags) })) ?? EXIT.ok;
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
    return fail(told(error, argv, program), io, {
      json: argv.includes("--json"),
      command: commandIn(argv, program),
    });
  }
}

/** `help nope` is commander's way to show all help as an error; here it says what there is not. */
function told(error: unknown, argv: readonly string[], program: Command): unknown {
  const isHelp = error instanceof CommanderError && error.code === "commander.help" && error.exitCode !== 0;
  if (!isHelp) return error;
  const at = argv.indexOf("help");
  const group = program.commands.find((one) => one.name() === argv[at - 1]) ?? program;
  return new CommanderError(1, "commander.unknownCommand", unknownCommand(argv[at + 1] ?? "", group));
}

/** The command whose help to suggest; parsing may have failed before it was known. */
function commandIn(argv: readonly string[], program: Command): string {
  const named = (word: string, among: Command): Command | undefined =>
    among.commands.find((one) => one.name() === word);
  const at = argv.findIndex((word) => named(word, program) !== undefined);
  const command = named(argv[at] ?? "", program);
  if (command === undefined) return "";
  const inner = argv.slice(at + 1).find((word) => named(word, command) !== undefined);
  return inner === undefined ? command.name() : `${command.name()} ${inner}`;
}
