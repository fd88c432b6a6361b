/** Parameters of a request that some models refuse to see. */
export type Parameter = "temperature" | "max_tokens" | "response_format" | "reasoning_effort";

const NAMES: readonly (readonly [RegExp, Parameter])[] = [
  [/temperature/i, "temperature"],
  [/reasoning_effort/i, "reasoning_effort"],
  [/response_format|json_schema|output_format|output_config|structured output/i, "response_format"],
  [/max_tokens/i, "max_tokens"],
];
const REFUSING =
  /unsupported|not support|unrecogni[sz]ed|unknown|unavailable|not permitted|not allowed|invalid|deprecated/i;

/**
 * The parameter a provider complained about, if that is why it refused a request. No list of models can be kept
 * up to date, so Memoir learns: it asks again without the parameter and remembers.
 */
export function refusedParameter(thrown: unknown): Parameter | undefined {
  if (typeof thrown !== "object" || thrown === null) return undefined;
  const { statusCode, message, data } = thrown as {
    statusCode?: unknown;
    message?: unknown;
    data?: { error?: { param?: unknown } | null } | null;
  };
  if (statusCode !== 400 && statusCode !== 422) return undefined;
  const param = data?.error?.param;
  if (typeof param === "string") {
    const named = NAMES.find(([pattern]) => pattern.test(param));
    if (named !== undefined) return named[1];
  }
  if (typeof message !== "string" || !REFUSING.test(message)) return undefined;
  return NAMES.find(([pattern]) => pattern.test(message))?.[1];
}
