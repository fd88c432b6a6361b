import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { inFolder } from "../ratios/database.ts";
import { median } from "../support.ts";
import type { Verdict } from "./judge.ts";
import type { Opening, Peer, PeerKind } from "./peer.ts";
import type { Conversation, PeerSet } from "./set.ts";
import type { Vectors } from "./vectors.ts";

/** The figures of one peer on one set; shares are 0–1, `null` = the set does not tell. */
export interface Figures {
  readonly questions: number;
  readonly answered: number;
  /** The same without a look at lines that must not be shown. */
  readonly held: number;
  /** Tokens of a prompt, over the questions that need something. */
  readonly tokens: number;
  /** Of the lines shown, those that do not belong. */
  readonly noise: number | null;
  readonly offTopic: number;
  /** Off-topic questions that bring a line. */
  readonly brought: number | null;
  /** Lines that are no longer true, per 100 questions. */
  readonly stale: number | null;
  readonly modelCalls: number;
  /** Milliseconds a message, and a recall; without the embedding of texts. */
  readonly writeMs: number;
  readonly recallMs: number;
  /** Of all that is on disk, per message. */
  readonly bytes: number;
}

interface Asked extends Verdict {
  readonly offTopic: boolean;
  readonly lines: number;
  readonly others: number;
  readonly tokens: number;
  readonly ms: number;
}

interface Played {
  readonly messages: number;
  readonly writeMs: number;
  readonly modelCalls: number;
  readonly bytes: number;
  readonly asked: readonly Asked[];
}

export interface Session {
  readonly vectors: Vectors;
  readonly packages: string;
  /** Called after each conversation. */
  step(): void;
}

/** Tells a set's conversations to a peer, each in an empty folder, and asks their questions. */
export async function measure(kind: PeerKind, set: PeerSet, session: Session): Promise<Figures> {
  const played: Played[] = [];
  for (const conversation of set.conversations) {
    played.push(await inFolder((folder) => play(kind, set, conversation, { ...session, folder })));
    session.step();
  }
  return figuresOf(played, set.use);
}

async function play(
  kind: PeerKind,
  { budget, use, assistantAnswers }: PeerSet,
  { scope, start, pieces, questions, reader }: Conversation,
  { vectors, packages, folder }: Pick<Opening, "vectors" | "packages" | "folder">,
): Promise<Played> {
  const peer = await kind.open({
    ...{ folder, vectors, packages, budget, use, assistantAnswers, scope, start },
    reader: kind.reads === true ? reader!() : null,
  });
  let writeMs = 0;
  for (const piece of pieces) writeMs += (await timed(vectors, () => peer.write(piece))).ms;
  const asked = kind.costOnly === true ? questions.slice(0, COST_QUESTIONS) : questions;
  const answers = await askAll(peer, vectors, asked);
  const modelCalls = peer.modelCalls();
  await peer.close();
  const messages = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return { messages, writeMs, modelCalls, bytes: bytesIn(folder), asked: answers };
}

/** Enough for a median. */
const COST_QUESTIONS = 15;

async function askAll(peer: Peer, vectors: Vectors, questions: Conversation["questions"]): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (const { judge, offTopic, ...question } of questions) {
    const { value: recalled, ms } = await timed(vectors, () => peer.recall(question));
    const { lines, tokens, searches } = recalled;
    const others = lines.filter(({ always }) => always !== true).length;
    asked.push({ ...judge(recalled), offTopic, lines: lines.length, others, tokens, ms: ms / searches });
  }
  return asked;
}

async function timed<T>(vectors: Vectors, work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const [started, embedding] = [performance.now(), vectors.spentMs()];
  const value = await work();
  return { value, ms: performance.now() - started - (vectors.spentMs() - embedding) };
}

function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => statSync(join(folder, name)))
    .reduce((sum, entry) => sum + (entry.isFile() ? entry.size : 0), 0);
}

function figuresOf(played: readonly Played[], use: PeerSet["use"]): Figures {
  const asked = played.flatMap((one) => one.asked);
  const own = asked.filter(({ offTopic }) => !offTopic);
  const off = asked.filter(({ offTopic }) => offTopic);
  const judged = own.filter(({ noise }) => noise !== null);
  const messages = sum(played, (one) => one.messages);
  return {
    questions: own.length,
    answered: share(own.filter(({ answered }) => answered).length, own.length) ?? 0,
    held: share(own.filter(({ held }) => held).length, own.length) ?? 0,
    tokens: sum(own, ({ tokens }) => tokens) / own.length,
    noise: share(
      sum(judged, ({ noise }) => noise ?? 0),
      sum(judged, ({ others }) => others),
    ),
    offTopic: off.length,
    brought: share(off.filter(({ others }) => others > 0).length, off.length),
    stale: use === "search" ? null : 100 * (sum(own, ({ stale }) => stale) / own.length),
    modelCalls: sum(played, ({ modelCalls }) => modelCalls),
    writeMs: sum(played, ({ writeMs }) => writeMs) / messages,
    recallMs: median(asked.map(({ ms }) => ms)),
    bytes: sum(played, ({ bytes }) => bytes) / messages,
  };
}

function sum<T>(list: readonly T[], of: (one: T) => number): number {
  return list.reduce((total, one) => total + of(one), 0);
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
