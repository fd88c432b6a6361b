import type { ModelSettings } from "./settings/models.ts";

/** Tokens of one model. */
interface Tokens {
  readonly model: string;
  readonly input_tokens: number;
  readonly output_tokens: number;
}

/** What these tokens cost at the given prices; `null` where the model has no price. */
export function costOf(
  { model, input_tokens, output_tokens }: Tokens,
  prices: ModelSettings["prices"],
): number | null {
  const price = Object.hasOwn(prices, model) ? prices[model] : undefined;
  if (price === undefined) return null;
  return (input_tokens * price.input + output_tokens * price.output) / 1_000_000;
}
