import { type ForeignFormat, isRecord } from "../../../domain/arguments.ts";
import { invalidArgument } from "../../../domain/errors.ts";
import { nextTurn } from "../../../runtime/yield.ts";
import { isManifest } from "../manifest.ts";
import { readChatGpt } from "./chatgpt.ts";
import type { ForeignFile, ForeignItem } from "./item.ts";
import { looksLikeJsonLines, readJsonLines } from "./jsonl.ts";
import { looksLikeMarkdown, readMarkdown } from "./markdown.ts";
import { looksLikeMem0, readMem0 } from "./mem0.ts";

/** Piece by piece where it is large: others get their turn in between. */
export async function readForeign(format: ForeignFormat, text: string): Promise<ForeignFile> {
  if (format === "jsonl") return readJsonLines(text);
  if (format === "markdown") return readMarkdown(text);
  const read = format === "chatgpt" ? readChatGpt : readMem0;
  const slices = text.length < LARGE ? null : listSlices(text);
  if (slices === null) return read(parse(format, text));
  const items: ForeignItem[] = [];
  let [skipped, before] = [0, 0];
  for (const slice of slices) {
    await nextTurn();
    const part = parse(format, slice) as unknown[];
    const file = read(part, before);
    for (const item of file.items) items.push(item);
    skipped += file.skipped;
    before += part.length;
  }
  return { items, skipped };
}

/** Smaller ones are parsed in one go. */
const LARGE = 1_048_576;

/** Of which format a file is, by how it looks; `null` when it looks like none. */
export function formatOf(text: string): ForeignFormat | "memoir" | null {
  if (isManifest(text)) return "memoir";
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    if (looksLikeJsonLines(text)) return "jsonl";
    return looksLikeMarkdown(text) ? "markdown" : null;
  }
  if (Array.isArray(value) && isRecord(value[0]) && isRecord(value[0].mapping)) return "chatgpt";
  if (looksLikeMem0(value)) return "mem0";
  return looksLikeJsonLines(text) ? "jsonl" : null;
}

function parse(format: ForeignFormat, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalidArgument(
      `This is no ${format} file: it is no JSON (${(error as Error).message}). Nothing was imported.`,
    );
  }
}

/** Characters of one slice: parsed in some milliseconds. */
const SLICE = 262_144;
/** Keys under which a list may stand in the outermost object. */
const LISTS: ReadonlySet<string> = new Set(["results", "memories"]);

/**
 * The list of a JSON text in slices of some elements, each a complete JSON list, so that a large file is parsed piece
 * by piece and others get their turn between them. `null`: there is no such list, or the text is not closed. Whether
 * the pieces are JSON, whoever parses them sees.
 */
export function listSlices(text: string): string[] | null {
  const begin = listStart(text);
  if (begin === null) return null;
  const slices: string[] = [];
  let [from, depth] = [begin + 1, 0];
  for (let at = begin + 1; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) at = stringEnd(text, at);
    else if (sign === OPEN_BRACE || sign === OPEN_BRACKET) depth += 1;
    else if (sign === CLOSE_BRACE || sign === CLOSE_BRACKET) {
      if (depth === 0) {
        if (!isJson(`${text.slice(0, begin)}[]${text.slice(at + 1)}`)) return null;
        slices.push(`[${text.slice(from, at)}]`);
        return slices;
      }
      depth -= 1;
    } else if (sign === COMMA && depth === 0 && at - from >= SLICE) {
      slices.push(`[${text.slice(from, at)}]`);
      from = at + 1;
    }
  }
  return null;
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];

function listStart(text: string): number | null {
  const first = text.search(/\S/);
  if (text[first] === "[") return first;
  if (text[first] !== "{") return null;
  let depth = 0;
  for (let at = first; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === OPEN_BRACE || sign === OPEN_BRACKET) depth += 1;
    else if (sign === CLOSE_BRACE || sign === CLOSE_BRACKET) depth -= 1;
    if (sign !== QUOTE) continue;
    const end = stringEnd(text, at);
    const isKey = depth === 1 && LISTS.has(text.slice(at + 1, end));
    at = end;
    const value = isKey ? /^\s*:\s*\[/.exec(text.slice(end + 1, end + 100)) : null;
    if (value !== null) return end + value[0].length;
  }
  return null;
}

/** Where a string ends that begins at a place. */
function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === BACKSLASH) at += 1;
    else if (sign === QUOTE) return at;
  }
  return text.length;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
