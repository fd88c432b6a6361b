import { isDeepStrictEqual } from "node:util";
import {
  findNodeAtLocation,
  type Node,
  type ParseError,
  parse,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import { broken } from "./client-file.ts";

export interface JsonPlace {
  readonly file: string;
  readonly under: string;
  readonly name: string;
  /** Whether the client takes comments and trailing commas in it. */
  readonly comments: boolean;
}

const BOM = "\ufeff";

/** The text with one entry set, and with everything else as it was: other keys, comments, line ends, indentation. */
export function setInJson(text: string, place: JsonPlace, value: object): string {
  if (text.startsWith(BOM)) return BOM + setInJson(text.slice(BOM.length), place, value);
  if (text.trim() === "") return `${JSON.stringify({ [place.under]: { [place.name]: value } }, null, 2)}\n`;
  const before = read(text, place);
  const { under, name } = place;
  const servers = before[under] ?? {};
  if (!isObject(servers)) throw broken(place.file, `"${under}" in it is no object`);
  if (isDeepStrictEqual(servers[name], value)) return text;
  const after = withEntry(text, place, value);
  // A key that stands there twice, say: what would be read then is not what was meant.
  const expected = { ...before, [under]: { ...servers, [name]: value } };
  if (!isDeepStrictEqual(read(after, place), expected)) throw broken(place.file, "some key is in it twice");
  return after;
}

function read(text: string, { file, comments }: JsonPlace): Record<string, unknown> {
  const errors: ParseError[] = [];
  const options = { allowTrailingComma: comments, disallowComments: !comments };
  const value: unknown = parse(text, errors, options);
  const [first] = errors;
  if (first !== undefined) {
    const line = text.slice(0, first.offset).split("\n").length;
    throw broken(file, `line ${line}: ${printParseErrorCode(first.error)}`);
  }
  if (!isObject(value)) throw broken(file, "it holds no object");
  return value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** In the place of the old entry, or as the first: what others wrote there keeps its lines and its comments. */
function withEntry(text: string, { under, name, comments }: JsonPlace, value: object): string {
  const { unit, eol } = layoutOf(text);
  const written = (one: unknown, depth: number): string =>
    JSON.stringify(one, null, unit).replaceAll("\n", eol + unit.repeat(depth));
  const root = parseTree(text, [], { allowTrailingComma: comments })!;
  const old = findNodeAtLocation(root, [under, name]);
  if (old !== undefined) {
    return text.slice(0, old.offset) + written(value, 2) + text.slice(old.offset + old.length);
  }
  const insert = (into: Node, key: string, one: unknown, depth: number): string => {
    const at = into.offset + 1;
    const rest = text.slice(at, into.offset + into.length - 1);
    const isEmpty = (into.children ?? []).length === 0;
    const property = `${eol}${unit.repeat(depth)}${JSON.stringify(key)}: ${written(one, depth)}`;
    const end = isEmpty ? "" : ",";
    const close = rest.includes("\n") ? "" : eol + unit.repeat(isEmpty ? depth - 1 : depth);
    return text.slice(0, at) + property + end + close + text.slice(at);
  };
  const servers = findNodeAtLocation(root, [under]);
  return servers === undefined ? insert(root, under, { [name]: value }, 1) : insert(servers, name, value, 2);
}

/** As the file has it already. */
function layoutOf(text: string): { unit: string; eol: string } {
  const unit = /\n([ \t]{1,8})\S/.exec(text)?.[1] ?? "  ";
  return { unit, eol: text.includes("\r\n") ? "\r\n" : "\n" };
}
