import type { ChatCommand } from "../domain/chat-commands/command.ts";
import type { PersonSection } from "../domain/enums.ts";
import type { Calendar, TimeRange } from "../domain/relevance/calendar.ts";
import type { TRAIT } from "../domain/relevance/relevance-index.ts";
import type { Dated, DateUse, Mention } from "./shared/dates.ts";
import type { Lean } from "./shared/moments.ts";

/** A request to forget. */
export interface ForgetRequest {
  /** The words that name it; `null`: what they said just before. */
  readonly about: string | null;
}

/** The target and the subject of a question, by its words. */
export interface Asking {
  /** Speaks of the one who asks: I, my, 我. "Tell me a joke" does not. */
  readonly self: boolean;
  /** Speaks of the asker and others: we, our, 我们. */
  readonly us: boolean;
  /** Asks which of several people: who, anyone, 谁. */
  readonly anybody: boolean;
}

/** The kinds of content in a piece of a message. */
export interface Saying {
  /** An order to keep or drop something: "remember that …", 把…忘了. */
  readonly command: boolean;
  /** Says that something is not, or no longer, as stated before: "moved to Wednesday", 改到下周六. */
  readonly update: boolean;
  /** Opens by taking back what was just said: "no wait", 不对. */
  readonly takesBack: boolean;
}

/** Signs of traits, by the trait. */
export type TraitSigns = Partial<Readonly<Record<keyof typeof TRAIT, RegExp>>>;

/** The times that a text names, read by one table of forms for whoever asks. */
export interface Dates {
  mentions(text: string, reader: DateUse): Mention[];
  /** The times that a question or a stored text means. */
  ranges(text: string, calendar: Calendar): TimeRange[];
  /** The text with its dates made absolute, told from `at`. */
  absolute(text: string, at: number, lean: Lean): Dated;
}

/** Questions of somebody about themselves: their answers are the lines of a section. The newest lines need no question. */
export type PersonQuestions = Readonly<Record<Exclude<PersonSection, "lately">, readonly string[]>>;

/** One language. Its `Words` (`words.ts`) stand apart, because comparing needs them without the rest. */
export interface Language {
  readonly dates: Dates;
  asking(question: string): Asking;
  /** Words that ask for a kind of thing: when, how many, 哪里. */
  readonly asksFor: TraitSigns;
  /** Asks what the other side said: "you recommended", 你说过. */
  readonly asksYou: RegExp;
  saying(piece: string): Saying;
  /** A quick look before a message is read sentence by sentence: most messages change nothing. */
  mayUpdate(text: string): boolean;
  /** Words that tell a kind of thing: a time, a place, a reason. */
  readonly tells: TraitSigns;
  /** Speaks to somebody: you, your, bot, 你. */
  readonly speaksTo: RegExp;
  /** The patterns of `saying`: compiled one by one before the first message is read. */
  readonly expressions: readonly RegExp[];
  /** The command that a sentence gives; `undefined`: none. */
  command(sentence: string): ChatCommand | undefined;
  /** "Remember that, please", behind what is to be remembered. */
  readonly asksToKeep: RegExp;
  /** Somebody's own words told of them: "I prefer tea" is "Dana prefers tea"; `undefined` where that is not certain. */
  retold(words: string, name: string | null): string | undefined;
  /** The requests to forget in a sentence. */
  forgetRequest(sentence: string): ForgetRequest | undefined;
  readonly personQuestions: PersonQuestions;
}

/** The reason given for a text that gives orders to its reader. */
export const ORDER_REASONS = {
  overrides: "tells its reader to ignore instructions",
  role: "gives its reader a new role",
  standing: "gives a standing order",
  memory: "dictates what to remember",
  secrecy: "asks to keep something from the user",
  reveal: "asks for prompts, keys or conversations",
  marker: "imitates the marks of a conversation",
  addressed: "is addressed to an AI",
  hidden: "holds hidden text",
  encoded: "holds encoded text that is to be decoded",
} as const;

/** A sign of an order, and what is said about it. */
export type Sign = readonly [reason: (typeof ORDER_REASONS)[keyof typeof ORDER_REASONS], pattern: RegExp];

/** Signs of orders by their reasons, in this order. */
export function signs(
  patterns: Partial<Readonly<Record<keyof typeof ORDER_REASONS, readonly (string | RegExp)[]>>>,
): Sign[] {
  return Object.entries(patterns).flatMap(([reason, all]) =>
    all.map((pattern): Sign => [ORDER_REASONS[reason as keyof typeof ORDER_REASONS], new RegExp(pattern)]),
  );
}
