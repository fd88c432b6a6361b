import { isOfMemories, type Person, readPeople } from "../../people/person.ts";
import { stream } from "../../random.ts";
import { byMessages, type Changes } from "../judge.ts";
import type { Message } from "../peer.ts";
import {
  type AskedQuestion,
  BUDGET,
  type Conversation,
  DAY_MS,
  MINUTE_MS,
  type PeerSet,
  piecesOf,
} from "../set.ts";

export const PEOPLE = "training/data/people";
/** Nothing was trained or fitted on what these wrote. */
const KEPT_APART = ["T", "U"];
const START = Date.parse("2026-03-02T09:00:00Z");
/** People tell a handful of things in one sitting. */
const LINES_A_DAY = 6;
/** The person who is looked for among others, with a long life that has many look-alikes. */
const HIDDEN = "enT-03";

/** Written people and groups whom nothing was trained on; those whose lines are finished memories are left out. */
export function peopleSet(every: number): PeerSet {
  const people = readPeople(PEOPLE, KEPT_APART).filter((person) => !isOfMemories(person));
  return {
    ...{ id: "people", title: "written people, kept apart", budget: BUDGET },
    ...{ use: "prompt", assistantAnswers: false },
    conversations: people.map((person) => conversationOf(person, messagesOf(person), every)),
  };
}

/** One person's sittings spread evenly among those of others, all told by the same user. */
export function sizeSet(size: number, every: number): PeerSet {
  const writers = [...new Set("ABCDEFGHIJKLMNOPQRSVWXYZ")];
  const hidden = readPeople(PEOPLE, KEPT_APART).find(({ id }) => id === HIDDEN)!;
  const others = readPeople(PEOPLE, writers).filter((one) => one.kind !== "group" && !isOfMemories(one));
  const own = messagesOf(hidden);
  const rest = shuffled(others.flatMap((one) => sittingsOf(messagesOf(one))))
    .flat()
    .slice(0, size - own.length);
  const told = spread(sittingsOf(own), sittingsOf(rest))
    .flat()
    .map((message, i) => ({ ...message, at: timeOf(i) }));
  return {
    ...{ id: `size-${size}`, title: `one person among ${size}`, budget: BUDGET, size },
    ...{ use: "prompt", assistantAnswers: false },
    conversations: [conversationOf(hidden, told, every)],
  };
}

/** Whole sittings stay together: what somebody says in one belongs together. */
const sittingsOf = (messages: readonly Message[]): Message[][] => piecesOf(messages, LINES_A_DAY);

const timeOf = (i: number): number =>
  START + Math.floor(i / LINES_A_DAY) * DAY_MS + (i % LINES_A_DAY) * MINUTE_MS;

function messagesOf({ id, members, lines }: Person): Message[] {
  const names = new Map(members?.map((member) => [member.id, member.name]));
  return lines.map(({ t, by, name }, i): Message => {
    const message = { id: nameOf(id, i), role: "user", text: t, at: timeOf(i) } as const;
    if (by === undefined) return message;
    if (name !== undefined) names.set(by, name);
    return { ...message, author: by, authorName: names.get(by) ?? by };
  });
}

const nameOf = (person: string, line: number): string => `${person} ${line}`;

function conversationOf(person: Person, told: readonly Message[], every: number): Conversation {
  const { id, kind, members, general, changes = [] } = person;
  const now = told.at(-1)!.at + MINUTE_MS;
  const names = new Map(
    told.flatMap(({ author, authorName }) => (author === undefined ? [] : [[author, authorName!]])),
  );
  const asker = (member: string | undefined) =>
    member === undefined ? {} : { asker: member, askerName: names.get(member) ?? member };
  const pairs: Changes = changes.map(([earlier, later]) => [nameOf(id, earlier), nameOf(id, later)]);
  const own = person.qs
    .filter(({ k }) => k !== "overview")
    .filter((_, i) => i % every === 0)
    .map(({ q, a, as }): AskedQuestion => {
      const wanted = new Set(a.map((line) => nameOf(id, line)));
      return { ...{ text: q, now, offTopic: false }, ...asker(as), judge: byMessages(wanted, pairs) };
    });
  const offTopic = general.map(
    (text): AskedQuestion => ({
      ...{ text, now, offTopic: true },
      ...asker(members?.[0]?.id),
      judge: byMessages(new Set(), pairs),
    }),
  );
  return {
    ...{ scope: `${kind === "group" ? "group" : "user"}:${id.toLowerCase()}`, start: START },
    ...{ pieces: piecesOf(told, LINES_A_DAY), questions: [...own, ...offTopic] },
  };
}

/** The same order in every run. */
function shuffled<T>(list: readonly T[]): T[] {
  const next = stream(7);
  return list
    .map((item) => ({ item, at: next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

function spread<T>(own: readonly T[], rest: readonly T[]): T[] {
  const placed = [own, rest].flatMap((items) =>
    items.map((item, i) => ({ item, at: (i + 0.5) / items.length })),
  );
  return placed.sort((a, b) => a.at - b.at).map(({ item }) => item);
}
