import { z } from "zod";
import { limit, section, setting, whole } from "./fields.ts";

const model = (job: string): z.ZodDefault<z.ZodString> =>
  setting(z.string(), "", `The model that ${job}, as in \`openai/gpt-5-mini\`; empty = the engine's model.`);

/** The jobs a language model does. Each may have its own model. */
const ROLES = {
  extract: model("finds memories in a conversation"),
  check: model("says whether two sentences are the same fact"),
  compress: model("summarises a conversation when it is compressed"),
  summary: model("summarises a day"),
  merge: model("merges day, history and facts into one context"),
  facts: model("edits the facts a user asked to keep or to drop"),
  alias: model("finds out who is who"),
  insight: model("looks for patterns over many memories"),
};
export type ModelRole = keyof typeof ROLES;
export const MODEL_ROLES = Object.keys(ROLES) as readonly ModelRole[];

/** For a million tokens. */
const price = z.strictObject({ input: z.number().min(0), output: z.number().min(0) });

export const ModelsSection = section("Which language model does what, and how long and how much it may.", {
  roles: section("A model for each job.", ROLES),
  // One limit for all tries together, so that nobody ever waits longer than this.
  timeoutMs: whole(1, 30_000, "Milliseconds a call may take, its retries included; then it has failed."),
  retries: whole(
    0,
    2,
    "How often a call is tried again after a failure that may pass: a rate limit, a server error, a lost connection.",
  ),
  maxOutputTokens: whole(1, 4096, "Tokens one answer may have."),
  dailyTokenBudget: limit(
    null,
    "Tokens, in and out, that all calls of one tenant may use in a UTC day; `null` = no limit.",
  ),
  prices: setting(
    z.record(z.string().min(1), price),
    {},
    "Prices of models, by the name under which their usage is counted, as in `openai/gpt-5-mini` to `{ input: 0.25, output: 2 }`; in any currency, as long as it is one. A model without a price is counted in tokens only.",
  ),
  breaker: section("When a model that is down is left alone.", {
    failures: whole(1, 5, "Calls in a row that must fail before a model counts as down and is left alone."),
    coolDownMs: whole(0, 30_000, "Milliseconds a model is left alone before one call tries it again."),
  }),
});

export type ModelSettings = z.output<typeof ModelsSection>;

/** Tokens of one model. */
interface Tokens {
  readonly model: string;
  readonly input_tokens: number;
  readonly output_tokens: number;
}

/** The cost of these tokens at the given prices; `null` where the model has no price. */
export function costOf(
  { model, input_tokens, output_tokens }: Tokens,
  prices: ModelSettings["prices"],
): number | null {
  const price = Object.hasOwn(prices, model) ? prices[model] : undefined;
  if (price === undefined) return null;
  return (input_tokens * price.input + output_tokens * price.output) / 1_000_000;
}
