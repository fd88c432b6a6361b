import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { MemoirError } from "../../domain/errors.ts";
import type { Context } from "../context.ts";
import type { Screen } from "../output.ts";
import { readText, replaceFile } from "./client-file.ts";
import type { McpClient } from "./clients.ts";
import { setInJson } from "./edit-json.ts";
import { setInToml } from "./edit-toml.ts";
import { type Entry, entryFor } from "./entry.ts";

/** The name of the entry in the client's file. */
const NAME = "memoir";

/** Writes the entry into the client's file, and shows the difference. Done again, it changes nothing. */
export function install(
  context: Context,
  client: McpClient,
  { here, dryRun }: { readonly here: boolean; readonly dryRun: boolean },
): undefined {
  const { io, out } = context;
  const file = here ? hereOf(client, io.cwd) : client.file({ env: io.env, platform: process.platform });
  const before = existsSync(file) ? readText(file) : "";
  const after = edited(before, client, file, entryFor(context));
  const changed = after !== before;
  const written = changed && !dryRun;
  const backup = written ? replaceFile(file, after, new Date()) : null;
  const diff = diffLines(before, after);
  const document = { client: client.name, file, changed, written, backup, diff };
  out.answer(document, (screen) => lines(screen, client, { ...document, dryRun }));
}

function hereOf({ here, title }: McpClient, cwd: string): string {
  if (here !== null) return resolve(cwd, here);
  throw new MemoirError("invalid_argument", `${title} has no settings for one folder. Leave --here out.`);
}

function edited(text: string, { format }: McpClient, file: string, entry: Entry): string {
  const { under } = format;
  if (format.kind === "toml") return setInToml(text, { file, under, name: NAME }, entry);
  const value = format.typed ? { type: "stdio", ...entry } : entry;
  return setInJson(text, { file, under, name: NAME, comments: format.comments }, value);
}

interface Installed {
  readonly file: string;
  readonly changed: boolean;
  readonly dryRun: boolean;
  readonly backup: string | null;
  readonly diff: readonly string[];
}

function lines({ colors }: Screen, { title, next }: McpClient, done: Installed): string[] {
  const { file, changed, dryRun, backup, diff } = done;
  if (!changed) return [`${colors.green("✓")} ${title} has it already: ${file}`];
  const shown = diff.map((line) =>
    line.startsWith("+") ? colors.green(line) : line.startsWith("-") ? colors.red(line) : line,
  );
  if (dryRun) return [file, ...shown, "Nothing was changed (--dry-run)."];
  return [
    file,
    ...shown,
    `${colors.green("✓")} ${title} is set up. ${next}`,
    ...(backup === null ? [] : [colors.dim(`The file as it was: ${backup}`)]),
  ];
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
