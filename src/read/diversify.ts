import type { Ranked } from "./rank.ts";

/** Two memories that share this much of their terms say the same to a reader. */
const SAME = 0.8;

/** Near-duplicates take one slot: the better one's (R28). The order stays. */
export function diversify(ranked: readonly Ranked[]): Ranked[] {
  const chosen: { one: Ranked; terms: Set<string> }[] = [];
  for (const one of ranked) {
    const terms = new Set(one.row.terms.split(" "));
    if (!chosen.some((other) => jaccard(terms, other.terms) >= SAME)) chosen.push({ one, terms });
  }
  return chosen.map(({ one }) => one);
}

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const term of a) if (b.has(term)) shared += 1;
  const all = a.size + b.size - shared;
  return all === 0 ? 1 : shared / all;
}
