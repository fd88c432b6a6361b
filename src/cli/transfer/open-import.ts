import { createReadStream, statSync } from "node:fs";
import { resolve } from "node:path";
import type { ForeignFormat } from "../../domain/arguments.ts";
import { MemoirError } from "../../domain/errors.ts";
import { formatOf } from "../../transfer/foreign/format.ts";
import { readAll } from "../../transfer/input-lines.ts";
import { isManifest } from "../../transfer/manifest.ts";
import type { Io } from "../io.ts";

export type ImportFormat = "memoir" | ForeignFormat;

type Pieces = AsyncIterable<string | Uint8Array>;

/** A file on its way in: an export of ours in pieces, anything else as a whole. */
export type Incoming =
  | { readonly format: "memoir"; readonly source: Pieces; readonly close: () => void }
  | { readonly format: ForeignFormat; readonly text: string; readonly close: () => void };

/** Enough to see whether it is an export of ours. */
const HEAD = 64;

/** Opens a file or stdin (`-`), and sees of which format it is where nobody says so. */
export async function openImport(name: string, given: ImportFormat | undefined, io: Io): Promise<Incoming> {
  const stream = name === "-" ? io.stdin : createReadStream(pathOf(name, io.cwd));
  const close = (): void => {
    stream.destroy();
  };
  try {
    const { head, all } = await peek(stream as Pieces);
    const format = given ?? (isManifest(head) ? "memoir" : undefined);
    if (format === "memoir") return { format, source: all, close };
    const text = await readAll(all, io.signal);
    const seen = format ?? formatOf(text);
    if (seen !== null && seen !== "memoir") return { format: seen, text, close };
  } catch (error) {
    close();
    throw error;
  }
  close();
  throw new MemoirError(
    "invalid_argument",
    `${name === "-" ? "What is on stdin" : name} looks like none of the files that can be imported. Name its format: ` +
      "--format memoir, chatgpt, mem0 or jsonl.",
  );
}

/** A stream that fails later fails whoever reads it; one that cannot be opened is said here. */
function pathOf(name: string, cwd: string): string {
  const path = resolve(cwd, name);
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat?.isFile() === true || stat?.isFIFO() === true) return path;
  const why = stat === undefined ? "is not there" : "is no file";
  throw new MemoirError("invalid_argument", `${path} ${why}. Name the file to import, or - for stdin.`);
}

/** The beginning of a stream, and the whole of it nevertheless. */
async function peek(stream: Pieces): Promise<{ head: string; all: Pieces }> {
  const iterator = stream[Symbol.asyncIterator]();
  const first: (string | Uint8Array)[] = [];
  let head = "";
  while (head.length < HEAD) {
    const { done, value } = await iterator.next();
    if (done === true) break;
    first.push(value);
    head += typeof value === "string" ? value : Buffer.from(value).toString("latin1");
  }
  const all = async function* (): AsyncGenerator<string | Uint8Array> {
    yield* first;
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
  };
  return { head, all: all() };
}
