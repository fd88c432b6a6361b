import type { Argument, Command, Option } from "commander";
import type { Host } from "../../../src/cli/command.ts";
import { processIo } from "../../../src/cli/io.ts";
import { addCommands, createProgram } from "../../../src/cli/main.ts";
import { code, table } from "./table.ts";

const INTRO = `# Commands

Every command with its arguments and options. Generated from the definitions that print \`memoir help COMMAND\`; [cli.md](../cli.md)
is the guide. In a checkout, write \`npm exec memoir --\` in place of \`memoir\`.

Ids may be cut to their first six characters. Times are dates (\`2027-01-31\`), times (\`2027-01-31T18:00Z\`) or spans (\`12h\`, \`7d\`, \`4w\`).
`;

/** The whole program, with every command. */
export async function wholeProgram(): Promise<Command> {
  const { signal } = new AbortController();
  const io = processIo(signal, () => signal);
  const host: Host = { self: "memoir", run: async () => undefined };
  const program = createProgram(io, host);
  await addCommands(program, [], io, host);
  return program;
}

/** The page as the commands are defined now. */
export async function cliPage(): Promise<string> {
  const program = await wholeProgram();
  const links = program.commands.map((command) => `[${command.name()}](#${command.name()})`).join(" · ");
  const everywhere = `## Options of every command\n\n${optionTable(program.options)}`;
  return `${[INTRO.trimEnd(), links, everywhere, "## Commands", ...program.commands.map(section)].join("\n\n")}\n`;
}

function section(command: Command): string {
  const inner = command.commands.filter((one) => one.name() !== "help");
  const own = inner.length === 0 ? about(command) : `${command.description()}`;
  return [
    `### ${command.name()}`,
    own,
    ...inner.map((one) => `#### ${command.name()} ${one.name()}\n\n${about(one)}`),
  ].join("\n\n");
}

function about(command: Command): string {
  const options = command.options.filter(({ hidden }) => !hidden);
  const rows = [...command.registeredArguments.map(argumentRow), ...options.map(optionRow)];
  return [
    command.description(),
    ...(rows.length === 0 ? [] : [table(["argument or option", "meaning"], rows)]),
    `\`\`\`sh\n${examplesOf(command).join("\n")}\n\`\`\``,
  ].join("\n\n");
}

function optionTable(options: readonly Option[]): string {
  return table(["option", "meaning"], options.map(optionRow));
}

function argumentRow(argument: Argument): string[] {
  const name = `${argument.name()}${argument.variadic ? "…" : ""}`;
  return [code(argument.required ? name.toUpperCase() : `[${name.toUpperCase()}]`), withChoices(argument)];
}

function optionRow(option: Option): string[] {
  return [code(option.flags), withChoices(option)];
}

function withChoices(given: Pick<Option, "description" | "argChoices" | "defaultValue">): string {
  const { description, argChoices, defaultValue } = given;
  const choices = argChoices === undefined ? "" : `: ${argChoices.map(code).join(", ")}`;
  const usual =
    defaultValue === undefined || defaultValue === false ? "" : ` (default: ${String(defaultValue)})`;
  return `${description}${choices}${usual}`;
}

/** The examples of a command's help. */
export function examplesOf(command: Command): string[] {
  let help = "";
  const before = command.configureOutput();
  command.configureOutput({ ...before, writeOut: (text) => (help += text) });
  command.outputHelp();
  command.configureOutput(before);
  const [, examples = ""] = help.split("\nExamples:\n");
  return examples
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
