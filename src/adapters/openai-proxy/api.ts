import type { Settings } from "../../index.ts";
import type { TurnMessage } from "../turn-events.ts";
import type { JsonSpan, TextEdit } from "./json-spans.ts";

export type JsonFields = Readonly<Record<string, unknown>>;
export type BlockPlacement = Settings["render"]["placement"];

/** One message of a request, whatever API it is written for. */
export interface RequestMessage extends Pick<TurnMessage, "role" | "words"> {
  /** The message in the request. */
  readonly span: JsonSpan;
  /** Its content in the request. */
  content(): JsonSpan | undefined;
}

/** A request as memory sees it. */
export interface ProxyPrompt {
  readonly said: readonly RequestMessage[];
  /** The user that the request names. */
  readonly user: string | undefined;
  readonly hasTools: boolean;
  /** Names the history that is not in the request but on the API's side. Default: all of it is in the request. */
  readonly continues: string | null;
  /** The type of a part of a system message that is text. */
  readonly textPart: string;
  /** The edits that make a block a message of its own, before the given one. */
  insert(block: string, next: RequestMessage | undefined, placement: BlockPlacement): TextEdit[];
}

/** The part of an answer's text that an event of a stream holds. */
export interface StreamPiece {
  /** Texts of different parts are parted by a line break. */
  readonly part: unknown;
  readonly text: string;
}

/** One of the APIs that get memory. */
export interface Api {
  readonly path: string;
  /** `text` is the JSON of `body`. `null`: not a request of this API. */
  read(text: string, body: JsonFields): ProxyPrompt | null;
  /** `null`: the event of a stream has no text of the answer. */
  piece(event: JsonFields): StreamPiece | null;
  /** The text of an answer that is not a stream. */
  answer(body: JsonFields): string;
  /** An error as this API writes one. */
  error(message: string, code: string): object;
}

export function proxyErrorBody(message: string, code: string): object {
  return { error: { message, type: "api_error", param: null, code } };
}
