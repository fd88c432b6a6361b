import { CONFIDENTIAL, taggedWith } from "../tags.ts";
import type { Renderable } from "./line.ts";
import { sanitise } from "./sanitise.ts";

/** A fact's words as one harmless line, with whom it must be kept from, where its tags say so. */
export function wordsOf({ text, tags = [] }: Pick<Renderable, "text" | "tags">): string {
  const from = taggedWith(CONFIDENTIAL, tags).map(sanitise);
  return from.length === 0 ? sanitise(text) : `${sanitise(text)} [confidential: not for ${from.join(", ")}]`;
}
