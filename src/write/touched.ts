import type { Candidate, Said } from "../domain/candidate.ts";
import { ALIAS, taggedWith } from "../domain/memory.ts";
import { Top } from "../domain/relevance/top.ts";
import { matchWords } from "../domain/relevance/word-match.ts";
import { strengthAt } from "../domain/strength.ts";
import { terms } from "../language/shared/terms.ts";
import type { MemoryEntry } from "../scope-index/memory-entry.ts";
import type { MemoryIndex } from "../scope-index/memory-index.ts";
import type { FoundScope } from "../store/scopes.ts";
import type { Batch } from "./batch.ts";
import { LOOKED_UP, toQuery } from "./nearest.ts";
import type { WriteTools } from "./write-tools.ts";

/** Known memories that a model is shown at most (R135). */
const SHOWN = 50;
/** Of each message, so many of the nearest by meaning, and by words. */
const NEAREST = 8;
/** Parts of a reading that are looked up by meaning: messages, or runs of them where there are more. */
const PARTS = 12;
/** Of a long message its beginning is looked up by meaning. */
const LONGEST = 1_000;
/** The weight of a position in one of the lists: the usual constant of rank fusion is for longer lists. */
const RANK = 10;

/** Known memories that new messages touch, and the people that the scope's memories are about. */
interface KnownBefore {
  readonly memories: readonly { readonly num: number; readonly text: string }[];
  /** As they are stored; those of the touched memories first. */
  readonly subjects: readonly string[];
  /** Other names of subjects. */
  readonly aliases: ReadonlyMap<string, string>;
}

export const NOTHING_KNOWN: KnownBefore = { memories: [], subjects: [], aliases: new Map() };

/**
 * The active memories that new messages may restate, contradict or take back: those that rules would give the same
 * slot, that are about somebody whom the messages name, that are near to a message by meaning, or share its words
 * (C12). Superseded, disabled, expired and pending memories are not shown: they would be matched as if they were
 * active. `byRules`: the claims that rules found in the messages.
 */
export async function touchedBy(
  tools: WriteTools,
  place: FoundScope,
  { scope, said, from }: Batch,
  byRules: readonly Candidate[],
): Promise<KnownBefore> {
  const spoken = said.slice(from).filter(({ role, text }) => role !== "system" && text.trim() !== "");
  const vectors = await Promise.all(parts(spoken).map((text) => tools.embed(text.slice(0, LONGEST))));
  const slots = byRules.filter(({ slot }) => slot !== null);
  const now = tools.now();
  return tools.indexes.memories(tools.store.read, place, async (index) => {
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
      for (const [place, item] of [...top.sorted().items].entries()) add(item, 1 / (RANK + place));
    };
    for (const { text } of spoken)
      rank(matchWords([...new Set(terms(text.slice(0, LOOKED_UP)))], index.corpus).turn);
    for (const one of vectors) {
      const cosines = await index.corpus.similarity(one.map(toQuery));
      if (cosines !== undefined) rank(cosines);
    }
    const names = new Mentions(spoken);
    for (const [item, entry] of index.corpus.rows.entries()) {
      if (entry === undefined || !active[item]) continue;
      const { slot, subject } = entry.row;
      if (slot !== null && slots.some((one) => one.slot === slot && one.subject === subject)) add(item, 1);
      if (subject !== null && names.hold(subject)) add(item, 1 / RANK);
    }
    const items = [...score].sort((a, b) => b[1] - a[1] || b[0] - a[0]).map(([item]) => item);
    const known = knownBefore(index, items.slice(0, SHOWN), active, names);
    // In a group anybody may call themselves by another's name.
    return scope.kind === "user" ? known : { ...known, aliases: NOTHING_KNOWN.aliases };
  });
}

function knownBefore(
  { corpus }: MemoryIndex,
  touched: readonly number[],
  active: readonly boolean[],
  names: Mentions,
): KnownBefore {
  const entries = (items: Iterable<number>): MemoryEntry[] =>
    [...items].flatMap((item) => corpus.rows[item] ?? []);
  const all = entries(active.flatMap((isActive, item) => (isActive ? [item] : [])));
  const shown = entries(touched);
  return {
    memories: shown.map(({ row: { num, text } }) => ({ num, text })),
    // The transcript names the speaker.
    subjects: [...new Set([...shown, ...all].flatMap(({ row }) => row.subject ?? []))].filter(
      (subject) => !names.isSpeaker(subject),
    ),
    aliases: new Map(
      all.flatMap(({ row }) =>
        aliasesIn(row.tags).map((alias): [string, string] => [alias, row.subject ?? alias]),
      ),
    ),
  };
}

function aliasesIn(tags: string): string[] {
  return tags.includes(ALIAS) ? taggedWith(ALIAS, JSON.parse(tags) as string[]) : [];
}

/** The messages, or runs of neighbours where they are many. */
function parts(spoken: readonly Said[]): string[] {
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

  constructor(spoken: readonly Said[]) {
    this.#text = ` ${spoken.map(({ text }) => folded(text)).join(" ")} `;
    this.#speakers = new Set(spoken.flatMap(({ name, actor }) => [name ?? "", actor ?? ""]).map(folded));
  }

  isSpeaker(subject: string): boolean {
    return this.#speakers.has(folded(subject));
  }

  hold(subject: string): boolean {
    const name = folded(subject);
    if (name === "" || this.#speakers.has(name)) return false;
    return /\p{sc=Han}/u.test(name) ? this.#text.includes(name) : this.#text.includes(` ${name} `);
  }
}

function folded(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** The active memories that are most alive, the strongest first (R135, R148, R173). */
export async function strongestKnown(tools: WriteTools, place: FoundScope): Promise<KnownBefore> {
  const now = tools.now();
  const alive = ({ strength, strength_at }: { strength: number; strength_at: number }): number =>
    strengthAt(strength, new Date(strength_at), new Date(now));
  return tools.indexes.memories(tools.store.read, place, async (index) => {
    const active = index.corpus.rows.flatMap((entry) =>
      entry?.statusAt(now) === "active" ? [entry.row] : [],
    );
    const shown = active.toSorted((a, b) => alive(b) - alive(a) || b.num - a.num).slice(0, SHOWN);
    return {
      ...NOTHING_KNOWN,
      memories: shown.map(({ num, text }) => ({ num, text })),
      subjects: [...new Set(active.flatMap(({ subject }) => subject ?? []))],
    };
  });
}
