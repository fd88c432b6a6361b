import type { Finding, Lead, Speaker } from "./claim.ts";
import type { Piece } from "./sentences.ts";

/**
 * The kind of thing that ended, from the words for its end: a sold thing was owned, a cancelled one was planned. `any`:
 * the words do not say ("that's over").
 */
export type Sort = "thing" | "doing" | "work" | "bond" | "place" | "life" | "plan" | "health" | "any";

/** A statement that something has ended, before the memory that it ends is known. */
export interface Ending {
  readonly sorts: readonly Sort[];
  /** The words that name it: "the Golf", 健身房; empty if it is only referred to ("gave it up") or named by its sort. */
  readonly named: string;
  /** The last topics, newest first, where it is only referred to. */
  readonly before: readonly string[];
  /** The event it came from, by its place in what was read, and the clause in it. */
  readonly source: number;
  readonly span: readonly [start: number, end: number];
}

/** The end that a clause states. */
export interface Ended {
  readonly sorts: readonly Sort[];
  readonly named: string;
  /** It says "it" or nothing at all, so that only what was said before tells what it was. */
  readonly points: boolean;
}

/** A way to say that something ended, by its id; the group `what` is the thing, and empty where its sort says all. */
export interface Way {
  readonly id: string;
  readonly pattern: RegExp;
  readonly sorts: readonly Sort[];
}

/** Ways to say that things of some sorts ended, by their ids. */
export function ways(
  flags: string,
  sorts: readonly Sort[],
  patterns: Readonly<Record<string, string>>,
): Way[] {
  return Object.entries(patterns).map(([id, source]) => ({ id, pattern: new RegExp(source, flags), sorts }));
}

/** A finding and the clause it was read from. */
export interface Read {
  readonly finding: Finding;
  readonly start: number;
  readonly end: number;
}

/** Somebody of the speaker's whom they have spoken of, so that a name or a pronoun is understood later. */
export interface Known {
  /** "brother", "dog", 哥哥. */
  readonly relation: string;
  readonly name: string | null;
  /** The speaker's message, counted, in which they were last spoken of. */
  readonly turn: number;
}

/** The state while the messages of one speaker are read. */
export interface Talk {
  readonly speaker: Speaker;
  /** The latest last. */
  readonly known: Known[];
  readonly turn: number;
  /** The names of the others who speak. */
  readonly others: readonly string[];
  /** Nothing but a greeting was said yet: "I'm Alice" is a name there. */
  greeting: boolean;
  /** The sentence before said only that something was wrong: "sorry, typo." */
  correcting: boolean;
  /** Nobody knows whom the sentence before was about. */
  unsure: boolean;
  /** The last topics, newest first: what "gave it up" refers to. */
  before: readonly string[];
  /** The endings that were stated, clause by clause. */
  readonly endings: Spoken[];
}

/** State that the clauses of a sentence pass on to those after them. */
export interface Carried {
  explicit: boolean;
  lasting: boolean;
  corrects: boolean;
  reported: boolean;
  /** "If …", 如果…, waiting for what it is the condition of. */
  condition: string;
  /** "On weekends", 下周三, waiting for what is done then. */
  when: string;
}

/** The state of the first clause of a sentence. */
export function carried(talk: Talk): Carried {
  const corrects = talk.correcting;
  talk.correcting = false;
  return { explicit: false, lasting: false, corrects, reported: false, condition: "", when: "" };
}

/** Passes on what the words that lead to a clause say. */
export function carry(state: Carried, { explicit, lasting, corrects }: Lead): void {
  state.explicit ||= explicit;
  state.lasting ||= lasting;
  state.corrects ||= corrects;
}

/** An end that somebody tells of, and the clause they tell it in. */
interface Spoken extends Ended {
  readonly before: readonly string[];
  readonly start: number;
  readonly end: number;
}

/** How far back a pronoun reaches, in clauses. */
const REACH = 3;

/** Notes what a clause says of an end, and the clause for those that come after it. */
export function noteEnding(talk: Talk, clause: Piece, ended: Ended | undefined): void {
  const { start, text } = clause;
  if (ended !== undefined) {
    const before = ended.points ? talk.before : [];
    if (!ended.points || before.length > 0)
      talk.endings.push({ ...ended, before, start, end: start + text.length });
  }
  talk.before = [text, ...talk.before].slice(0, REACH);
}

/** "I live in Rome now": valid since it was said, whatever was known before. A claim with its own date keeps it. */
export function sinceSaid(read: Read, changed: boolean, { speaker: { at } }: Talk): Read {
  const { finding } = read;
  const { topic, validFrom } = finding;
  if (validFrom !== null || topic === "plan" || topic === "todo" || topic === "event" || topic === "past")
    return read;
  return changed ? { ...read, finding: { ...finding, validFrom: at } } : read;
}

/** Notes somebody as the one last spoken of. */
export function speakOf(talk: Talk, relation: string, name: string | null): void {
  const at = talk.known.findIndex(
    (one) => one.relation === relation && (one.name === name || one.name === null || name === null),
  );
  const known = at < 0 ? undefined : talk.known.splice(at, 1)[0];
  talk.known.push({ relation, name: name ?? known?.name ?? null, turn: talk.turn });
}

/** "I don't live in Bergen, I live in Oslo": the denial says nothing that the claim does not. */
export function withoutOverruled(reads: readonly Read[]): Read[] {
  return reads.filter(
    ({ finding: { affirmed, slot } }, i) =>
      affirmed ||
      slot === null ||
      !reads.slice(i + 1).some(({ finding: later }) => later.affirmed && later.slot === slot),
  );
}

export interface ForgetRequest {
  /** The words that name it; `null`: what they said just before. */
  readonly about: string | null;
}
