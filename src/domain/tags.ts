/** A tag that Memoir gives a memory: another name of its subject, as in `alias:May`. */
export const ALIAS = "alias:";
/** A tag that Memoir gives a memory: whom it must be kept from, as in `confidential:Dan`. */
export const CONFIDENTIAL = "confidential:";

/** The tags of both, as a row keeps them, each once. */
export function joinedTags(a: string, b: string): string {
  if (b === "[]" || a === b) return a;
  return JSON.stringify([...new Set([...(JSON.parse(a) as string[]), ...(JSON.parse(b) as string[])])]);
}

/** The values of the tags of one kind, in order. */
export function taggedWith(kind: typeof ALIAS | typeof CONFIDENTIAL, tags: readonly string[]): string[] {
  return tags.filter((tag) => tag.startsWith(kind)).map((tag) => tag.slice(kind.length));
}
