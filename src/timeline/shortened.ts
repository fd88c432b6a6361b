import { estimateTokens } from "../domain/budget.ts";
import { cut, oneLine, summaryMessage } from "../domain/timeline/entry.ts";
import { mostOfEach, shortWords, withWords } from "../domain/timeline/fit.ts";
import type { History } from "./history.ts";

/** Fewer tokens of a message say nothing. */
const LEAST_TOKENS = 64;

/** A conversation to make shorter. */
interface Given<M> {
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
export function openRequest({ talk, summarised }: History, stays: ReadonlySet<number>): string[] {
  if (talk.some(({ at, event }) => event.role === "user" && stays.has(at))) return [];
  const said = talk.findLast(({ event, answers }) => event.role === "user" && !answers)?.event.text;
  if (said !== undefined) {
    const words = cut(oneLine(said), LONGEST_REQUEST);
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
export function shortened<M extends object>(
  request: Given<M>,
  stays: ReadonlySet<number>,
  summary: string | null,
  ids: Ids,
): Shortened<M> {
  const { messages, history } = request;
  const short = shortCopies(request, stays, summary, ids);
  const own = (at: number): M => short.get(at) ?? messages[at]!;
  const { fixed, silent, talk, summarised } = history;
  if (summary === null) {
    const kept = [...messages.keys()];
    return { messages: kept.map(own), kept, summaryAt: null, shortened: [...short.keys()] };
  }
  const isTalk = new Set(talk.map(({ at }) => at));
  let before = true;
  const kept = [...messages.keys()].filter((at) => {
    if (isTalk.has(at)) before = stays.has(at);
    if (at === summarised?.at) return false;
    return fixed.has(at) || (silent.has(at) ? before : stays.has(at));
  });
  const front = kept.findIndex((at) => !fixed.has(at));
  const summaryAt = front < 0 ? kept.length : front;
  const like = messages[talk[0]?.at ?? 0];
  const one = summaryMessage(summary, like) as M;
  return {
    messages: kept.map(own).toSpliced(summaryAt, 0, one),
    ...{ kept, summaryAt, shortened: [...short.keys()] },
  };
}

function shortCopies<M extends object>(
  { messages, history, contextWindow }: Given<M>,
  stays: ReadonlySet<number>,
  summary: string | null,
  ids: Ids,
): Map<number, M> {
  const copies = new Map<number, M>();
  if (ids === "never") return copies;
  const live = history.talk.filter(({ at }) => stays.has(at));
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
