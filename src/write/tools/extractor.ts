import type { Candidate, SourceEvent } from "../../domain/candidate.ts";

/** The messages to read: those from `from` on are new, the earlier ones are context. */
export interface ExtractInput {
  readonly tenant: string;
  readonly sourceEvents: readonly SourceEvent[];
  readonly from: number;
  /** Known memories, by short numbers. */
  readonly knownMemories: readonly { readonly number: number; readonly text: string }[];
  /** Whom the scope's memories are about, by the names they go by. Default: none. */
  readonly subjects?: readonly string[];
  /** Names of people, each with the subject that memories about them have. Default: none. */
  readonly aliases?: ReadonlyMap<string, string>;
  /** How many memories one turn may lead to, by the policy of now; `null` = any number. */
  readonly maxPerTurn: number | null;
  readonly now: number;
  readonly signal: AbortSignal | undefined;
}

export interface Extracted {
  readonly candidates: readonly Candidate[];
  /** Memories and messages that a user retracts or asks to forget, where a model read it. Default: none. */
  readonly forget?: readonly Forget[];
  /** Proposals that could not be kept, with the reason. */
  readonly refused: readonly { readonly text: string; readonly problem: string; readonly source: number }[];
  readonly model: string | null;
  readonly promptHash: string | null;
  /** `false`: more was said than it could tell at once. */
  readonly complete: boolean;
  /** The answer itself broke off: what it would have told is not known. */
  readonly cutOff: boolean;
  /** Why nothing was read. Default: it was read. */
  readonly unread?: string;
}

/** A wish to forget: the event that says so, the known memories that are meant, and the events. */
export interface Forget {
  readonly source: number;
  readonly knownMemories: readonly number[];
  readonly messages: readonly number[];
}

/** Takes claims from what was said. */
export type Extractor = (input: ExtractInput) => Promise<Extracted>;

export const NOTHING_READ: Extracted = {
  ...{
    candidates: [],
    forget: [],
    refused: [],
    model: null,
    promptHash: null,
    complete: true,
    cutOff: false,
  },
};

export const VERDICTS = ["same", "update", "different"] as const;
/** Whether a new sentence says what a known one says, says something newer about the same thing, or neither. */
export type SameFact = (typeof VERDICTS)[number];

/** A new sentence and a known one. */
export interface SentencePair {
  readonly a: string;
  readonly b: string;
}
