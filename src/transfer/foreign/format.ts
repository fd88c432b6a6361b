import type { ForeignFormat } from "../../domain/arguments.ts";
import { MemoirError } from "../../domain/errors.ts";
import { pause } from "../../scope-index/scope-index.ts";
import { isManifest } from "../manifest.ts";
import { readChatGpt } from "./chatgpt.ts";
import { type ForeignFile, type ForeignItem, isRecord } from "./item.ts";
import { looksLikeJsonLines, readJsonLines } from "./jsonl.ts";
import { listSlices } from "./list-slices.ts";
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
    await pause();
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
    throw new MemoirError(
      "invalid_argument",
      `This is no ${format} file: it is no JSON (${(error as Error).message}). Nothing was imported.`,
    );
  }
}
