/** Two memories that share this much of their terms say the same to a reader. */
const SAME = 0.8;

/** The terms of a memory, once as a list and once as a set; `null` for what is shown however alike it is. */
export interface Worded {
  readonly terms: { readonly list: readonly string[]; readonly set: ReadonlySet<string> } | null;
}

/** Near-duplicates take one slot: the better one's, which was chosen first (R28). */
export function repeats({ terms }: Worded, chosen: readonly Worded[]): boolean {
  if (terms === null) return false;
  for (const other of chosen) if (other.terms !== null && isSame(terms, other.terms)) return true;
  return false;
}

type Terms = NonNullable<Worded["terms"]>;

function isSame(a: Terms, b: Terms): boolean {
  // No pairs to take apart: this runs for every two lines of an answer.
  const small = a.list.length < b.list.length ? a : b;
  const large = small === a ? b : a;
  const few = small.list.length;
  const many = large.list.length;
  if (many === 0) return true;
  // As soon as too few can be shared, they are not the same.
  let spare = few - (SAME * (few + many)) / (1 + SAME);
  if (spare < 0) return false;
  for (const term of small.list) {
    if (large.set.has(term)) continue;
    spare -= 1;
    if (spare < 0) return false;
  }
  return true;
}
