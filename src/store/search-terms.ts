import { terms } from "../language/shared/terms.ts";

/** What a key leaves out of a sentence, besides its capitals. */
const FULL_STOP = /[.!?。！？]$/u;

/** The words a memory is found by: those of its text, and those its key adds (R203). */
export function searchTerms(row: { readonly text: string; readonly key: string }): string {
  const fromText = terms(row.text);
  const key = row.key.replaceAll("_", " ");
  // Most keys are the text itself: they add nothing, and need not be taken apart.
  if (key === row.text.toLowerCase().replace(FULL_STOP, "")) return fromText.join(" ");
  const known = new Set(fromText);
  return [...fromText, ...terms(key).filter((term) => !known.has(term))].join(" ");
}
