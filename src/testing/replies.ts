import { MemoirError } from "../domain/errors.ts";
import type { JsonSchema } from "../models/language/port.ts";
import type { Misbehaviour } from "./misbehaviour.ts";

/** A request as the scripted model understood it. */
export interface ScriptedRequest {
  readonly endpoint: "chat" | "embeddings";
  /** From 1, in the order of arrival. */
  readonly number: number;
  /** The API key it came with. */
  readonly key: string | undefined;
  /** The model's name in the request. */
  readonly model: string;
  /** All system messages, one after the other. */
  readonly system: string;
  /** The rest of the conversation. */
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  /** The last message's text: mostly what a script looks at. */
  readonly prompt: string;
  /** The JSON schema the answer is to follow, where one was sent. */
  readonly schema: JsonSchema | undefined;
  /** The texts to embed. */
  readonly input: readonly string[];
  /** The request's body, whole. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** The answer: a text, or a value that is sent as JSON. */
export type Reply =
  | string
  | {
      readonly text?: string;
      /** Said as JSON, where there is no `text`. */
      readonly object?: unknown;
      /** Something to do wrong with this very answer. */
      readonly misbehave?: Misbehaviour;
      /** The tokens to report; `null` reports none, as some servers do. Default: an estimate. */
      readonly usage?: { readonly inputTokens: number; readonly outputTokens: number } | null;
    };

/** Questions with the answers they got, as plain data: save it as JSON, and replay it. */
export type Recording = readonly {
  readonly system: string;
  readonly messages: ScriptedRequest["messages"];
  readonly reply: Reply;
}[];

export interface ReplySource {
  /** One answer after the other, whatever is asked. */
  readonly script?: readonly Reply[];
  /** Makes the answer to each question. */
  readonly answer?: (request: ScriptedRequest) => Reply | Promise<Reply>;
  /** Answers as it was answered then; what was not asked then is an error. */
  readonly recording?: Recording;
}

/** No answer is left or known: a mistake in the test, told as an answer that no client tries again. */
export class NoReply extends Error {}

/** The next answer. Called only for a request that gets one, so a failed try does not use up a line of the script. */
export function replies({
  script,
  answer,
  recording,
}: ReplySource): (request: ScriptedRequest) => Promise<Reply> {
  if ([script, answer, recording].filter((source) => source !== undefined).length > 1) {
    throw new MemoirError("invalid_argument", "Give one of script, answer and recording, not several.");
  }
  if (answer !== undefined) return async (request) => answer(request);
  if (recording !== undefined) {
    const known = new Map(recording.map(({ reply, ...asked }) => [keyOf(asked), reply]));
    return async (request) => {
      const reply = known.get(keyOf(request));
      if (reply === undefined)
        throw new NoReply(`Nothing like request ${request.number} is in the recording.`);
      return reply;
    };
  }
  let line = 0;
  return async () => {
    const reply = script?.[line];
    line += 1;
    if (reply === undefined)
      throw new NoReply(`The script has ${script?.length ?? 0} answers; this is answer ${line}.`);
    return reply;
  };
}

export function textOf(reply: Reply): string {
  if (typeof reply === "string") return reply;
  return reply.text ?? (reply.object === undefined ? "" : JSON.stringify(reply.object));
}

function keyOf({ system, messages }: Pick<ScriptedRequest, "system" | "messages">): string {
  return JSON.stringify([system, messages.map(({ role, content }) => [role, content])]);
}
