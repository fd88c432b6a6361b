/** One thing that can be found: a turn, a message, an observation. */
export interface Item {
  readonly id: string;
  readonly text: string;
  /** The speaker or the subject; `null` = the data do not say. */
  readonly author: string | null;
  readonly role: "user" | "assistant";
  readonly session: string;
  readonly at: number;
}

export interface Question {
  readonly text: string;
  /** The items that answer it. Never empty: a question without any is left out. */
  readonly gold: ReadonlySet<string>;
  readonly category: string;
  /** Whether it counts in the set's own line. */
  readonly headline: boolean;
  /** When it is asked. */
  readonly now: number;
  /** The asker; absent where nobody in particular asks. */
  readonly asker?: string;
}

/** The pool in which its questions look. */
export interface Conversation {
  readonly id: string;
  /** Its number in the set; even and odd ones are the two halves. */
  readonly number: number;
  readonly items: readonly Item[];
  readonly questions: readonly Question[];
}

/** The target of a set: an absolute share, or a margin over BM25. */
export interface Bar {
  readonly metric: "r5" | "r10" | "ndcg10";
  readonly atLeast?: number;
  readonly overBm25?: number;
}

export interface DataSet {
  readonly name: SetName;
  readonly title: string;
  /** The kind the items become: events, or memories. */
  readonly from: "events" | "memories";
  readonly conversations: readonly Conversation[];
  /** The baseline's words. */
  readonly words: (text: string) => string[];
  readonly baseline: string;
  readonly headline: string;
  readonly bars: readonly Bar[];
}

export const SET_NAMES = ["locomo", "beam", "memdaily", "observations"] as const;
export type SetName = (typeof SET_NAMES)[number];

export const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** Messages of one session follow each other; where the data give a session one time, a minute lies between two. */
export const minutesAfter = (start: number, minutes: number): number => start + minutes * MINUTE_MS;
