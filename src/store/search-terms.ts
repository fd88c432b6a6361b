import { terms } from "../language/shared/terms.ts";

/** The words a memory is found by: those of its text, and those its key adds (R203). */
export function searchTerms(row: { readonly text: string; readonly key: string }): string {
  const fromText = terms(row.text);
  const known = new Set(fromText);
  return [...fromText, ...terms(row.key.replaceAll("_", " ")).filter((term) => !known.has(term))].join(" ");
}
