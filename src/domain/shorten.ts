import { estimateTokens } from "./budget.ts";

/** What each may have at most, so that all together have no more than `total`: who needs little gives the rest away. */
export function fairShare(wanted: readonly number[], total: number): number {
  const sorted = wanted.toSorted((a, b) => a - b);
  let left = total;
  for (const [i, tokens] of sorted.entries()) {
    const share = Math.floor(left / (sorted.length - i));
    if (tokens > share) return share;
    left -= tokens;
  }
  return total;
}

/**
 * Beginning and end, with `gap` between them: a question or a request stands in one of them, what was pasted in between.
 * At most so many tokens, where the gap itself leaves room for any words.
 */
export function shortenTo(text: string, tokens: number, gap: string): string {
  const size = estimateTokens(text);
  if (size <= tokens) return text;
  let length = Math.floor((text.length * tokens) / size);
  for (;;) {
    const head = Math.ceil((length * 2) / 3);
    const end = text.slice(text.length - (length - head));
    const short = `${text.slice(0, head)}${gap}${end}`.toWellFormed();
    if (estimateTokens(short) <= tokens || length < 10) return short;
    length = Math.floor(length * 0.9);
  }
}
