import type { IncomingHttpHeaders } from "node:http";
import type { Transform } from "node:stream";
import { createBrotliDecompress, createUnzip, createZstdDecompress } from "node:zlib";
import { isRecord } from "../../domain/arguments.ts";
import { firstUnits, LIMITS } from "../../domain/text.ts";
import type { Api, JsonFields } from "./api.ts";

/** The most that is kept of a body that is one JSON document, or of one line of a stream. */
const MAX_JSON = 4_194_304;
/** Compressed bytes that wait to be read; beyond it the rest of the answer is not read. */
const MAX_WAITING = 4_194_304;

/** Reads along with an answer that passes, and keeps its text within bounds. It never changes or holds up a byte. */
export interface AnswerReader {
  push(chunk: Uint8Array): void;
  /** The text so far; resolves when all that was pushed is read. */
  text(): Promise<string>;
}

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createUnzip,
  "x-gzip": createUnzip,
  deflate: createUnzip,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

export function answerReader(api: Api, headers: IncomingHttpHeaders): AnswerReader {
  const plain = isStream(headers) ? streamReader(api) : documentReader(api);
  const coding = headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  if (coding === "identity") return plain;
  const decoder = DECODERS[coding]?.();
  if (decoder === undefined) return { push: () => undefined, text: async () => "" };
  // A stream that is cut is read as far as it goes.
  const ended = new Promise<void>((resolve) => decoder.once("close", resolve).once("error", () => resolve()));
  decoder.on("data", (chunk: Buffer) => plain.push(chunk));
  return {
    push(chunk) {
      if (decoder.writableLength < MAX_WAITING && !decoder.destroyed) decoder.write(chunk);
    },
    async text() {
      decoder.end();
      await ended;
      return plain.text();
    },
  };
}

export function isStream(headers: IncomingHttpHeaders): boolean {
  return /^text\/event-stream\b/i.test(headers["content-type"] ?? "");
}

function documentReader(api: Api): AnswerReader {
  const chunks: Uint8Array[] = [];
  let size = 0;
  return {
    push(chunk) {
      size += chunk.length;
      if (size <= MAX_JSON) chunks.push(chunk);
    },
    async text() {
      const body = size > MAX_JSON ? null : parseJson(Buffer.concat(chunks).toString());
      return body === null ? "" : firstUnits(api.answer(body), LIMITS.eventText);
    },
  };
}

/** Each `data:` line is one JSON document in all of these APIs. */
function streamReader(api: Api): AnswerReader {
  const decoder = new TextDecoder();
  let line = "";
  let isTooLong = false;
  let text = "";
  let part: unknown;
  const read = (): void => {
    const event = line.startsWith("data:") && !isTooLong ? parseJson(line.slice("data:".length)) : null;
    line = "";
    isTooLong = false;
    const piece = event === null ? null : api.piece(event);
    if (piece === null || text.length >= LIMITS.eventText) return;
    if (text !== "" && piece.part !== part) text += "\n";
    part = piece.part;
    text = firstUnits(text + piece.text, LIMITS.eventText);
  };
  return {
    push(chunk) {
      const [rest = "", ...lines] = decoder.decode(chunk, { stream: true }).split(/[\r\n]/);
      const add = (more: string): void => {
        isTooLong ||= line.length + more.length > MAX_JSON;
        if (!isTooLong) line += more;
      };
      add(rest);
      for (const next of lines) {
        read();
        add(next);
      }
    },
    async text() {
      read();
      return text;
    },
  };
}

function parseJson(json: string): JsonFields | null {
  try {
    const value: unknown = JSON.parse(json);
    return isRecord(value) ? value : null;
  } catch {
    return null; // `[DONE]`, or a line that was cut
  }
}
