import { kindOfCategory, typeOfCategory } from "../domain/category.ts";
import { factKey } from "../domain/key.ts";
import { type MemoryStatus, SHORT_ID } from "../domain/memory.ts";
import { fileText, type SectionName, type Written } from "../domain/memory-file/format.ts";
import { strengthAt } from "../domain/strength.ts";
import { type MemoryRow, statusAt } from "../store/memories.ts";
import { dayOf, EXPIRED_SCORE } from "./strength-of.ts";

/** The section of the file that a memory stands in; `null`: it is not in the file. */
const SECTION_OF: Partial<Record<MemoryStatus, SectionName>> = {
  active: "active",
  archived: "archived",
  // A todo that is over goes to the archive (R156).
  expired: "archived",
};

/** A memory as the file says it at a moment; `null`: the file does not hold such. */
export function entryOf(row: MemoryRow, now: number, withMeta: boolean): Written | null {
  const status = statusAt(row, now);
  const section = SECTION_OF[status];
  if (section === undefined) return null;
  const strength = strengthAt(row.strength, new Date(row.strength_at), new Date(now));
  return {
    id: row.id.slice(0, SHORT_ID),
    category: labelOf(row.category),
    score: status === "expired" ? Math.min(strength, EXPIRED_SCORE) : strength,
    date: dayOf(row.last_activated),
    hits: row.activation_count,
    meta: withMeta ? metaOf(row) : null,
    text: fileText(row.text),
    section,
  };
}

/** A category as one word; the comment has the whole name. */
export function labelOf(category: string): string {
  return category.replaceAll(/[^\p{L}\p{N}_/-]+/gu, "_").slice(0, 64) || "_";
}

/** Strongest first (R132, R142); what is equal stands still. */
export function byScore(a: Written, b: Written): number {
  return b.score - a.score || (a.date < b.date ? 1 : a.date > b.date ? -1 : a.id! < b.id! ? -1 : 1);
}

/** The metadata that the header does not hold and that cannot be derived from it (C2). */
function metaOf(row: MemoryRow): Record<string, unknown> {
  const iso = (at: number): string => new Date(at).toISOString();
  const hints = { text: row.text };
  const meta: Record<string, unknown> = {
    id: row.id,
    created_at: iso(row.created_at),
    last_activated: iso(row.last_activated),
    strength: [row.strength, iso(row.strength_at)],
    importance: row.importance,
    confidence: row.confidence,
  };
  if (row.session !== null) meta.source_session = row.session;
  if (row.expires_at !== null) meta.expires_at = iso(row.expires_at);
  if (row.ttl_days !== null) meta.ttl_days = row.ttl_days;
  if (labelOf(row.category) !== row.category) meta.category = row.category;
  if (row.type !== typeOfCategory(row.category, hints)) meta.type = row.type;
  if (row.kind !== kindOfCategory(row.category, hints)) meta.kind = row.kind;
  if (row.subject !== row.user_id) meta.subject = row.subject;
  if (row.tags !== "[]") meta.tags = JSON.parse(row.tags) as unknown;
  if (row.pinned === 1) meta.pinned = true;
  if (row.slot !== null) meta.slot = row.slot;
  if (row.affirmed === 0) meta.affirmed = false;
  if (row.key !== factKey(row.text)) meta.key = row.key;
  return meta;
}
