import type { Fact } from "./claim.ts";
import { readClaim } from "./facts.ts";
import { slotValue } from "./slot.ts";

/** Longer texts are not read (see `compare.ts`). */
const LONGEST = 400;
/** Whom it is about, and something of it. */
const LEAST = 2;

/**
 * What a claim says, in forms that other words for it share: for what must be known again without being kept (C18). By
 * all that it says, and, where it fills a slot, by the value.
 */
export function gists(claim: {
  readonly text: string;
  readonly subject: string | null;
  readonly slot: string | null;
}): string[] {
  if (claim.text.length > LONGEST) return [];
  const { facts, polarity, modal } = readClaim(claim.text);
  // To hate is the opposite of what the slot says: not liking.
  const sign = facts.reduce((product, fact) => product * fact.sign, 1);
  const form = (name: readonly unknown[], said: readonly Fact[]): string[] => {
    const concepts = new Set(said.filter(isSaid).map(({ concept, sign }) => `${sign} ${concept}`));
    if (concepts.size < LEAST) return [];
    return [JSON.stringify([...name, polarity, modal, ...[...concepts].sort()])];
  };
  return [
    ...form(["says"], facts),
    ...(claim.slot === null ? [] : form(["is", claim.slot, claim.subject, sign], slotValue(facts))),
  ];
}

/** Manner and soft words may be left out, and a mark is no word. */
function isSaid({ kind, concept }: Fact): boolean {
  return kind !== "manner" && kind !== "soft" && /[\p{L}\p{N}]/u.test(concept);
}
