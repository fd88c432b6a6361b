import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { terms } from "../../src/language/terms.ts";
import { type Conversation, DAY_MS, type DataSet, type Item, minutesAfter, type Question } from "./set.ts";
import { beamTime } from "./times.ts";

interface Message {
  id: number;
  role: "user" | "assistant";
  content: string;
  time_anchor?: string | null;
}

interface Batch {
  batch_number: number;
  time_anchor?: string | null;
  turns: Message[][];
}

type Questions = Record<string, { question: string; source_chat_ids?: unknown }[]>;

/** A leftover of the data's generator at the end of a user's message. */
const MARK = /\s*->->[\d,.\w ]*$/;

/** Messages of long chats between a user and an assistant; questions without evidence (abstention) are left out. */
export function beamMessages(data: string): DataSet | null {
  const folder = join(data, "beam-100k");
  if (!existsSync(folder)) return null;
  const numbers = readdirSync(folder)
    .map(Number)
    .filter((number) => Number.isInteger(number))
    .sort((a, b) => a - b);
  return {
    name: "beam",
    title: "BEAM-100K, messages",
    from: "events",
    words: terms,
    baseline: "BM25",
    headline: "all with evidence",
    bars: [
      { metric: "r10", atLeast: 0.6 },
      { metric: "ndcg10", atLeast: 0.52 },
    ],
    conversations: numbers.map((number) => conversation(join(folder, String(number)), number)),
  };
}

function conversation(folder: string, number: number): Conversation {
  const read = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), "utf8"));
  const items: Item[] = [];
  let at = 0;
  for (const { batch_number, time_anchor, turns } of read("chat.json") as Batch[]) {
    if (time_anchor) at = Math.max(at, beamTime(time_anchor));
    for (const message of turns.flat()) {
      if (message.time_anchor) at = Math.max(at, beamTime(message.time_anchor));
      at = minutesAfter(at, 1);
      const { id, role, content } = message;
      items.push({
        id: String(id),
        text: content.replace(MARK, ""),
        author: null,
        role,
        session: String(batch_number),
        at,
      });
    }
  }
  const known = new Set(items.map(({ id }) => id));
  const questions = Object.entries(read("questions.json") as Questions).flatMap(([category, asked]) =>
    asked.flatMap(({ question, source_chat_ids }): Question[] => {
      const gold = new Set(messageIds(source_chat_ids).filter((id) => known.has(id)));
      return gold.size === 0 ? [] : [{ text: question, gold, category, headline: true, now: at + DAY_MS }];
    }),
  );
  return { id: String(number), number, items, questions };
}

/** A list of ids, or lists by name, to any depth. */
export function messageIds(sources: unknown): string[] {
  if (typeof sources === "number" || typeof sources === "string") return [String(sources)];
  return typeof sources === "object" && sources !== null ? Object.values(sources).flatMap(messageIds) : [];
}
