import type { SourceEvent } from "../../domain/candidate.ts";
import { ownerOf } from "../../domain/identity.ts";
import { strengthAt } from "../../domain/strength.ts";
import { callNames, namedSpeakers } from "../../language/person-names.ts";
import type { NumberedMemoryRow as MemoryRow } from "../../store/tables/memory-search.ts";
import type { ScopeRecord } from "../../store/tables/scopes.ts";
import type { WriteTools } from "../tools/write-tools.ts";
import type { Batch } from "./load-batch.ts";
import { nearness, partsOf } from "./nearness.ts";
import { type People, peopleOf } from "./people.ts";

/** Known memories that a model is shown at most: so many for each message, within these bounds. */
const FOR_EACH = 0.75;
const FEWEST = 16;
const MOST = 50;

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
 * The active memories that new messages may restate, contradict or take back: those that are near to a message, then those
 * about somebody whom the messages name, and in a group those about the speakers. Superseded, disabled, expired and
 * pending memories are not shown: they would be matched as if they were active.
 */
export async function touchedBy(
  tools: WriteTools,
  scopeRef: ScopeRecord,
  batch: Batch,
): Promise<TouchedMemories> {
  const { scope, sourceEvents, from } = batch;
  const spoken = sourceEvents.slice(from).filter(({ role, text }) => role !== "system" && text.trim() !== "");
  const parts = await partsOf(tools, spoken);
  const now = tools.now();
  return tools.indexes.memories(tools.store.read, scopeRef, async (index) => {
    const entries = index.corpus.rows.map((entry) =>
      entry?.statusAt(now) === "active" && entry.row.kind !== "timeline" ? entry : undefined,
    );
    const near = await nearness(parts, index.corpus, (item) => entries[item] !== undefined);
    const all = entries.flatMap((entry) => entry?.row ?? []);
    const people = peopleOf(all, batch);
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
      const before = seen.get(owner) ?? 0;
      seen.set(owner, before + 1);
      // Behind those that are near.
      if (!near.has(item) && (mentions.hold(subject) || takesPart(owner))) near.set(item, -before);
    }
    const shown = Math.min(MOST, Math.max(FEWEST, Math.ceil(FOR_EACH * spoken.length)));
    const items = [...near].sort((a, b) => b[1] - a[1] || b[0] - a[0]).map(([item]) => item);
    const memories = items.slice(0, shown).flatMap((item) => entries[item]?.row ?? []);
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
    const memories = active.toSorted((a, b) => alive(b) - alive(a) || b.num - a.num).slice(0, MOST);
    return touchedMemories(memories, active, peopleOf(active, batch), () => false);
  });
}
