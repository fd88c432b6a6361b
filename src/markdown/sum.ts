import { createHash } from "node:crypto";
import { type Entry, fileText } from "../domain/memory-file/entry.ts";
import type { Written } from "../domain/memory-file/render.ts";
import type { Rendered } from "../store/markdown-files.ts";

/** The parts of an entry that a person may change. */
const EDITABLE = ["text", "category", "score", "date", "hits", "section"] as const;
export type Editable = (typeof EDITABLE)[number];

/** An entry, as far as it tells an edit. */
export type Summed = Pick<Entry, "text" | "category" | "score" | "date" | "hits" | "section">;

/**
 * An entry without its words, to tell later which parts of it somebody changed. Numbers are those of the header: what it
 * does not show cannot be edited there.
 */
export function sumOf({ text, category, score, date, hits, section }: Summed): string {
  const hash = createHash("sha256").update(fileText(text)).digest("base64url").slice(0, 22);
  return JSON.stringify([hash, category, score?.toFixed(2) ?? null, date, hits, section]);
}

/** The sums of entries by their ids, as the file has them; of two entries under one id the first counts. */
export function sumsOf(entries: readonly (Entry | Written)[]): Rendered {
  const all: Record<string, string> = {};
  for (const entry of entries) if (entry.id !== null) all[entry.id] ??= sumOf(entry);
  return all;
}

/** In which parts two entries differ. What a header leaves out is not changed by it. */
export function differences(a: string, b: string): Editable[] {
  if (a === b) return [];
  const [before, after] = [JSON.parse(a) as unknown[], JSON.parse(b) as unknown[]];
  return EDITABLE.filter((_, i) => before[i] !== after[i] && after[i] !== null);
}
