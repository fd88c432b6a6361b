import type { SourceEvent } from "../../domain/candidate.ts";
import { ownerOf } from "../../domain/identity.ts";
import { Top } from "../../domain/relevance/top.ts";
import { matchWords } from "../../domain/relevance/word-match.ts";
import { strengthAt } from "../../domain/strength.ts";
import { callNames, namedSpeakers } from "../../language/person-names.ts";
import { terms } from "../../language/terms.ts";
import { toQuery } from "../../scope-index/spaces.ts";
import type { NumberedMemoryRow as MemoryRow } from "../../store/tables/memory-search.ts";
import type { ScopeRecord } from "../../store/tables/scopes.ts";
import type { WriteTools } from "../tools/write-tools.ts";
import type { Batch } from "./load-batch.ts";
import { type People, peopleOf } from "./people.ts";

/** Known memories that a model is shown at most. */
const SHOWN = 50;
/** Of each message, so many of the nearest by meaning, and by words. */
const NEAREST = 8;
/** Parts of a reading that are looked up by meaning: messages, or runs of them where there are more. */
const PARTS = 12;
/** Of a long message its beginning is looked up by meaning, and more of it by words. */
const LONGEST = 1_000;
const MAX_SEARCHED_BY_WORDS = 4_000;
/** The weight of a position in one of the lists: the usual constant of rank fusion is for longer lists. */
const RANK = 10;
/** The same for a memory that is only about somebody who takes part: behind those that are near. */
const FAR_RANK = 4 * RANK;

/** Known memories that new messages touch, and the people that the scope's memories are about. */
export interface TouchedMemories {
  /** Under the names that people have now. */
  readonly memories: readonly { readonly num: number; readonly text: string }[];
  /** By the names they go by; those of the touched memories first. */
  readonly subjects: readonly string[];
  /** Names of people, each with the subject that is stored. */
  readonly aliases: ReadonlyMap<string, string>;
}

export const NOTHING_TOUCHED: TouchedMemories = { memories: [], subjects: [], aliases: new Map() };

/**
 * The active memories that new messages may restate, contradict or take back: those that are about somebody whom the
 * messages name, that are near to a message by meaning, or share its words. In a group also those about the
 * speakers. Superseded, disabled, expired and pending memories are not shown: they would be matched as if they were
 * active.
 */
export async function touchedBy(
  tools: WriteTools,
  scopeRef: ScopeRecord,
  batch: Batch,
): Promise<TouchedMemories> {
  const { scope, sourceEvents, from } = batch;
  const spoken = sourceEvents.slice(from).filter(({ role, text }) => role !== "system" && text.trim() !== "");
  const vectors = await Promise.all(parts(spoken).map((text) => tools.embed(text.slice(0, LONGEST))));
  const now = tools.now();
  return tools.indexes.memories(tools.store.read, scopeRef, async (index) => {
    const active = index.corpus.rows.map(
      (entry) => entry?.statusAt(now) === "active" && entry.row.kind !== "timeline",
    );
    const score = new Map<number, number>();
    const add = (item: number, worth: number): void => void score.set(item, (score.get(item) ?? 0) + worth);
    const rank = (scores: ArrayLike<number>): void => {
      const top = new Top(NEAREST);
      for (const [item, isActive] of active.entries()) {
        if (isActive && scores[item]! > 0) top.offer(item, scores[item]!);
      }
      for (const [position, item] of [...top.sorted().items].entries()) add(item, 1 / (RANK + position));
    };
    for (const { text } of spoken)
      rank(matchWords([...new Set(terms(text.slice(0, MAX_SEARCHED_BY_WORDS)))], index.corpus).turn);
    for (const textVectors of vectors) {
      const cosines = await index.corpus.similarity(textVectors.map(toQuery));
      if (cosines !== undefined) rank(cosines);
    }
    const entries = index.corpus.rows.map((entry, item) => (active[item] ? entry : undefined));
    const people = peopleOf(
      entries.flatMap((entry) => entry?.row ?? []),
      batch,
    );
    const mentions = new Mentions(spoken, people);
    const speakers = new Set(spoken.flatMap(({ actor }) => actor ?? []));
    const takesPart = (person: string): boolean =>
      scope.kind === "group" && (speakers.has(person) || mentions.hold(person));
    const seen = new Map<string, number>();
    // The newest of each first, so that nobody with many memories keeps out the others.
    for (const [item, entry] of [...entries.entries()].reverse()) {
      const subject = entry?.row.subject ?? null;
      if (subject === null) continue;
      const owner = ownerOf(subject);
      if (mentions.hold(subject)) add(item, 1 / RANK);
      if (!takesPart(owner)) continue;
      const before = seen.get(owner) ?? 0;
      seen.set(owner, before + 1);
      add(item, 1 / (FAR_RANK + before));
    }
    const items = [...score].sort((a, b) => b[1] - a[1] || b[0] - a[0]).map(([item]) => item);
    const memories = items.slice(0, SHOWN).flatMap((item) => entries[item]?.row ?? []);
    const all = entries.flatMap((entry) => entry?.row ?? []);
    return touchedMemories(memories, all, people, (subject) => mentions.isSpeaker(subject));
  });
}

