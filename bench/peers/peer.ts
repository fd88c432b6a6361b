import { tokenQuarters } from "../../src/domain/budget.ts";
import type { LanguageModel } from "../../src/index.ts";
import type { Vectors } from "./vectors.ts";

/** One message, as every peer is given it. */
export interface Message {
  readonly id: string;
  readonly role: "user" | "assistant";
  readonly text: string;
  readonly at: number;
  /** The account that wrote it, and its name on that day; in groups only. */
  readonly author?: string;
  readonly authorName?: string;
}

export interface Question {
  readonly text: string;
  readonly now: number;
  /** The asking member; in groups only. */
  readonly asker?: string;
  readonly askerName?: string;
}

/** One line of the text that would go into the prompt. */
export interface Line {
  readonly text: string;
  /** The messages that it shows; empty where nobody can tell, as with a fact that a model wrote. */
  readonly sources: readonly string[];
  /** It stands in every prompt, whatever is asked. */
  readonly always?: boolean;
}

export interface Recalled {
  readonly lines: readonly Line[];
  /** Of the whole block, its headings included. */
  readonly tokens: number;
  /** Searches it took to fit into the budget: one of them is what a recall costs. */
  readonly searches: number;
}

/** A memory that was opened in an empty folder. What it leaves there is its size on disk. */
export interface Peer {
  write(messages: readonly Message[]): Promise<void>;
  recall(question: Question): Promise<Recalled>;
  /** Calls to a language model so far. */
  modelCalls(): number;
  close(): Promise<void>;
}

/** A language model that has read one conversation: its answers to Memoir's requests, and the facts in them by message. */
export interface Reader {
  readonly model: LanguageModel;
  calls(): number;
  /** The facts taken from a message, by its text. */
  factsIn(text: string): readonly string[];
}

export interface Opening {
  readonly folder: string;
  readonly vectors: Vectors;
  /** Tokens that a recall may show. */
  readonly budget: number;
  /** Whether the answers may be in what the assistant said. */
  readonly assistantAnswers: boolean;
  /** Whether messages are looked up, as with a search box, or a prompt is completed. */
  readonly use: "prompt" | "search";
  readonly scope: string;
  readonly start: number;
  /** The folder with the other packages. */
  readonly packages: string;
  readonly reader: Reader | null;
}

export interface PeerKind {
  readonly id: string;
  readonly name: string;
  /** The npm package whose version is printed; `null` = there is none. */
  readonly package: string | null;
  /** It needs a language model that has read the conversation. */
  readonly reads?: boolean;
  /** Answers like another one: only its cost is measured. */
  readonly costOnly?: boolean;
  open(opening: Opening): Promise<Peer>;
}

/** Lines that a peer returns at most: `readPolicy.maxItems` of Memoir. */
export const MAX_LINES = 40;

/** A message as text alone: in a group with its author's name in front. */
export function spoken({ text, authorName }: Pick<Message, "text" | "authorName">): string {
  return authorName === undefined ? text : `${authorName}: ${text}`;
}

export function asked({ text, askerName }: Question): string {
  return askerName === undefined ? text : `${askerName}: ${text}`;
}

/** The messages that are worth storing for a peer whose user chooses them. */
export function worthStoring({ assistantAnswers }: Opening, messages: readonly Message[]): Message[] {
  return messages.filter(({ role }) => assistantAnswers || role === "user");
}

/** A line with its mark and its line break, in quarters of a token. */
const quartersOf = ({ text }: Line): number => tokenQuarters(`- ${text}\n`);

export function tokensOf(lines: readonly Line[]): number {
  return Math.ceil(lines.reduce((sum, line) => sum + quartersOf(line), 0) / 4);
}

/** The best lines that fit; one that does not is passed over for a shorter one. */
export function withinBudget(ranked: readonly Line[], budget: number): Recalled {
  const lines: Line[] = [];
  let left = 4 * budget;
  for (const line of ranked) {
    const quarters = quartersOf(line);
    if (quarters > left) continue;
    left -= quarters;
    lines.push(line);
  }
  return { lines, tokens: tokensOf(lines), searches: 1 };
}
