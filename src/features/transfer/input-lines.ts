import { checkSource, type ImportSource, notReadable } from "../../domain/arguments.ts";
import { checkAborted, invalidArgument, MemoirError } from "../../domain/errors.ts";

/** The longest line that is read: a checkpoint with its metadata, every character of both written as an escape. */
const LONGEST = 72 * 1_048_576;

export interface InputLine {
  /** From 1. */
  readonly number: number;
  /** Without its end. */
  readonly text: string;
  /** `false` for a last line that no line end closes. */
  readonly ended: boolean;
}

/** Lines of bytes or texts that come in any pieces. Only "\n" ends a line: JSON holds other line ends as they are. */
export async function* inputLines(
  source: ImportSource,
  longest: number = LONGEST,
): AsyncGenerator<InputLine> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let rest = "";
  let number = 0;
  for await (const piece of checkSource(source)) {
    if (typeof piece !== "string" && !(piece instanceof Uint8Array)) throw notReadable(piece);
    const decoded =
      typeof piece === "string" ? piece : decode(() => decoder.decode(piece, { stream: true }), number);
    let from = 0;
    for (let to = decoded.indexOf("\n"); to >= 0; to = decoded.indexOf("\n", from)) {
      number += 1;
      yield { number, text: rest + decoded.slice(from, to), ended: true };
      rest = "";
      from = to + 1;
    }
    rest += decoded.slice(from);
    if (rest.length > longest) {
      throw new MemoirError(
        "too_large",
        `Line ${number + 1} is longer than ${longest} characters, which is more than can be imported. Split the file.`,
        { details: { line: number + 1, limit: longest } },
      );
    }
  }
  rest += decode(() => decoder.decode(), number);
  if (rest !== "") yield { number: number + 1, text: rest, ended: false };
}

function decode(read: () => string, number: number): string {
  try {
    return read();
  } catch {
    throw invalidArgument(
      `At or behind line ${number + 1} there are bytes that are no UTF-8. The file is damaged, compressed or of another kind.`,
      { line: number + 1 },
    );
  }
}

/** A list in JSON is understood as a whole only, so it has to fit into memory. */
const MAX_FILE_CHARACTERS = 128 * 1_048_576;

/** The whole text of a file. */
export async function readAll(source: ImportSource, signal: AbortSignal | undefined): Promise<string> {
  const parts: string[] = [];
  let length = 0;
  for await (const { text, ended } of inputLines(source, MAX_FILE_CHARACTERS)) {
    checkAborted(signal);
    parts.push(ended ? `${text}\n` : text);
    length += text.length;
    if (length <= MAX_FILE_CHARACTERS) continue;
    throw new MemoirError(
      "too_large",
      `The file has more than ${MAX_FILE_CHARACTERS} characters. Split it, and import one part after the other.`,
      { details: { limit: MAX_FILE_CHARACTERS } },
    );
  }
  const text = parts.join("");
  // A byte order mark, as Windows' editors write it.
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}
