import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { Argument } from "commander";
import { invalidArgument } from "../../domain/errors.ts";
import type { Environment } from "../../runtime/environment.ts";
import { type Host, type MemoirCommand, newCommand } from "../command.ts";
import { type Context, serverOf } from "../context.ts";
import type { ConfigFormat, ServerEntry } from "../install/edit-file.ts";
import { packageFolder } from "../io.ts";
import { configOf, databaseFile, scopeFlags, scopeFromFlags } from "../open.ts";

export function installCommand(host: Host): MemoirCommand {
  return newCommand(host, "install", "Give an MCP client this memory: write it into the client's own file.", [
    "install claude-code",
    "install cursor --here --project website",
  ])
    .addArgument(new Argument("<client>", "the program to set up").choices(CLIENTS.map(({ name }) => name)))
    .option("--here", "for the current folder only (default: for all of your work)")
    .option("--dry-run", "show what would change, and change nothing")
    .run((context, name: string, { here = false, dryRun = false }: { here?: boolean; dryRun?: boolean }) =>
      install(context, CLIENTS.find((one) => one.name === name)!, { here, dryRun }),
    );
}

export interface McpClient {
  readonly name: string;
  readonly title: string;
  readonly format: ConfigFormat;
  /** The file for all of the user's work. */
  file(place: Place): string;
  /** The file for one folder; `null` where the client has none. */
  readonly here: string | null;
  readonly next: string;
}

interface Place {
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
}

const home = ({ env }: Place): string => env.HOME || env.USERPROFILE || homedir();

/** Where the programs of this system keep what belongs to a user. */
function appData(place: Place): string {
  const { env, platform } = place;
  if (platform === "darwin") return join(home(place), "Library", "Application Support");
  if (platform === "win32") return env.APPDATA || join(home(place), "AppData", "Roaming");
  return env.XDG_CONFIG_HOME || join(home(place), ".config");
}

export const CLIENTS: readonly McpClient[] = [
  {
    name: "claude-code",
    title: "Claude Code",
    format: { kind: "json", under: "mcpServers", comments: false, typed: true },
    file: (place) => join(place.env.CLAUDE_CONFIG_DIR || home(place), ".claude.json"),
    here: ".mcp.json",
    next: "Restart Claude Code; /mcp shows it.",
  },
  {
    name: "claude-desktop",
    title: "Claude Desktop",
    format: { kind: "json", under: "mcpServers", comments: false, typed: false },
    file: (place) => join(appData(place), "Claude", "claude_desktop_config.json"),
    here: null,
    next: "Quit Claude Desktop and start it again.",
  },
  {
    name: "cursor",
    title: "Cursor",
    format: { kind: "json", under: "mcpServers", comments: true, typed: false },
    file: (place) => join(home(place), ".cursor", "mcp.json"),
    here: join(".cursor", "mcp.json"),
    next: "Switch it on in Cursor's settings, under MCP.",
  },
  {
    name: "vscode",
    title: "VS Code",
    format: { kind: "json", under: "servers", comments: true, typed: true },
    file: (place) => join(appData(place), "Code", "User", "mcp.json"),
    here: join(".vscode", "mcp.json"),
    next: 'Run "MCP: List Servers" in VS Code and start it.',
  },
  {
    name: "codex",
    title: "Codex",
    format: { kind: "toml", under: "mcp_servers" },
    file: (place) => join(place.env.CODEX_HOME || join(home(place), ".codex"), "config.toml"),
    here: null,
    next: "Restart Codex; /mcp shows it.",
  },
];

const NAME = "memoir";

