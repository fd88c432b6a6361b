/** A tag that Memoir gives a memory: another name of its subject, as in `alias:May`. */
export const ALIAS = "alias:";
/** A tag that Memoir gives a memory: whom it must be kept from, as in `confidential:Dan`. */
export const CONFIDENTIAL = "confidential:";

/** What the tags of one kind say, in their order. */
export function taggedWith(kind: typeof ALIAS | typeof CONFIDENTIAL, tags: readonly string[]): string[] {
  return tags.filter((tag) => tag.startsWith(kind)).map((tag) => tag.slice(kind.length));
}
