import { buffer } from "node:stream/consumers";
import { MemoirError } from "../../domain/errors.ts";

/** One file of an archive. Its content must be read, or left, before the next one is asked for. */
export interface TarEntry {
  readonly path: string;
  readonly bytes: number;
  readonly content: AsyncIterable<Uint8Array>;
}

const BLOCK = 512;
/** An extended header holds a path; one that claims more than this is not a header. */
const MAX_HEADER_BYTES = 64 * 1024;

/**
 * Reads the files of a tar archive as it streams in, with what npm's archives use: ustar with its prefix, and the
 * long paths of pax and GNU. Directories and links are passed over; nothing is ever written by it.
 */
export async function* readTar(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const input = new Blocks(chunks);
  let longPath: string | undefined;
  try {
    for (;;) {
      const header = await input.take(BLOCK);
      if (header === undefined || header.every((byte) => byte === 0)) return;
      const { path, bytes, type } = readHeader(header);
      const rest = { bytes };
      if (type === "x" || type === "L") {
        if (bytes > MAX_HEADER_BYTES) throw broken(`an extended header of ${bytes} bytes`);
        const body = text(await buffer(input.content(rest)));
        longPath = type === "L" ? body : (paxPath(body) ?? longPath);
      } else {
        if (type === "0") yield { path: longPath ?? path, bytes, content: input.content(rest) };
        if (type !== "g") longPath = undefined;
      }
      await input.skip(rest.bytes + ((BLOCK - (bytes % BLOCK)) % BLOCK));
    }
  } finally {
    // A reader that has what it wanted stops in the middle; the stream behind must be let go.
    await input.close();
  }
}

function readHeader(block: Uint8Array): { path: string; bytes: number; type: string } {
  const sum = block.reduce((total, byte, i) => total + (i >= 148 && i < 156 ? 32 : byte), 0);
  if (sum !== octal(block.subarray(148, 156))) throw broken("a header whose checksum is wrong");
  const name = text(block.subarray(0, 100));
  const prefix = text(block.subarray(257, 262)) === "ustar" ? text(block.subarray(345, 500)) : "";
  const flag = String.fromCharCode(block[156] ?? 0);
  return {
    path: prefix === "" ? name : `${prefix}/${name}`,
    bytes: octal(block.subarray(124, 136)),
    // Old archives mark a plain file with NUL.
    type: flag === "\0" ? "0" : flag,
  };
}

function octal(field: Uint8Array): number {
  const digits = text(field).trim();
  // Base 256, for sizes over 8 GB, sets the top bit; no file we want is that large.
  if (!/^[0-7]+$/.test(digits)) throw broken("a number that is not octal");
  return Number.parseInt(digits, 8);
}

/** The `path` of a pax header, whose records are `LENGTH KEY=VALUE\n`. */
function paxPath(body: string): string | undefined {
  return /(?:^|\n)\d+ path=([^\n]*)\n/.exec(body)?.[1];
}

/** Up to the first NUL. */
function text(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
}

function broken(what: string): MemoirError {
  return new MemoirError("model_unavailable", `The archive is damaged: ${what}.`);
}

/** Hands out a stream of chunks in the sizes that a reader asks for. */
class Blocks {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #buffer: Uint8Array = new Uint8Array(0);

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  /** The next bytes, at most `limit` and as many as are at hand; `undefined` at the end. */
  async #next(limit: number): Promise<Uint8Array | undefined> {
    while (this.#buffer.length === 0) {
      const { done, value } = await this.#chunks.next();
      if (done === true) return undefined;
      this.#buffer = value;
    }
    const piece = this.#buffer.subarray(0, limit);
    this.#buffer = this.#buffer.subarray(piece.length);
    return piece;
  }

  /** Exactly this many bytes; `undefined` at the end of the stream. */
  async take(bytes: number): Promise<Uint8Array | undefined> {
    const block = new Uint8Array(bytes);
    for (let filled = 0; filled < bytes; ) {
      const piece = await this.#next(bytes - filled);
      if (piece === undefined) {
        if (filled === 0) return undefined;
        throw broken("it ends early");
      }
      block.set(piece, filled);
      filled += piece.length;
    }
    return block;
  }

  async skip(bytes: number): Promise<void> {
    for await (const _ of this.content({ bytes }));
  }

  /** The bytes of one entry; `rest` says how many of them nobody has read. */
  async *content(rest: { bytes: number }): AsyncGenerator<Uint8Array> {
    while (rest.bytes > 0) {
      const piece = await this.#next(rest.bytes);
      if (piece === undefined) throw broken("it ends early");
      rest.bytes -= piece.length;
      yield piece;
    }
  }
}
