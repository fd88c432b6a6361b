import type { Judge } from "./judge.ts";
import type { Message, Opening, Question, Reader } from "./peer.ts";

export interface AskedQuestion extends Question {
  readonly judge: Judge;
  /** It needs nothing that was said before. */
  readonly offTopic: boolean;
}

/** One conversation: what is told, in pieces as they come, and what is asked afterwards. */
export interface Conversation {
  readonly scope: string;
  readonly start: number;
  readonly pieces: readonly (readonly Message[])[];
  readonly questions: readonly AskedQuestion[];
  /** A language model that has read it. Default: none. */
  readonly reader?: () => Reader;
}

export interface PeerSet extends Pick<Opening, "budget" | "use" | "assistantAnswers"> {
  readonly id: string;
  readonly title: string;
  readonly conversations: readonly Conversation[];
  /** Memories in one scope; only of sets that compare sizes. */
  readonly size?: number;
}

export const DAY_MS = 86_400_000;
export const MINUTE_MS = 60_000;

/** `readPolicy.maxTokens` of Memoir. */
export const BUDGET = 600;

/** The messages of a list in pieces of so many. */
export function piecesOf<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));
}
