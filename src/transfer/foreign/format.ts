import { MemoirError } from "../../domain/errors.ts";
import { isManifest } from "../manifest.ts";
import { readChatGpt } from "./chatgpt.ts";
import { type ForeignFile, isRecord } from "./item.ts";
import { looksLikeJsonLines, readJsonLines } from "./jsonl.ts";
import { looksLikeMem0, readMem0 } from "./mem0.ts";

/** What other programs write, and plain JSON Lines. */
export const FOREIGN_FORMATS = ["chatgpt", "mem0", "jsonl"] as const;
export type ForeignFormat = (typeof FOREIGN_FORMATS)[number];

export function readForeign(format: ForeignFormat, text: string): ForeignFile {
  if (format === "jsonl") return readJsonLines(text);
  const value = parse(format, text);
  return format === "chatgpt" ? readChatGpt(value) : readMem0(value);
}

/** Of which format a file is, by how it looks; `null` when it looks like none. */
export function formatOf(text: string): ForeignFormat | "memoir" | null {
  if (isManifest(text)) return "memoir";
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return looksLikeJsonLines(text) ? "jsonl" : null;
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
