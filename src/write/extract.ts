import { categoryRules } from "../domain/settings/reading.ts";
import type { Settings } from "../domain/settings.ts";
import type { ModelCaller } from "../models/language/call.ts";
import { condensed } from "./extract/condense.ts";
import type { Extractor } from "./extract/extractor.ts";
import { extractWithModel } from "./extract/with-model.ts";

/** With a language model: it reads what rules cannot, and nothing it says is taken on its word alone. */
export function byModel(
  caller: ModelCaller,
  { privacy, categories, extraction }: Settings,
  /** Counts how many sentences were held against the rules and how they fared (R276). */
  count: (tenant: string, figures: Readonly<Record<string, number>>) => void,
): Extractor {
  const names = [...categoryRules(categories).keys()];
  return async ({ maxPerTurn, ...given }) => {
    const skipped = Math.max(0, given.from - MODEL_CONTEXT);
    const { summariseAbove, oneCall, importance, known } = extraction;
    const input = { ...given, said: given.said.slice(skipped), from: given.from - skipped };
    const said = summariseAbove === null ? input.said : await condensed(caller, input, summariseAbove);
    const extracted = await extractWithModel(
      caller,
      {
        ...input,
        said,
        once: oneCall,
        inWords: importance === "word",
        ...(known === "strongest" ? { knownTokens: STRONGEST_TOKENS } : {}),
        categories: names,
        multiFact: true,
        maxCandidates: maxPerTurn === null ? MOST : maxPerTurn * TURNS,
        denyPatterns: privacy.denyPatterns,
      },
      input.signal,
    );
    const { checked, firstPass, repaired } = extracted;
    if (checked > 0) {
      count(input.tenant, {
        "extract.checked": checked,
        "extract.firstPass": firstPass,
        "extract.repaired": repaired,
      });
    }
    const placed = <T extends { source: number }>(one: T): T => ({ ...one, source: one.source + skipped });
    return {
      ...extracted,
      candidates: extracted.candidates.map((one) => ({
        ...placed(one),
        alsoFrom: (one.alsoFrom ?? []).map((place) => place + skipped),
      })),
      refused: extracted.refused.map(placed),
      forget: extracted.forget.map((one) => ({
        ...placed(one),
        messages: one.messages.map((place) => place + skipped),
      })),
    };
  };
}

/** Earlier messages that a model is shown: enough to know who "she" is. */
export const MODEL_CONTEXT = 6;
/** R135: about what fifty lines have. */
const STRONGEST_TOKENS = 3_000;
/** Facts of one reading at most: some tens of messages. */
const MOST = 40;
/** A reading goes over several turns; the limit of each is kept when they are written. */
const TURNS = 5;
