import type { Candidate, Said } from "../domain/candidate.ts";
import { extractByRules } from "../domain/extract/extract.ts";

/** What is read: some messages, from `from` on as new ones, the earlier ones only to understand them. */
export interface ExtractInput {
  readonly tenant: string;
  readonly said: readonly Said[];
  readonly from: number;
  /** What is known already, by short numbers (C12). */
  readonly known: readonly { readonly number: number; readonly text: string }[];
  readonly now: number;
  readonly signal: AbortSignal | undefined;
}

export interface Extracted {
  readonly candidates: readonly Candidate[];
  /** What was proposed and could not be kept, with the reason. */
  readonly refused: readonly { readonly text: string; readonly problem: string; readonly source: number }[];
  readonly model: string | null;
  readonly promptHash: string | null;
}

/** Takes claims from what was said. */
export type Extractor = (input: ExtractInput) => Promise<Extracted>;

/** Without a language model: rules, which see what is plainly said and nothing else. */
export const byRules: Extractor = async ({ said, from }) => ({
  candidates: extractByRules(said, from),
  refused: [],
  model: null,
  promptHash: null,
});
