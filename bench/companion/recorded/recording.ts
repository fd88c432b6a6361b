import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../../options.ts";

/** One message of a recorded conversation. */
export interface RecordedLine {
  readonly author: string;
  readonly text: string;
}

/** One fact as the model answered, with the texts that its numbers stood for. */
export interface RecordedFact {
  /** The fields of the answer as they are; numbers are those of the recorded request. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The message it came from. */
  readonly source: string;
  readonly alsoFrom: readonly string[];
  readonly matches: readonly string[];
  readonly extends: readonly string[];
  readonly contradicts: readonly string[];
}

/** A wish to forget as the model answered, with the texts that its numbers stood for. */
export interface RecordedWish {
  readonly source: string;
  readonly known: readonly string[];
  readonly messages: readonly string[];
}

/** A language model's answers about one conversation, by the subject of the request. */
export interface Recording {
  readonly id: string;
  readonly lines: readonly RecordedLine[];
  readonly facts: readonly RecordedFact[];
  readonly forget: readonly RecordedWish[];
  /** Sentences that were sent back, and what they became. */
  readonly mended: ReadonlyMap<string, string>;
  /** Verdicts about pairs of sentences, by `pairKey`. */
  readonly verdicts: ReadonlyMap<string, string>;
}

export function pairKey(a: string, b: string): string {
  return `${a}\n${b}`;
}

/** The recorded conversations of a folder: one subfolder each, named by its language. */
export function readRecordings(folder: string): Recording[] {
  const ids = readdirSync(folder).filter((name) => existsSync(join(folder, name, "conversation.jsonl")));
  if (ids.length === 0)
    throw new UsageError(`${folder} holds no recorded conversations (NAME/conversation.jsonl).`);
  return ids.sort().map((id) => readRecording(id, join(folder, id)));
}

function readRecording(id: string, folder: string): Recording {
  const lines = readFileSync(join(folder, "conversation.jsonl"), "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as RecordedLine);
  return { id, lines, ...readAnswers(folder) };
}

/** The answers of a folder: what `req-N.json` asked, and `res-N.json` answered. */
export function readAnswers(folder: string): Omit<Recording, "id" | "lines"> {
  const facts: RecordedFact[] = [];
  const forget: RecordedWish[] = [];
  const mended = new Map<string, string>();
  const verdicts = new Map<string, string>();
  for (let i = 1; existsSync(join(folder, `res-${i}.json`)); i += 1) {
    const prompt = promptOf(JSON.parse(readFileSync(join(folder, `req-${i}.json`), "utf8")) as Asked);
    const answer = JSON.parse(readFileSync(join(folder, `res-${i}.json`), "utf8")) as Answer;
    const call = callOf(prompt);
    if (call === "extract") {
      facts.push(...factsIn(prompt, answer));
      forget.push(...wishesIn(prompt, answer));
    } else if (call === "mend") {
      const sent = numbered(prompt, /^\[(\d+)\] (.*)$/gm);
      for (const { number, text } of answer.facts ?? []) mended.set(sent.get(number!)!, String(text));
    } else {
      const given = new Map((answer.pairs ?? []).map(({ number, verdict }) => [number, verdict]));
      for (const { number, a, b } of pairsIn(prompt)) {
        const verdict = given.get(number) ?? answer.verdict;
        if (verdict !== undefined) verdicts.set(pairKey(a, b), verdict);
      }
    }
  }
  return { facts, forget, mended, verdicts };
}

/** The pairs of sentences that a prompt asks about. */
export function pairsIn(prompt: string): { number: number; a: string; b: string }[] {
  const pairs = [...prompt.matchAll(/^(?:\[(\d+)\] )?A: (.*)\n {0,4}B: (.*)$/gm)];
  return pairs.map(([, number, a, b]) => ({ number: Number(number ?? 1), a: a!, b: b! }));
}

/** The engine's calls: it takes facts from messages, has sentences put right, and compares two sentences. */
export type Call = "extract" | "mend" | "check";

export function callOf(prompt: string): Call {
  if (prompt.includes("<transcript>")) return "extract";
  return prompt.includes("<sentences>") ? "mend" : "check";
}

interface Asked {
  readonly messages: readonly { readonly content: string }[];
}

interface Answer {
  readonly facts?: readonly (Record<string, unknown> & {
    number?: number;
    source?: number;
    alsoFrom?: number[];
    matches?: number[];
    extends?: number[];
    contradicts?: number[];
    more?: string[];
  })[];
  readonly forget?: readonly { source: number; known: number[]; messages: number[] }[];
  readonly verdict?: string;
  readonly pairs?: readonly { readonly number: number; readonly verdict: string }[];
}

export function promptOf({ messages }: Asked): string {
  return messages.map(({ content }) => content).join("\n");
}

/** A name holds no colon and no bracket; before its text a message may have a note, in which the time has one. */
const MESSAGE = /^#(\d+) [^:(\n]*(?:\([^)\n]*\))?: (.*)$/gm;

/** The messages of a prompt's transcript, and the known memories it shows, by their numbers. */
export function shownIn(prompt: string): {
  messages: Map<number, string>;
  earlier: Set<number>;
  known: Map<number, string>;
} {
  const transcript = between(prompt, "transcript");
  const messages = numbered(transcript, MESSAGE);
  const earlier = new Set(
    [...transcript.matchAll(/^#(\d+) [^:\n]*\(earlier[,)]/gm)].map(([, n]) => Number(n)),
  );
  return { messages, earlier, known: numbered(between(prompt, "known"), /^\[(\d+)\] (.*)$/gm) };
}

function between(prompt: string, tag: string): string {
  const start = prompt.indexOf(`<${tag}>`);
  return start < 0 ? "" : prompt.slice(start, prompt.lastIndexOf(`</${tag}>`));
}

function numbered(text: string, line: RegExp): Map<number, string> {
  return new Map([...text.matchAll(line)].map(([, number, words]) => [Number(number), words!]));
}

function factsIn(prompt: string, { facts = [] }: Answer): RecordedFact[] {
  const { messages, known } = shownIn(prompt);
  return facts.map(({ more = [], ...fields }) => {
    const numbers = (word: string, own: readonly number[] = []): number[] => [
      ...own,
      ...more.flatMap((detail) =>
        NUMBERED.exec(detail)?.[1] === word ? [Number(detail.split(" ")[1])] : [],
      ),
    ];
    const rest = more.filter((detail) => !NUMBERED.test(detail));
    return {
      fields: { ...fields, ...(rest.length === 0 ? {} : { more: rest }) },
      source: messages.get(fields.source ?? 0) ?? "",
      alsoFrom: textsOf(messages, numbers("also", fields.alsoFrom)),
      matches: textsOf(known, numbers("same", fields.matches)),
      extends: textsOf(known, numbers("adds", fields.extends)),
      contradicts: textsOf(known, numbers("ends", fields.contradicts)),
    };
  });
}

/** A detail that names a message or a known memory by its number. */
const NUMBERED = /^(also|same|adds|ends) \d+$/;

function wishesIn(prompt: string, { forget = [] }: Answer): RecordedWish[] {
  const shown = shownIn(prompt);
  return forget.map(({ source, known, messages }) => ({
    source: shown.messages.get(source) ?? "",
    known: textsOf(shown.known, known),
    messages: textsOf(shown.messages, messages),
  }));
}

function textsOf(shown: ReadonlyMap<number, string>, numbers: readonly number[] = []): string[] {
  return numbers.flatMap((number) => shown.get(number) ?? []);
}
