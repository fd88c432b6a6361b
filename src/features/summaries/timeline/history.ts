import { estimateTokens } from "../../../domain/budget.ts";
import { wordsOf } from "../../../domain/chat-message.ts";
import { invalidArgument, show } from "../../../domain/errors.ts";
import type { EventInput } from "../../../domain/event.ts";
import { checkTime } from "../../../domain/text.ts";
import { cutText, singleLine, summaryIn, summaryMessage } from "../../../domain/timeline/entry.ts";
import { mostOfEach, shortWords, withWords } from "../../../domain/timeline/fit.ts";
import type { NewEvent } from "../../../store/tables/events.ts";
import { recordable } from "../../../write/observe/observe.ts";

/** A message of a conversation that somebody said, with the event that records it. */
export interface HistoryMessage {
  /** Its place in the given list. */
  readonly at: number;
  readonly event: NewEvent;
  /** Whether the caller named it. */
  readonly hasId: boolean;
  readonly tokens: number;
  /** It answers a call of a tool. */
  readonly answers: boolean;
}

/** A conversation as a caller holds it. */
export interface History {
  /** Instructions, which always stay; and messages without a word, which go with the one before them. */
  readonly fixed: ReadonlySet<number>;
  readonly silent: ReadonlySet<number>;
  readonly messages: readonly HistoryMessage[];
  /** The context summary among them; `null` = there is none. */
  readonly summarised: { readonly at: number; readonly words: string; readonly newest: string | null } | null;
  /** Of all messages, and of the instructions alone. */
  readonly tokens: number;
  readonly fixedTokens: number;
}

const INSTRUCTIONS: ReadonlySet<unknown> = new Set(["system", "developer"]);

/** Reads a list of messages as chat SDKs write them; it is not touched. */
export async function readHistory(
  messages: readonly object[],
  session: string,
  defaults: { thread: string | null; denyPatterns: readonly string[] },
  now: number,
): Promise<History> {
  const fixed = new Set<number>();
  const silent = new Set<number>();
  let summarised: History["summarised"] = null;
  let tokens = 0;
  let fixedTokens = 0;
  const spoken: { at: number; input: EventInput }[] = [];
  for (const [at, message] of messages.entries()) {
    if (typeof message !== "object" || message === null) {
      throw invalidArgument(`messages[${at}] must be an object with a text, got ${show(message)}.`);
    }
    const fields = message as Record<string, unknown>;
    const summary = summaryIn(message);
    if (summary !== null) summarised = { at, ...summary };
    else if (INSTRUCTIONS.has(fields.role)) fixed.add(at);
    else if (isSilent(fields)) silent.add(at);
    else spoken.push({ at, input: { ...datable(message as EventInput), session } });
    if (summary !== null) tokens += estimateTokens(wordsIn(fields));
    if (fixed.has(at)) fixedTokens += estimateTokens(wordsIn(fields));
  }
  const { events } = await recordable(
    spoken.map(({ input }) => input),
    defaults,
    now,
  );
  const talk = events.map((event, i): HistoryMessage => {
    const { at, input } = spoken[i]!;
    const size = estimateTokens(event.text) + estimateTokens(event.content ?? "");
    const answers = isAnswer(messages[at] as Record<string, unknown>);
    return { at, event, hasId: input.id !== undefined, tokens: size, answers };
  });
  return {
    fixed,
    silent,
    messages: talk,
    summarised,
    fixedTokens,
    tokens: talk.reduce((sum, one) => sum + one.tokens, tokens + fixedTokens),
  };
}

/** A time that nobody can read is no reason to leave a conversation as long as it is. */
function datable(message: EventInput): EventInput {
  const { at, createdAt, ...rest } = message as EventInput & { createdAt?: unknown };
  for (const value of [at, createdAt]) {
    if (value === undefined || value === null) continue;
    try {
      return { ...rest, at: checkTime(value, "at") };
    } catch {}
  }
  return rest;
}

/** A tool's answer in the format of OpenAI, the AI SDK or Anthropic. */
function isAnswer({ role, type, content }: Record<string, unknown>): boolean {
  if (role === "tool" || role === "function" || type === "function_call_output") return true;
  return (
    Array.isArray(content) &&
    content.some((part) => part?.type === "tool-result" || part?.type === "tool_result")
  );
}

function wordsIn({ text, content, parts }: Record<string, unknown>): string {
  return typeof text === "string" ? text : wordsOf(content ?? parts);
}

