/**
 * A pure function of a text that works out the last few hundred only once: what is matched is compared with the same
 * memories again and again.
 */
export function once<T>(work: (text: string) => T, most = 500): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const made = work(text);
    if (known.size >= most) known.delete(known.keys().next().value as string);
    known.set(text, made);
    return made;
  };
}
