export interface LadderOptions {
  /** What makes two claims one: words, or a raw cosine from `auto` up. Default: words. */
  readonly by: "words" | "cosine";
  /** From here up one that adds detail is merged without asking. Default: 0.85. */
  readonly auto: number;
  /** From here up a model is asked about what the words leave open, where there is one. Default: 0.6. */
  readonly checkLow: number;
  /** Below this neither added detail nor a model's word makes two claims one. It may still end one by the other. Default: 0.3. */
  readonly fallbackLow: number;
  /** Similarity must be above `auto`, not at it. Default: false. */
  readonly strict: boolean;
  /** There is a model to ask. Default: false. */
  readonly canAsk: boolean;
  /** One person tells all of it, so that a claim about one subject may end one about another. Default: false. */
  readonly oneTeller: boolean;
}

export const LADDER: LadderOptions = {
  by: "words",
  auto: 0.85,
  checkLow: 0.6,
  fallbackLow: 0.3,
  strict: false,
  canAsk: false,
  oneTeller: false,
};
/** The same bands for the share of words, where there is no embedder. */
export const LEXICAL = { auto: 0.65, checkLow: 0.35, fallbackLow: 0.2 } as const;
