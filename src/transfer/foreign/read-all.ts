import { checkAborted, MemoirError } from "../../domain/errors.ts";
import type { ImportSource } from "../../domain/import-source.ts";
import { inputLines } from "../input-lines.ts";

/** A list in JSON is understood as a whole only, so it has to fit into memory. */
const MOST = 128 * 1_048_576;

/** The whole text of a file. */
export async function readAll(source: ImportSource, signal: AbortSignal | undefined): Promise<string> {
  const parts: string[] = [];
  let length = 0;
  for await (const { text, ended } of inputLines(source, MOST)) {
    checkAborted(signal);
    parts.push(ended ? `${text}\n` : text);
    length += text.length;
    if (length <= MOST) continue;
    throw new MemoirError(
      "too_large",
      `The file has more than ${MOST} characters. Split it, and import one part after the other.`,
      { details: { limit: MOST } },
    );
  }
  const text = parts.join("");
  // A byte order mark, as Windows' editors write it.
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}
