/** Two texts that share this much of their terms say the same to a reader. */
const SAME = 0.8;

/** Near-duplicates take one slot: the better one's (R28). The order stays; nobody is compared before its turn. */
export function* diversify<T extends { readonly terms: ReadonlySet<string> }>(
  ranked: Iterable<T>,
): Generator<T, void, void> {
  const chosen: ReadonlySet<string>[] = [];
  for (const one of ranked) {
    if (chosen.some((other) => isSame(one.terms, other))) continue;
    chosen.push(one.terms);
    yield one;
  }
}

function isSame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  if (large.size === 0) return true;
  if (small.size < SAME * large.size) return false;
  let shared = 0;
  for (const term of small) if (large.has(term)) shared += 1;
  return shared / (a.size + b.size - shared) >= SAME;
}
