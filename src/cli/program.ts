import { Command, Help, Option } from "commander";
import { PRESETS } from "../presets/index.ts";
import { addCommand } from "./commands/add.ts";
import { benchCommand } from "./commands/bench.ts";
import { chatCommand } from "./commands/chat.ts";
import { completionCommand } from "./commands/completion.ts";
import { compressCommand } from "./commands/compress.ts";
import { digestCommand } from "./commands/digest.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { endCommand } from "./commands/end.ts";
import { exportCommand } from "./commands/export.ts";
import { flushCommand } from "./commands/flush.ts";
import { forgetCommand } from "./commands/forget.ts";
import { importCommand } from "./commands/import.ts";
import { installCommand } from "./commands/install.ts";
import { jobsCommand } from "./commands/jobs.ts";
import { keysCommand } from "./commands/keys.ts";
import { listCommand } from "./commands/list.ts";
import { logCommand } from "./commands/log.ts";
import { markdownCommand } from "./commands/markdown.ts";
import { mcpCommand } from "./commands/mcp.ts";
import { modelsCommand } from "./commands/models.ts";
import { observeCommand } from "./commands/observe.ts";
import { policyCommand } from "./commands/policy.ts";
import { queryCommand } from "./commands/query.ts";
import { reviewCommand } from "./commands/review.ts";
import { searchCommand } from "./commands/search.ts";
import { serveCommand } from "./commands/serve.ts";
import { showCommand } from "./commands/show.ts";
import { tellCommand } from "./commands/tell.ts";
import { timelineCommand } from "./commands/timeline.ts";
import { tourCommand } from "./commands/tour.ts";
import { undoCommand } from "./commands/undo.ts";
import { upkeepCommand } from "./commands/upkeep.ts";
import { whyCommand } from "./commands/why.ts";
import { workCommand } from "./commands/work.ts";
import type { Host } from "./context.ts";
import type { GlobalFlags } from "./flags.ts";
import type { Io } from "./io.ts";
import { packageInfo } from "./package-info.ts";
import { refuseServer } from "./server-of.ts";

/** Puts the commands together. It throws instead of leaving the process, and prints through `io` alone. */
export function createProgram(io: Io, host: Host): Command {
  const program = new Command("memoir")
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
    .addOption(
      new Option(
        "--preset <name>",
        "the settings to begin with (default: MEMOIR_PRESET, else default)",
      ).choices(Object.keys(PRESETS)),
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
  const commands = [
    addCommand,
    chatCommand,
    observeCommand,
    flushCommand,
    endCommand,
    compressCommand,
    timelineCommand,
    listCommand,
    showCommand,
    whyCommand,
    searchCommand,
    queryCommand,
    digestCommand,
    tellCommand,
    reviewCommand,
    logCommand,
    forgetCommand,
    undoCommand,
    exportCommand,
    importCommand,
    markdownCommand,
    serveCommand,
    mcpCommand,
    installCommand,
    keysCommand,
    policyCommand,
    modelsCommand,
    jobsCommand,
    upkeepCommand,
    workCommand,
    doctorCommand,
    benchCommand,
    tourCommand,
    completionCommand,
  ];
  for (const command of commands) program.addCommand(command(host));
  program.hook("preAction", (_, action) => {
    const [outermost = action] = [action, action.parent].filter((one) => one?.parent === program);
    refuseServer(program.opts<GlobalFlags>(), (outermost ?? action).name());
  });
  for (const one of [program, ...program.commands.flatMap((group) => [group, ...group.commands])]) {
    one
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
  return program;
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