/** Writes the entry into the client's file, and shows the difference. Done again, it changes nothing. */
async function install(
  context: Context,
  client: McpClient,
  { here, dryRun }: { readonly here: boolean; readonly dryRun: boolean },
): Promise<void> {
  // Only here: no other command needs what reads and edits such files.
  const { readText, replaceConfigFile: replaceFile, setEntry } = await import("../install/edit-file.ts");
  const { io, out } = context;
  const file = here ? hereOf(client, io.cwd) : client.file({ env: io.env, platform: process.platform });
  const before = existsSync(file) ? readText(file) : "";
  const after = setEntry(before, { file, name: NAME, ...client.format }, entryFor(context));
  const changed = after !== before;
  const written = changed && !dryRun;
  const backup = written ? replaceFile(file, after, new Date()) : null;
  const diff = diffLines(before, after);
  const { name, title, next } = client;
  out.answer({ client: name, file, changed, written, backup, diff }, ({ colors, tick }) => {
    if (!changed) return [`${tick} ${title} has it already: ${file}`];
    const coloredDiff = diff.map((line) =>
      line.startsWith("+") ? colors.green(line) : line.startsWith("-") ? colors.red(line) : line,
    );
    if (dryRun) return [file, coloredDiff, "Nothing was changed (--dry-run)."];
    const backupLine = backup !== null && colors.dim(`The file as it was: ${backup}`);
    return [file, coloredDiff, `${tick} ${title} is set up. ${next}`, backupLine];
  });
}

function hereOf({ here, title }: McpClient, cwd: string): string {
  if (here !== null) return resolve(cwd, here);
  throw invalidArgument(`${title} has no settings for one folder. Leave --here out.`);
}

const CONTEXT = 3;

/** The lines that differ, with a few around them. A change is in one place, so what is alike before and behind it is left out. */
function diffLines(before: string, after: string): string[] {
  const [old, fresh] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start += 1;
  let end = 0;
  const most = Math.min(old.length, fresh.length) - start;
  while (end < most && old[old.length - 1 - end] === fresh[fresh.length - 1 - end]) end += 1;
  if (start === old.length && start === fresh.length) return [];
  const around = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);
  return [
    ...around(old.slice(Math.max(0, start - CONTEXT), start)),
    ...old.slice(start, old.length - end).map((line) => `- ${line}`),
    ...fresh.slice(start, fresh.length - end).map((line) => `+ ${line}`),
    ...around(old.slice(old.length - end, old.length - end + CONTEXT)),
  ].map(withoutSecrets);
}

function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** Keys of ours, and passwords in addresses, are written and not shown. */
function withoutSecrets(line: string): string {
  return line.replace(/mk_[\w-]+/g, "mk_…").replace(/(:\/\/[^\s:@/]{1,200}:)[^\s@]{1,500}@/g, "$1…@");
}

/**
 * `memoir mcp` on the memory that commands work on here, with whole paths: a client starts it in a folder of its
 * choice, and without this shell's environment.
 */
function entryFor(context: Context): ServerEntry {
  const { flags, io } = context;
  const scope = scopeFlags(scopeFromFlags(flags, io.env));
  const command = process.execPath;
  const program = [resolve(packageFolder(), "bin/memoir.js"), "mcp"];
  const server = serverOf(context);
  if (server !== null) {
    const args = [...program, "--server", server.url, ...scope];
    return { command, args, env: { MEMOIR_KEY: server.key } };
  }
  const { database, preset, tenant, model, embedder, sources } = configOf(context);
  if (database === ":memory:") {
    throw invalidArgument(
      '":memory:" forgets everything when the client stops. Name a file with --database.',
    );
  }
  const file = databaseFile(database, io.cwd);
  // The last: the one that was found in the working directory, if it has set anything.
  const sourceFile = sources.find(({ from }) => /\.(?:json|ya?ml)$/.test(from))?.from;
  const config = flags.config ?? (io.env.MEMOIR_CONFIG || sourceFile);
  const isNamed = (path: string): boolean =>
    /^(?:flags|environment)/.test(sources.find((one) => one.path === path)?.from ?? "");
  const flagValues = Object.entries({ preset, tenant, model, embedder }).filter(([name]) => isNamed(name));
  const args = [
    ...program,
    ...(file === null ? [] : ["--database", file]),
    ...(config === undefined ? [] : ["--config", resolve(io.cwd, config)]),
    ...flagValues.flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value])),
    ...scope,
  ];
  // An address of a database may hold a password.
  return { command, args, ...(file === null ? { env: { MEMOIR_DATABASE: database } } : {}) };
}