/** An assistant that only stopped: no word, no call of a tool, no part. */
function isSilent(fields: Record<string, unknown>): boolean {
  const { content, parts, tool_calls: calls, function_call: call, refusal } = fields;
  const structured = [content, parts, calls].some((one) => Array.isArray(one) && one.length > 0);
  const isObject = typeof content === "object" && content !== null && !Array.isArray(content);
  return !structured && !isObject && call == null && refusal == null && wordsIn(fields).trim() === "";
}

/** Fewer tokens of a message say nothing. */
const LEAST_TOKENS = 64;

/** A conversation to make shorter. */
interface CompressionInput<M> {
  readonly messages: readonly M[];
  readonly history: History;
  readonly contextWindow: number;
}

export interface Shortened<M> {
  readonly messages: M[];
  readonly kept: readonly number[];
  readonly summaryAt: number | null;
  readonly shortened: readonly number[];
}

/** The ids under which messages are on record; `null`: they are not; `never`: no message is shortened. */
type Ids = ReadonlyMap<number, string> | null | "never";

/** The entries that a context summary of ours tells. */
export function linesIn(words: string): string[] {
  return words
    .split("\n")
    .filter((line) => line.startsWith("- "))
    .map((line) => line.slice(2))
    .filter((line) => !REQUEST.test(line));
}

const REQUEST = /^(?:The user's last request|用户最后的要求)[:：] ?/u;
const LONGEST_REQUEST = 600;

/** The user's request, where the turn was cut after it: the model must still know what to do. */
export function openRequest({ messages: talk, summarised }: History, stays: ReadonlySet<number>): string[] {
  if (talk.some(({ at, event }) => event.role === "user" && stays.has(at))) return [];
  const said = talk.findLast(({ event, answers }) => event.role === "user" && !answers)?.event.text;
  if (said !== undefined) {
    const words = cutText(singleLine(said), LONGEST_REQUEST);
    return words === ""
      ? []
      : [/\p{sc=Han}/u.test(words) ? `用户最后的要求：${words}` : `The user's last request: ${words}`];
  }
  const before = summarised?.words.split("\n").find((line) => REQUEST.test(line.replace(/^- /, "")));
  return before === undefined ? [] : [before.replace(/^- /, "")];
}

/**
 * The messages that stay, behind the instructions and the summary; without one they are as they were. Those that are too
 * long for the window by themselves are shortened copies.
 */
export function shortenHistory<M extends object>(
  request: CompressionInput<M>,
  stays: ReadonlySet<number>,
  summary: string | null,
  ids: Ids,
): Shortened<M> {
  const { messages, history } = request;
  const short = shortCopies(request, stays, summary, ids);
  const messageAt = (at: number): M => short.get(at) ?? messages[at]!;
  const { fixed, silent, messages: talk, summarised } = history;
  if (summary === null) {
    const positions = [...messages.keys()];
    return {
      messages: positions.map(messageAt),
      kept: positions,
      summaryAt: null,
      shortened: [...short.keys()],
    };
  }
  const isTalk = new Set(talk.map(({ at }) => at));
  let before = true;
  const positions = [...messages.keys()].filter((at) => {
    if (isTalk.has(at)) before = stays.has(at);
    if (at === summarised?.at) return false;
    return fixed.has(at) || (silent.has(at) ? before : stays.has(at));
  });
  const front = positions.findIndex((at) => !fixed.has(at));
  const summaryAt = front < 0 ? positions.length : front;
  const like = messages[talk[0]?.at ?? 0];
  const summaryRow = summaryMessage(summary, like) as M;
  return {
    messages: positions.map(messageAt).toSpliced(summaryAt, 0, summaryRow),
    kept: positions,
    summaryAt,
    shortened: [...short.keys()],
  };
}

function shortCopies<M extends object>(
  { messages, history, contextWindow }: CompressionInput<M>,
  stays: ReadonlySet<number>,
  summary: string | null,
  ids: Ids,
): Map<number, M> {
  const copies = new Map<number, M>();
  if (ids === "never") return copies;
  const live = history.messages.filter(({ at }) => stays.has(at));
  const others = history.fixedTokens + estimateTokens(summary ?? history.summarised?.words ?? "");
  const most = mostOfEach(
    live.map(({ tokens }) => tokens),
    others,
    contextWindow,
  );
  if (most === null) return copies;
  for (const { at, tokens } of live) {
    if (tokens <= most) continue;
    const id = ids?.get(at) ?? null;
    const copy = withWords(messages[at]!, (text, share) =>
      shortWords(text, Math.max(LEAST_TOKENS, Math.floor(most * share)), id),
    );
    if (copy !== messages[at]) copies.set(at, copy);
  }
  return copies;
}
