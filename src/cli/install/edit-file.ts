import * as fs from "node:fs";
import { dirname } from "node:path";
import { isDeepStrictEqual } from "node:util";
import * as jsonc from "jsonc-parser";
import * as toml from "smol-toml";
import { isRecord } from "../../domain/arguments.ts";
import { MemoirError } from "../../domain/errors.ts";

/** How a client's file names its servers. */
export type ConfigFormat =
  | {
      readonly kind: "json";
      /** The key that the servers stand under. */
      readonly under: string;
      /** Whether the client itself takes comments there. */
      readonly comments: boolean;
      /** Whether an entry says how it is reached. */
      readonly typed: boolean;
    }
  | { readonly kind: "toml"; readonly under: string };

export interface ServerEntry {
  readonly command: string;
  readonly args: readonly string[];
  /** Values that must not appear in a list of processes. */
  readonly env?: Readonly<Record<string, string>>;
}

type Place = ConfigFormat & { readonly file: string; readonly name: string };
type JsonPlace = Extract<Place, { kind: "json" }>;

/** The text with one entry set, and with everything else as it was. */
export function setEntry(text: string, place: Place, entry: ServerEntry): string {
  if (place.kind === "toml") return setInToml(text, place, entry);
  return setInJson(text, place, place.typed ? { type: "stdio", ...entry } : entry);
}

/** No client has a larger one that is not broken. */
const MAX_BYTES = 64 * 1_048_576;

/** A file that cannot be changed without harm is left alone. */
function broken(file: string, why: string): MemoirError {
  return new MemoirError(
    "conflict",
    `${file} cannot be read as its client reads it (${why}). Nothing was changed. Mend it, or move it away, and try again.`,
    { details: { file } },
  );
}

export function readText(file: string): string {
  const bytes = fs.readFileSync(file);
  if (bytes.length > MAX_BYTES) throw broken(file, "it is too large");
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw broken(file, "it is not UTF-8");
  }
}

/** Puts a new text in the place of a file's, after a copy of it was kept. Gives the copy's path, if there was a file. */
export function replaceConfigFile(file: string, text: string, now: Date): string | null {
  fs.mkdirSync(dirname(file), { recursive: true });
  // A link stays one: what it leads to is changed.
  const target = fs.existsSync(file) ? fs.realpathSync(file) : file;
  const backup = fs.existsSync(target) ? backupOf(target, now) : null;
  const fresh = `${target}.memoir-${process.pid}.tmp`;
  try {
    // It may hold a key. A file that is there keeps its mode.
    const mode = backup === null ? 0o600 : fs.statSync(target).mode & 0o777;
    fs.writeFileSync(fresh, text, { mode, flag: "wx" });
    fs.renameSync(fresh, target);
  } catch (error) {
    fs.rmSync(fresh, { force: true });
    throw error;
  }
  return backup;
}

function backupOf(target: string, now: Date): string {
  const stamp = now.toISOString().replaceAll(/[:.]/g, "-");
  const backup = `${target}.${stamp}.bak`;
  fs.copyFileSync(target, backup, fs.constants.COPYFILE_EXCL);
  return backup;
}

const BOM = "\ufeff";

/** Other keys, comments, line ends and the indentation stay. */
function setInJson(text: string, place: JsonPlace, value: object): string {
  if (text.startsWith(BOM)) return BOM + setInJson(text.slice(BOM.length), place, value);
  if (text.trim() === "") return `${JSON.stringify({ [place.under]: { [place.name]: value } }, null, 2)}\n`;
  const before = readJson(text, place);
  const { under, name } = place;
  const servers = before[under] ?? {};
  if (!isRecord(servers)) throw broken(place.file, `"${under}" in it is no object`);
  if (isDeepStrictEqual(servers[name], value)) return text;
  const after = withEntry(text, place, value);
  // A key that stands there twice, say: what would be read then is not what was meant.
  const expected = { ...before, [under]: { ...servers, [name]: value } };
  if (!isDeepStrictEqual(readJson(after, place), expected))
    throw broken(place.file, "some key is in it twice");
  return after;
}

