import { once } from "node:events";
import { existsSync } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import type { Writable } from "node:stream";
import { MemoirError } from "../../domain/errors.ts";

/** The summary at the end of an export. */
interface Written {
  readonly lastLine: string;
}

type Pieces = AsyncIterable<string>;
type OnBytes = (bytes: number) => void;

/**
 * Into a file that is there as a whole or not at all: under another name until it is complete and on the disk. Only its
 * owner may read it, for it holds what people have said.
 */
export async function writeFileWhole(
  path: string,
  pieces: Pieces,
  { force, onBytes }: { force: boolean; onBytes: OnBytes },
): Promise<Written> {
  if (!force && existsSync(path)) {
    throw new MemoirError(
      "conflict",
      `${path} is there already. Name another file, or write over it with --force.`,
    );
  }
  const part = `${path}.part`;
  const file = await open(part, "w", 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new MemoirError(
      "invalid_argument",
      `${part} cannot be written (${error.code}). Name another file.`,
      {
        cause: error,
      },
    );
  });
  try {
    const written = await copy(pieces, (text) => file.appendFile(text), onBytes);
    await file.sync();
    await file.close();
    await rename(part, path);
    return written;
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(part, { force: true });
    throw error;
  }
}

/** Into a pipe, no faster than it is read. */
export function writeStream(stream: Writable, pieces: Pieces, onBytes: OnBytes): Promise<Written> {
  const write = async (text: string): Promise<void> => {
    if (stream.destroyed) throw new MemoirError("aborted", "Nobody reads the export any more.");
    // Whoever reads may leave, as `head` does: then nothing drains, but it closes.
    if (!stream.write(text)) await Promise.race([once(stream, "drain"), once(stream, "close")]);
  };
  return copy(pieces, write, onBytes);
}

async function copy(
  pieces: Pieces,
  write: (text: string) => Promise<void>,
  onBytes: OnBytes,
): Promise<Written> {
  let bytes = 0;
  let tail = "";
  for await (const text of pieces) {
    await write(text);
    bytes += Buffer.byteLength(text);
    // The last piece ends with a whole line; it may be shorter than a line that began before.
    tail = (tail + text).slice((tail + text).trimEnd().lastIndexOf("\n") + 1);
    onBytes(bytes);
  }
  return { lastLine: tail.trimEnd() };
}
