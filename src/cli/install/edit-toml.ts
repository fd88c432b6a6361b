import { isDeepStrictEqual } from "node:util";
import { parse, stringify } from "smol-toml";
import { broken } from "./client-file.ts";

export interface TomlPlace {
  readonly file: string;
  readonly under: string;
  readonly name: string;
}

type Table = Record<string, unknown>;

/** The text with one table set, and with everything else as it was. */
export function setInToml(text: string, place: TomlPlace, value: object): string {
  const { file, under, name } = place;
  const before = read(text, file);
  const servers = before[under] ?? {};
  if (typeof servers !== "object" || Array.isArray(servers)) throw broken(file, `${under} in it is no table`);
  if (isDeepStrictEqual((servers as Table)[name], plain(value))) return text;
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const table = stringify({ [under]: { [name]: value } })
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
  const kept: string[] = [];
  for (const line of text.split(/(?<=\n)/)) {
    const header = headerOf(line);
    if (header !== null) {
      const isOurs = header === name || header.startsWith(`${name}.`);
      if (inside && !isOurs) kept.push(...comments);
      inside = isOurs;
      comments = [];
    }
    if (!inside) kept.push(line);
    else if (line.trimStart().startsWith("#")) comments.push(line);
    else if (line.trim() !== "") comments = [];
  }
  return kept.join("");
}

/** `mcp_servers.memoir` of `[mcp_servers.memoir]`. */
function headerOf(line: string): string | null {
  const text = line.trim();
  const end = text.indexOf("]");
  return text.startsWith("[") && end > 0 ? text.slice(text.startsWith("[[") ? 2 : 1, end).trim() : null;
}

function read(text: string, file: string): Table {
  try {
    return plain(parse(text)) as Table;
  } catch (error) {
    const [why = ""] = (error instanceof Error ? error.message : String(error)).split("\n");
    throw broken(file, why);
  }
}

function readAfter(text: string): unknown {
  try {
    return plain(parse(text));
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
