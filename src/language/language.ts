import type { TRAIT } from "../domain/relevance/asked.ts";
import type { Calendar, TimeRange } from "../domain/relevance/calendar.ts";
import type { Dated, Mention, Reader } from "./shared/dates.ts";
import type { Lean } from "./shared/moments.ts";
import type { Replacement } from "./shared/rule-watch.ts";
import type { Sentence } from "./shared/sentences.ts";
import type { ForgetRequest, Read, Talk } from "./shared/talk.ts";

/** What the words of a question say about whom and what it asks. */
export interface Asking {
  /** Speaks of the one who asks: I, my, 我. "Tell me a joke" does not. */
  readonly self: boolean;
  /** Speaks of the asker and others: we, our, 我们. */
  readonly us: boolean;
  /** Asks which of several people: who, anyone, 谁. */
  readonly anybody: boolean;
  /** Leans on what only these people know: "the youngest", "again", 来着, 家里那位. */
  readonly shared: boolean;
  /** Asks for work or general knowledge: write, translate, explain, 写首诗. */
  readonly task: boolean;
  /** Asks for all that is known of somebody: "what do you know about me?", 说说念念. */
  readonly overview: boolean;
}

/** What kind of thing a piece of a message says to the one who reads it later. */
export interface Saying {
  /** Nothing to tell later: a question, a greeting, laughter. */
  readonly idle: boolean;
  /** An order to keep or drop something: "remember that …", 把…忘了. */
  readonly command: boolean;
  /** A standing wish about how the assistant should behave: "no emojis", 回我短一点. */
  readonly wish: boolean;
  /** How the speaker wants to be called: "call me El", 叫我可可就行. */
  readonly address: boolean;
  /** A limit on what the speaker can eat, drink or do: an allergy, a diet, a doctor's order. */
  readonly limit: boolean;
  /** Says that something is not, or no longer, as it was told: "moved to Wednesday", 改到下周六. */
  readonly update: boolean;
  /** Opens by taking back what was just said: "no wait", 不对. */
  readonly takesBack: boolean;
}

/** Signs of traits, by the trait. */
export type TraitSigns = Partial<Readonly<Record<keyof typeof TRAIT, RegExp>>>;

/** The times that a text names, read by one table of forms for whoever asks. */
export interface Dates {
  mentions(text: string, reader: Reader): Mention[];
  /** The times that a question or a stored text means. */
  ranges(text: string, calendar: Calendar): TimeRange[];
  /** The text with its dates made absolute, told from `at`. */
  absolute(text: string, at: number, lean: Lean): Dated;
}

/** How a language asks. */
export interface QuestionWords {
  asking(text: string): Asking;
  /** Words that ask for a kind of thing: when, how many, 哪里. */
  readonly asksFor: TraitSigns;
  /** Asks what the other side said: "you recommended", 你说过. */
  readonly asksYou: RegExp;
  /** What people want to hear when they ask for all that is known of somebody; each is looked for by itself. */
  readonly aspects: readonly string[];
}

/** What a message is to somebody who may quote it later. */
export interface MessageWords {
  saying(piece: string): Saying;
  /** A quick look before a message is read sentence by sentence: most messages change nothing. */
  mayUpdate(text: string): boolean;
  /** The same for what belongs in every prompt. */
  mayBeCore(text: string): boolean;
  /** Words that tell a kind of thing: a time, a place, a reason. */
  readonly tells: TraitSigns;
  /** What stands behind a name when something is claimed of its bearer. */
  readonly claimsAfterName: RegExp;
  /** What belongs in every prompt, as somebody would say it: among many messages, those most like it are meant. */
  readonly coreLikeness: readonly string[];
}

/** One language. Its `Words` (`words.ts`) stand apart, because extraction itself needs them. */
export interface Language extends QuestionWords, MessageWords {
  readonly dates: Dates;
  /** What a sentence says that is worth keeping, and, noted in the talk, what it says to be over. */
  claims(sentence: Sentence, talk: Talk): Read[];
  /** What a short correction puts in the place of what: "Oslo, not Bergen". */
  replacement(words: string): Replacement | undefined;
  /** What a sentence asks to forget. */
  forgetRequest(sentence: string): ForgetRequest | undefined;
  /** What was said just before was a joke. */
  readonly takesBack: RegExp;
  /** Something said just before was wrong. */
  readonly corrects: RegExp;
  /** "Remember that, please", after what is to be remembered. */
  readonly asksToKeep: RegExp;
}
