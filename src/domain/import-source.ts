import { MemoirError, show } from "./errors.ts";

/** The input of an import: a file's stream, a request's body, a list of texts. */
export type ImportSource = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

/** Bytes are a list of numbers, too: they are meant as one piece. */
export function checkSource(source: unknown): ImportSource {
  if (typeof source === "string" || source instanceof Uint8Array) return [source];
  const iterable = source as Partial<AsyncIterable<string> & Iterable<string>> | null | undefined;
  if (iterable?.[Symbol.asyncIterator] !== undefined || iterable?.[Symbol.iterator] !== undefined)
    return source as ImportSource;
  throw notReadable(source);
}

export function notReadable(value: unknown): MemoirError {
  return new MemoirError(
    "invalid_argument",
    `An import is read from a stream or a list of texts, got ${show(value)}. Open the file first.`,
  );
}

/** The formats of other programs, and plain JSON Lines. */
export const FOREIGN_FORMATS = ["chatgpt", "mem0", "jsonl", "markdown"] as const;

export type ForeignFormat = (typeof FOREIGN_FORMATS)[number];
