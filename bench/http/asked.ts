import { type Corpus, makeCorpus } from "../speed/corpus.ts";

/** The scopes that are asked: the less there is to search, the more weighs what is around it. */
export const SCOPES: readonly { readonly scope: string; readonly corpus: Corpus }[] = [100, 1_000].map(
  (items, i) => ({ scope: `user:${items}`, corpus: makeCorpus(items, 60 + i) }),
);

/** What a bot asks: fifteen lines within the default budget. There is no floor, so that every answer is full. */
export const ASKED = { from: ["memories"], limit: 15, threshold: 0 } as const;

export const RECALL_PATH = "/api/ltm/recall";
export const CONSTANT_PATH = "/api/ltm/constant";