function readJson(text: string, { file, comments }: JsonPlace): Record<string, unknown> {
  const errors: jsonc.ParseError[] = [];
  const options = { allowTrailingComma: comments, disallowComments: !comments };
  const value: unknown = jsonc.parse(text, errors, options);
  const [first] = errors;
  if (first !== undefined) {
    const line = text.slice(0, first.offset).split("\n").length;
    throw broken(file, `line ${line}: ${jsonc.printParseErrorCode(first.error)}`);
  }
  if (!isRecord(value)) throw broken(file, "it holds no object");
  return value;
}

/** In the place of the old entry, or as the first: what others wrote there keeps its lines and its comments. */
function withEntry(text: string, { under, name }: JsonPlace, value: object): string {
  const { unit, eol } = layoutOf(text);
  const formattingOptions = { insertSpaces: unit !== "\t", tabSize: unit.length, eol };
  const edits = jsonc.modify(text, [under, name], value, { formattingOptions, getInsertionIndex: () => 0 });
  return jsonc.applyEdits(text, edits);
}

/** As the file has it already. */
function layoutOf(text: string): { unit: string; eol: string } {
  const unit = /\n([ \t]{1,8})\S/.exec(text)?.[1] ?? "  ";
  return { unit, eol: text.includes("\r\n") ? "\r\n" : "\n" };
}

type Table = Record<string, unknown>;

function setInToml(text: string, place: Place, value: object): string {
  const { file, under, name } = place;
  const before = readToml(text, file);
  const servers = before[under] ?? {};
  if (typeof servers !== "object" || Array.isArray(servers)) throw broken(file, `${under} in it is no table`);
  if (isDeepStrictEqual((servers as Table)[name], plain(value))) return text;
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const table = toml
    .stringify({ [under]: { [name]: value } })
    .trim()
    .split("\n")
    // The table above it is there by name alone.
    .filter((line) => line !== `[${under}]` && line !== "")
    .join(eol);
  const rest = withoutTable(text, `${under}.${name}`).trimEnd();
  const after = `${rest === "" ? "" : `${rest}${eol}${eol}`}${table}${eol}`;
  const expected = { ...before, [under]: { ...servers, [name]: plain(value) } };
  if (!isDeepStrictEqual(readAfter(after), expected)) {
    throw broken(file, `${under}.${name} is in it in a form that only you can change`);
  }
  return after;
}

/**
 * Without the lines of a table and of the tables in it; comments before the next table are that one's. A table in another
 * form stays, and is noticed by its result.
 */
function withoutTable(text: string, name: string): string {
  let inside = false;
  let comments: string[] = [];
  const otherLines: string[] = [];
  for (const line of text.split(/(?<=\n)/)) {
    const header = headerOf(line);
    if (header !== null) {
      const isOurs = header === name || header.startsWith(`${name}.`);
      if (inside && !isOurs) otherLines.push(...comments);
      inside = isOurs;
      comments = [];
    }
    if (!inside) otherLines.push(line);
    else if (line.trimStart().startsWith("#")) comments.push(line);
    else if (line.trim() !== "") comments = [];
  }
  return otherLines.join("");
}

/** `mcp_servers.memoir` of `[mcp_servers.memoir]`. */
function headerOf(line: string): string | null {
  const text = line.trim();
  const end = text.indexOf("]");
  return text.startsWith("[") && end > 0 ? text.slice(text.startsWith("[[") ? 2 : 1, end).trim() : null;
}

function readToml(text: string, file: string): Table {
  try {
    return plain(toml.parse(text)) as Table;
  } catch (error) {
    const [why = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
    throw broken(file, why);
  }
}

function readAfter(text: string): unknown {
  try {
    return plain(toml.parse(text));
  } catch {
    return undefined;
  }
}

/** As JSON has it: what is compared must not differ in prototypes and dates. */
function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, one: unknown) => (typeof one === "bigint" ? String(one) : one)),
  );
}
