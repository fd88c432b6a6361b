/** Two texts that share this much of their terms say the same to a reader. */
const SAME = 0.8;

interface Worded {
  readonly terms: ReadonlySet<string>;
}

/** Near-duplicates take one slot: the better one's, which was chosen first (R28). */
export function repeats(one: Worded, chosen: readonly Worded[]): boolean {
  return chosen.some((other) => isSame(one.terms, other.terms));
}

function isSame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  if (large.size === 0) return true;
  if (small.size < SAME * large.size) return false;
  // As soon as too few can be shared, they are not the same.
  const needed = (SAME * (a.size + b.size)) / (1 + SAME);
  let left = small.size;
  let shared = 0;
  for (const term of small) {
    if (large.has(term)) shared += 1;
    left -= 1;
    if (shared + left < needed) return false;
  }
  return true;
}