function touchedMemories(
  shownMemories: readonly MemoryRow[],
  all: readonly MemoryRow[],
  people: People,
  isSpeaker: (subject: string) => boolean,
): TouchedMemories {
  const subjects = new Set([...shownMemories, ...all].flatMap(({ subject }) => subject ?? []));
  return {
    memories: shownMemories.map((row) => ({ num: row.num, text: people.textOf(row) })),
    // The transcript names the speaker.
    subjects: [
      ...new Set([...subjects].flatMap((one) => (isSpeaker(one) ? [] : (people.nameOf(one) ?? [])))),
    ],
    aliases: people.subjects,
  };
}

/** The messages, or runs of neighbours where they are many. */
function parts(spoken: readonly SourceEvent[]): string[] {
  const size = Math.ceil(spoken.length / PARTS);
  return Array.from({ length: Math.min(PARTS, spoken.length) }, (_, i) =>
    spoken
      .slice(i * size, (i + 1) * size)
      .map(({ text }) => text)
      .join("\n"),
  ).filter((text) => text !== "");
}

/** The people that messages name. The speaker is in all of them and distinguishes nothing. */
class Mentions {
  readonly #text: string;
  readonly #speakers: ReadonlySet<string>;
  readonly #accounts: ReadonlySet<string>;
  readonly #people: People;

  constructor(spoken: readonly SourceEvent[], people: People) {
    const text = spoken.map((one) => one.text).join("\n");
    const { accounts } = people;
    const mentioned = namedSpeakers(
      text,
      accounts.map((account) => people.namesOf(account).flatMap(callNames)),
    );
    this.#text = ` ${foldText(text)} `;
    this.#speakers = new Set(spoken.flatMap(({ name, actor }) => [name ?? "", actor ?? ""]).map(foldText));
    this.#accounts = new Set(accounts.filter((_, i) => mentioned[i]));
    this.#people = people;
  }

  isSpeaker(subject: string): boolean {
    return this.#speakers.has(foldText(subject));
  }

  /** Whether the messages call somebody by one of their names. */
  hold(subject: string): boolean {
    if (this.isSpeaker(subject)) return false;
    return this.#accounts.has(subject) || this.#people.namesOf(subject).some((name) => this.#holds(name));
  }

  #holds(rawName: string): boolean {
    const name = foldText(rawName);
    if (name === "") return false;
    return /\p{sc=Han}/u.test(name) ? this.#text.includes(name) : this.#text.includes(` ${name} `);
  }
}

function foldText(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** The active memories that are most alive, the strongest first. */
export async function strongestKnown(
  tools: WriteTools,
  scopeRef: ScopeRecord,
  batch: Batch,
): Promise<TouchedMemories> {
  const now = tools.now();
  const alive = ({ strength, strength_at }: { strength: number; strength_at: number }): number =>
    strengthAt(strength, new Date(strength_at), new Date(now));
  return tools.indexes.memories(tools.store.read, scopeRef, async (index) => {
    const active = index.corpus.rows.flatMap((entry) =>
      entry?.statusAt(now) === "active" ? [entry.row] : [],
    );
    const memories = active.toSorted((a, b) => alive(b) - alive(a) || b.num - a.num).slice(0, SHOWN);
    return touchedMemories(memories, active, peopleOf(active, batch), () => false);
  });
}
