import type { Candidate, Said } from "../../domain/candidate.ts";
import type { Ending } from "../../language/shared/talk.ts";

/** What is read: some messages, from `from` on as new ones, the earlier ones only to understand them. */
export interface ExtractInput {
  readonly tenant: string;
  readonly said: readonly Said[];
  readonly from: number;
  /** What is known already, by short numbers (C12). */
  readonly known: readonly { readonly number: number; readonly text: string }[];
  /** Whom the scope's memories are about, as they are stored. Default: none. */
  readonly subjects?: readonly string[];
  /** Other names of subjects. Default: none. */
  readonly aliases?: ReadonlyMap<string, string>;
  /** How many memories one turn may lead to, by the policy of now; `null` = any number. */
  readonly maxPerTurn: number | null;
  readonly now: number;
  readonly signal: AbortSignal | undefined;
}

export interface Extracted {
  readonly candidates: readonly Candidate[];
  /** What was said to be over, where rules read it; a model names what its claims contradict. */
  readonly endings?: readonly Ending[];
  /** What a user takes back or asks to forget, where a model read it. Default: nothing. */
  readonly forget?: readonly Forget[];
  /** What was proposed and could not be kept, with the reason. */
  readonly refused: readonly { readonly text: string; readonly problem: string; readonly source: number }[];
  readonly model: string | null;
  readonly promptHash: string | null;
  /** `false`: more was said than it could tell at once. */
  readonly complete: boolean;
  /** The answer itself broke off: what it would have told is not known. */
  readonly cutOff: boolean;
}

/** A wish to forget: the event that says so, the known memories that are meant, and the events. */
export interface Forget {
  readonly source: number;
  readonly known: readonly number[];
  readonly messages: readonly number[];
}

/** Takes claims from what was said. */
export type Extractor = (input: ExtractInput) => Promise<Extracted>;
