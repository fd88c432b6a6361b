import { join } from "node:path";
import { scopeOf } from "../../companion/play.ts";
import { type ReadConversation, readConversations } from "../../companion/read/conversation.ts";
import { readAnswers } from "../../companion/recorded/recording.ts";
import { replayOf } from "../../companion/recorded/replay.ts";
import { byWords } from "../judge.ts";
import type { Message, Reader } from "../peer.ts";
import {
  type AskedQuestion,
  BUDGET,
  type Conversation,
  DAY_MS,
  MINUTE_MS,
  type PeerSet,
  piecesOf,
} from "../set.ts";

const FOLDER = "bench/companion/recordings-read";
/** Messages that were read at once. */
const BATCH = 12;

/** Conversations that a capable reader has read, message by message: the same facts for everybody who asks a model. */
export function readSet(): PeerSet {
  return {
    ...{ id: "read", title: "conversations read by a model", budget: BUDGET },
    ...{ use: "prompt", assistantAnswers: false },
    conversations: readConversations(FOLDER).map(conversationOf),
  };
}

function conversationOf(read: ReadConversation): Conversation {
  const start = Date.parse(read.start);
  const told = new Map<number, number>();
  const isGroup = read.kind === "group";
  const messages = read.lines.map(({ day, author, name, text }, i): Message => {
    const before = told.get(day) ?? 0;
    told.set(day, before + 1);
    const at = start + day * DAY_MS + before * MINUTE_MS;
    return {
      ...{ id: String(i), role: "user", text, at, author },
      ...(isGroup ? { authorName: name ?? author } : {}),
    };
  });
  const names = new Map(messages.map(({ author, authorName }) => [author, authorName]));
  const now = messages.at(-1)!.at + MINUTE_MS;
  return {
    ...{ scope: scopeOf({ ...read, lines: [] }), start, pieces: piecesOf(messages, BATCH) },
    reader: () => readerOf(read.id),
    questions: read.probes.map((probe): AskedQuestion => {
      const who =
        probe.as === undefined ? {} : { asker: probe.as, askerName: names.get(probe.as) ?? probe.as };
      return { ...{ text: probe.q, now, offTopic: probe.none === true }, ...who, judge: byWords(probe) };
    }),
  };
}

function readerOf(id: string): Reader {
  const recording = { id, lines: [], ...readAnswers(join(FOLDER, id)) };
  const { model, asked } = replayOf(recording);
  return {
    model,
    calls: () => asked.extract + asked.mend + asked.check,
    factsIn: (line) =>
      recording.facts
        .filter(({ source }) => line.endsWith(`: ${source}`))
        .map(({ fields }) => String(fields.text)),
  };
}
