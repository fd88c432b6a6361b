import type { Settings } from "../../index.ts";
import type { Said as Words } from "../turn-events.ts";
import type { Edit, Span } from "./json-spans.ts";

export type Fields = Readonly<Record<string, unknown>>;
export type Placement = Settings["render"]["placement"];

/** One message of a request, whatever API it is written for. */
export interface Said extends Pick<Words, "role" | "words"> {
  /** The message in the request. */
  readonly span: Span;
  /** Its content in the request. */
  content(): Span | undefined;
}

/** A request as memory sees it. */
export interface Prompt {
  readonly said: readonly Said[];
  /** The user that the request names. */
  readonly user: string | undefined;
  readonly hasTools: boolean;
  /** Names the history that is not in the request but on the API's side. Default: all of it is in the request. */
  readonly continues: string | null;
  /** The type of a part of a system message that is text. */
  readonly textPart: string;
  /** The edits that make a block a message of its own, before the given one. */
  insert(block: string, next: Said | undefined, placement: Placement): Edit[];
}

/** The part of an answer's text that an event of a stream holds. */
export interface Piece {
  /** Texts of different parts are parted by a line break. */
  readonly part: unknown;
  readonly text: string;
}

/** One of the APIs that get memory. */
export interface Api {
  readonly path: string;
  /** `text` is the JSON of `body`. `null`: not a request of this API. */
  read(text: string, body: Fields): Prompt | null;
  /** `null`: the event of a stream has no text of the answer. */
  piece(event: Fields): Piece | null;
  /** The text of an answer that is not a stream. */
  answer(body: Fields): string;
  /** An error as this API writes one. */
  error(message: string, code: string): object;
}

export function errorBody(message: string, code: string): object {
  return { error: { message, type: "api_error", param: null, code } };
}
