import type { Candidate, Said } from "../domain/candidate.ts";
import type { Ending } from "../domain/ending/ending.ts";
import { extractByRules } from "../domain/extract/extract.ts";
import type { Settings } from "../domain/settings.ts";
import type { ModelCaller } from "../models/language/call.ts";
import { extractWithModel } from "./extract/with-model.ts";

/** What is read: some messages, from `from` on as new ones, the earlier ones only to understand them. */
export interface ExtractInput {
  readonly tenant: string;
  readonly said: readonly Said[];
  readonly from: number;
  /** What is known already, by short numbers (C12). */
  readonly known: readonly { readonly number: number; readonly text: string }[];
  /** How many memories one turn may lead to, by the policy of now; `null` = any number. */
  readonly maxPerTurn: number | null;
  readonly now: number;
  readonly signal: AbortSignal | undefined;
}

export interface Extracted {
  readonly candidates: readonly Candidate[];
  /** What was said to be over, where rules read it; a model names what its claims contradict. */
  readonly endings?: readonly Ending[];
  /** What was proposed and could not be kept, with the reason. */
  readonly refused: readonly { readonly text: string; readonly problem: string; readonly source: number }[];
  readonly model: string | null;
  readonly promptHash: string | null;
  /** `false`: more was said than it could tell at once. */
  readonly complete: boolean;
  /** The answer itself broke off: what it would have told is not known. */
  readonly cutOff: boolean;
}

/** Takes claims from what was said. */
export type Extractor = (input: ExtractInput) => Promise<Extracted>;

/** Without a language model: rules, which see what is plainly said and nothing else. */
export const byRules: Extractor = async ({ said, from }) => ({
  ...extractByRules(said, from),
  refused: [],
  model: null,
  promptHash: null,
  complete: true,
  cutOff: false,
});

/** With one: it reads what rules cannot, and nothing it says is taken on its word alone. */
export function byModel(caller: ModelCaller, { privacy }: Settings): Extractor {
  return async ({ maxPerTurn, ...input }) => {
    const skipped = Math.max(0, input.from - CONTEXT);
    const extracted = await extractWithModel(
      caller,
      {
        ...input,
        said: input.said.slice(skipped),
        from: input.from - skipped,
        multiFact: true,
        maxCandidates: maxPerTurn === null ? MOST : maxPerTurn * TURNS,
        denyPatterns: privacy.denyPatterns,
      },
      input.signal,
    );
    const placed = <T extends { source: number }>(one: T): T => ({ ...one, source: one.source + skipped });
    return {
      ...extracted,
      candidates: extracted.candidates.map(placed),
      refused: extracted.refused.map(placed),
    };
  };
}

/** Earlier messages that a model is shown: enough to know who "she" is. */
const CONTEXT = 6;
/** Facts of one reading at most: some tens of messages. */
const MOST = 20;
/** A reading goes over several turns; the limit of each is kept when they are written. */
const TURNS = 5;
