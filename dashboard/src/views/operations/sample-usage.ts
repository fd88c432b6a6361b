import type { ModelUsage } from "../../../../src/api/stats.ts";

const DAY_MS = 86_400_000;
const DAYS = 21;
/** Tokens of one call, and what a million of them cost; as a small hosted model has it. */
const INPUT = { tokens: 2_100, price: 0.25 };
const OUTPUT = { tokens: 160, price: 2 };

/** What a model would have spent on the sample: figures to show the view with. They are on the page alone, and in no database. */
export function sampleUsage(now: number): ModelUsage[] {
  return Array.from({ length: DAYS }, (_, i) => {
    const calls = 3 + ((i * 7) % 9);
    const [input_tokens, output_tokens] = [calls * INPUT.tokens, calls * OUTPUT.tokens];
    return {
      ...{ day: new Date(now - (DAYS - 1 - i) * DAY_MS).toISOString().slice(0, 10), role: "extract" },
      ...{ model: "sample", calls, failures: i % 8 === 5 ? 1 : 0, input_tokens, output_tokens },
      cost: (input_tokens * INPUT.price + output_tokens * OUTPUT.price) / 1_000_000,
    };
  });
}
