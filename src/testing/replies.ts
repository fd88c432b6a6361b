import { invalidArgument } from "../domain/errors.ts";
import type { JsonSchema } from "../models/language/port.ts";

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
    throw invalidArgument("Give one of script, answer and recording, not several.");
  }
  if (answer !== undefined) return async (request) => answer(request);
  if (recording !== undefined) {
    const repliesByKey = new Map(recording.map(({ reply, ...asked }) => [keyOf(asked), reply]));
    return async (request) => {
      const reply = repliesByKey.get(keyOf(request));
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

/** Faulty answers of the scripted model: a text arrives, and is invalid. */
export const BAD_ANSWERS = [
  "bad-json",
  "fenced-json",
  "wrong-types",
  "numbers-as-text",
  "prose",
  "thinking-aloud",
  "truncated",
  "empty",
  "refusal",
  "invented-ids",
] as const;

/** Faulty requests: the answer does not arrive, or too late. */
export const BAD_SERVICE = [
  "rate-limit",
  "server-error",
  "unauthorized",
  "rejects",
  "slow",
  "hang",
  "stall",
  "cut",
  "html",
  "no-choices",
] as const;

export type BadAnswer = (typeof BAD_ANSWERS)[number];
export type BadService = (typeof BAD_SERVICE)[number];
export type MisbehaviourKind = BadAnswer | BadService;

/** One thing to do wrong, by its name or with its particulars. */
export type Misbehaviour =
  | MisbehaviourKind
  | {
      readonly kind: MisbehaviourKind;
      /** `rate-limit`: the `Retry-After` header. Default: 1; `null` sends none. */
      readonly retryAfterSeconds?: number | null;
      /** `slow`: how long an answer takes. Default: 1,000. */
      readonly delayMs?: number;
      /** `server-error`: the HTTP status. Default: 500. `html`: default 200, as behind a captive portal. */
      readonly status?: number;
      /** `rejects`: the parameter that this model does not take. Requests without it are answered. Default: "temperature". */
      readonly parameter?: string;
    };

export type Particulars = Exclude<Misbehaviour, string>;

export function particulars(misbehaviour: Misbehaviour): Particulars {
  return typeof misbehaviour === "string" ? { kind: misbehaviour } : misbehaviour;
}

export function isBadAnswer(kind: MisbehaviourKind): kind is BadAnswer {
  return (BAD_ANSWERS as readonly string[]).includes(kind);
}

export interface Answer {
  readonly text: string | null;
  readonly finish: "stop" | "length";
  readonly refusal: string | null;
}

/** A good answer made bad. */
export function spoil(text: string, kind: BadAnswer): Answer {
  const said = (words: string): Answer => ({ text: words, finish: "stop", refusal: null });
  switch (kind) {
    case "bad-json":
      return said(text.replaceAll('":', '" =>').replace(/[}\]]$/, ";"));
    case "fenced-json":
      return said(`\`\`\`json\n${text}\n\`\`\``);
    case "prose":
      return said(
        `Sure! I looked at [all of it]. Here is what you asked for:\n\n${text}\n\nLet me know if {anything} is unclear.`,
      );
    case "thinking-aloud":
      return said(`<think>The user wants {"draft": [1]} or so. Let me see.</think>\n\n${text}`);
    case "wrong-types":
      return said(
        change(text, (value) =>
          typeof value === "string" ? { is: [value] } : typeof value === "number" ? "high" : value,
        ),
      );
    case "numbers-as-text":
      return said(change(text, (value) => (typeof value === "number" ? String(value) : value)));
    case "invented-ids":
      return said(
        change(text, (value, key) =>
          ID_KEY.test(key) && typeof value === "string" ? `invented-${value}` : value,
        ),
      );
    case "truncated":
      return { text: text.slice(0, Math.ceil(text.length * 0.6)), finish: "length", refusal: null };
    case "empty":
      return said("");
    case "refusal":
      return { text: null, finish: "stop", refusal: "I'm sorry, but I can't help with that." };
  }
}

/** Keys whose texts point at something that exists. */
const ID_KEY = /^(id|ids|.*_ids?|.*Ids?|matches|contradicts|refs?|sources?|evidence)$/;

/** The JSON with each leaf changed; `key` is the nearest name above it. Text that is no JSON stays. */
function change(text: string, leaf: (value: unknown, key: string) => unknown): string {
  const walk = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => walk(item, key));
    if (typeof value !== "object" || value === null) return leaf(value, key);
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, walk(member, name)]));
  };
  try {
    return JSON.stringify(walk(JSON.parse(text), ""));
  } catch {
    return text;
  }
}
