import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { MemoirError } from "../../domain/errors.ts";
import type { Context } from "../context.ts";
import type { Screen } from "../output.ts";
import { broken } from "./broken.ts";
import type { McpClient } from "./clients.ts";
import { diffLines } from "./diff.ts";
import { setInJson } from "./edit-json.ts";
import { setInToml } from "./edit-toml.ts";
import { type Entry, entryFor } from "./entry.ts";
import { replaceFile } from "./replace-file.ts";

/** The name of the entry in the client's file. */
const NAME = "memoir";
/** No client has a larger one that is not broken. */
const MOST_BYTES = 64 * 1_048_576;

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

function readText(file: string): string {
  const bytes = readFileSync(file);
  if (bytes.length > MOST_BYTES) throw broken(file, "it is too large");
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw broken(file, "it is not UTF-8");
  }
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
