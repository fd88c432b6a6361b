import { beamMessages } from "../../recall/beam.ts";
import { locomoTurns } from "../../recall/locomo.ts";
import type { DataSet, Conversation as Pool } from "../../recall/set.ts";
import { byMessages } from "../judge.ts";
import type { Message } from "../peer.ts";
import { type AskedQuestion, BUDGET, type Conversation, type PeerSet } from "../set.ts";

/** A message of BEAM has about 300 tokens. */
const LONG_BUDGET = 4_000;

/** How much of a public set is used. */
export interface Part {
  readonly conversations: number;
  readonly every: number;
}

/** Long chats of two people; questions about what was never said (category 5) are left out. */
export function locomoSet(data: string, part: Part): PeerSet | null {
  const set = locomoTurns(data, false);
  if (set === null) return null;
  return {
    ...{ id: "locomo", title: "LoCoMo", budget: BUDGET, use: "search", assistantAnswers: true },
    conversations: partOf(set, part),
  };
}

/** Long chats of a user with an assistant. */
export function beamSet(data: string, part: Part): PeerSet | null {
  const set = beamMessages(data);
  if (set === null) return null;
  return {
    ...{ id: "beam", title: "BEAM-100K", budget: LONG_BUDGET, use: "search", assistantAnswers: true },
    conversations: partOf(set, part),
  };
}

function partOf({ conversations }: DataSet, { conversations: count, every }: Part): Conversation[] {
  return conversations.slice(0, count).map((pool) => conversationOf(pool, every));
}

function conversationOf({ id, items, questions }: Pool, every: number): Conversation {
  const sessions = [...new Set(items.map(({ session }) => session))];
  const message = ({ id: name, text, author, role, at }: Pool["items"][number]): Message => ({
    ...{ id: name, role, text, at },
    ...(author === null ? {} : { author, authorName: author }),
  });
  return {
    ...{ scope: `group:${id}`, start: items[0]!.at },
    pieces: sessions.map((session) => items.filter((item) => item.session === session).map(message)),
    questions: questions
      .filter(({ headline }) => headline)
      .filter((_, i) => i % every === 0)
      .map(({ text, now, gold }): AskedQuestion => ({ text, now, offTopic: false, judge: byMessages(gold) })),
  };
}
