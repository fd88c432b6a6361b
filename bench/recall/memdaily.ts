import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Conversation, DataSet, Item, Question } from "./set.ts";
import { memdailyTime } from "./times.ts";

interface Person {
  tid: number;
  message_list: { mid: number; message: string; time: string }[];
  question_list: { question: string; target_step_id: number[]; time: string }[];
}

/** Alone a person has about ten messages, in which any order finds the answer. */
const PEOPLE = 50;

/** Chinese: the messages of fifty people of one file in one pool, a session each. */
export function memdailyPools(data: string): DataSet | null {
  const folder = join(data, "memdaily");
  if (!existsSync(folder)) return null;
  const files = readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .sort();
  const pools = files.flatMap((file) => {
    const people = JSON.parse(readFileSync(join(folder, file), "utf8")) as Person[];
    return Array.from({ length: Math.ceil(people.length / PEOPLE) }, (_, i) => ({
      file: basename(file, ".json"),
      part: i + 1,
      people: people.slice(i * PEOPLE, (i + 1) * PEOPLE),
    }));
  });
  return {
    name: "memdaily",
    title: `MemDaily, ${PEOPLE} people in a pool`,
    from: "events",
    words: bigrams,
    baseline: "bigram BM25",
    headline: "all",
    bars: [
      { metric: "r5", overBm25: 0.05 },
      { metric: "ndcg10", overBm25: 0.05 },
    ],
    conversations: pools.map(({ file, part, people }, number): Conversation => {
      const category = file.replace(/_(?:events|hybrid|items|places|roles)$/, "");
      return {
        id: `${file}-${part}`,
        number,
        items: people.flatMap((person, p) => messagesOf(person, p)),
        questions: people.flatMap((person, p) => questionsOf(person, p, category)),
      };
    }),
  };
}

const idOf = (person: number, message: number): string => `${person}:${message}`;

function messagesOf({ message_list }: Person, p: number): Item[] {
  return message_list.map(({ mid, message, time }) => ({
    id: idOf(p, mid),
    text: message,
    author: null,
    role: "user",
    session: String(p),
    at: memdailyTime(time),
  }));
}

function questionsOf({ message_list, question_list }: Person, p: number, category: string): Question[] {
  const known = new Set(message_list.map(({ mid }) => mid));
  return question_list.flatMap(({ question, target_step_id, time }): Question[] => {
    const gold = new Set(target_step_id.filter((mid) => known.has(mid)).map((mid) => idOf(p, mid)));
    return gold.size === 0
      ? []
      : [{ text: question, gold, category, headline: true, now: memdailyTime(time) }];
  });
}

/** All pairs of neighbouring letters or digits, which is the usual way to give BM25 Chinese. */
export function bigrams(text: string): string[] {
  return (
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).flatMap((run) => {
    const characters = Array.from(run);
    return characters.length === 1
      ? [run]
      : characters.slice(1).map((character, i) => `${characters[i]}${character}`);
  });
}
