import { randomUUID } from "node:crypto";
import { kindOfCategory, typeOfCategory } from "../domain/category.ts";
import { MEMORY_KINDS, MEMORY_TYPES, SHORT_ID } from "../domain/memory.ts";
import type { Entry, EntryMeta } from "../domain/memory-file/format.ts";
import { strengthAt } from "../domain/strength.ts";
import { LIMITS } from "../domain/text.ts";
import { type MemoryRow, statusAt } from "../store/memories.ts";
import type { NewMemory } from "../store/writes/claim.ts";
import { labelOf } from "./from-row.ts";
import type { Editable } from "./reconcile.ts";
import { alivenessOf, NEW_SCORE, timeIn } from "./strength-of.ts";

type Columns = Partial<NewMemory>;

/** The line between the sections (C7). */
const ARCHIVED_BELOW = 0.2;
/** The score of what a person takes out of the archive: that of a new memory of low importance (R137). */
const REVIVED = 0.4;

/** The category's whole name, where the header shows it as one word. */
export function categoryOf({ category, meta }: Entry): string {
  const whole = labelIn(meta, "category");
  return whole !== null && labelOf(whole) === category ? whole : category;
}

/** The columns of a memory that only the file knows. */
export function newColumns(entry: Entry, updated: number | null, now: number): Columns {
  const { meta, id, section, hits, score } = entry;
  const alive =
    id === null
      ? { strength: score ?? NEW_SCORE, strength_at: now, last_activated: now }
      : alivenessOf(entry, updated, now);
  const past = (at: number): number => Math.min(at, now);
  const created = timeIn(meta?.created_at) ?? alive.last_activated;
  return {
    strength: alive.strength,
    strength_at: past(alive.strength_at),
    last_activated: past(alive.last_activated),
    confirmed_at: past(alive.last_activated),
    created_at: past(created),
    activation_count: hits ?? 0,
    importance: shareIn(meta, "importance") ?? score ?? NEW_SCORE,
    confidence: shareIn(meta, "confidence") ?? 1,
    ...(section === "archived" ? { status: "archived" as const } : {}),
    ...metaColumns(meta),
  };
}

/** The valid part of the comment: anybody may have written it. */
function metaColumns(meta: EntryMeta | null): Columns {
  const columns: Columns = {};
  const session = labelIn(meta, "source_session");
  const expires = timeIn(meta?.expires_at);
  const type = meta?.type === null ? null : MEMORY_TYPES.find((one) => one === meta?.type);
  const kind = MEMORY_KINDS.find((one) => one === meta?.kind);
  const slot = labelIn(meta, "slot");
  const key = labelIn(meta, "key");
  const days = meta?.ttl_days;
  if (session !== null) columns.session = session;
  if (expires !== null) columns.expires_at = expires;
  if (typeof days === "number" && Number.isInteger(days) && Math.abs(days) < 1_000_000)
    columns.ttl_days = days;
  if (type !== undefined) columns.type = type;
  if (kind !== undefined) columns.kind = kind;
  if (meta?.subject === null) columns.subject = null;
  const subject = labelIn(meta, "subject");
  if (subject !== null) columns.subject = subject;
  const tags = Array.isArray(meta?.tags) ? meta.tags.filter(isLabel).slice(0, MOST_TAGS) : [];
  if (tags.length > 0) columns.tags = JSON.stringify(tags);
  if (meta?.pinned === true) columns.pinned = 1;
  if (slot !== null) columns.slot = slot;
  if (meta?.affirmed === false) columns.affirmed = 0;
  if (key !== null) columns.key = key;
  return columns;
}

const MOST_TAGS = 64;

/** The columns of a known memory after an edit: what was not edited stays as it is. */
export function changedColumns(
  row: MemoryRow,
  entry: Entry,
  changed: readonly Editable[],
  now: number,
): Columns {
  const status = statusAt(row, now);
  const isIn = status === "active" || status === "archived" || status === "expired";
  const set = (field: Editable): boolean => !isIn || changed.includes(field);
  const { strength, strength_at, last_activated, activation_count, confidence, importance } = row;
  const { expires_at, ttl_days, subject, tags, pinned, category, kind, type } = row;
  const columns: Columns = {
    ...{ strength, strength_at, last_activated, activation_count, confidence, importance },
    ...{ expires_at, ttl_days, subject, tags, pinned, category, kind, type },
    // Other words may tell something else: they replace nothing by accident.
    slot: set("text") ? null : row.slot,
    affirmed: set("text") ? 1 : row.affirmed,
    confirmed_at: now,
  };
  if (set("score") && entry.score !== null)
    Object.assign(columns, { strength: entry.score, strength_at: now });
  if (set("date") && entry.date !== null)
    columns.last_activated = Math.min(now, Date.parse(`${entry.date}T00:00:00Z`));
  if (set("hits") && entry.hits !== null) columns.activation_count = entry.hits;
  if (set("category")) {
    columns.category = categoryOf(entry);
    columns.kind = kindOfCategory(columns.category, { text: entry.text });
    columns.type = typeOfCategory(columns.category, { text: entry.text });
  }
  if (set("section")) {
    columns.status = entry.section === "archived" ? "archived" : "active";
    if (entry.section === "active") Object.assign(columns, aliveAgain(columns as MemoryRow, now));
  }
  return columns;
}

/** An entry that is moved to the active section stays there: its end date is removed and its strength raised. */
function aliveAgain(row: Pick<MemoryRow, "strength" | "strength_at" | "expires_at">, now: number): Columns {
  const strength = strengthAt(row.strength, new Date(row.strength_at), new Date(now));
  return {
    ...(row.expires_at !== null && row.expires_at <= now ? { expires_at: null } : {}),
    ...(strength < ARCHIVED_BELOW ? { strength: REVIVED, strength_at: now } : {}),
  };
}

/** The id that a memory of the file is to have in the database: as the comment says, or beginning as the header does. */
export function wantedId({ id, meta }: Entry): string | undefined {
  if (id === null) return undefined;
  const whole = labelIn(meta, "id");
  if (whole?.startsWith(id) === true && /^[A-Za-z0-9_-]{8,64}$/.test(whole)) return whole;
  return id.length < SHORT_ID ? randomUUID() : `${id}${randomUUID().slice(Math.min(id.length, 28))}`;
}

function isLabel(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "" && value.length <= LIMITS.id && isClean(value);
}

function labelIn(meta: EntryMeta | null, name: string): string | null {
  const value = meta?.[name];
  return isLabel(value) ? value : null;
}

function isClean(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

function shareIn(meta: EntryMeta | null, name: string): number | null {
  const value = meta?.[name];
  return typeof value === "number" && value >= 0 && value <= 1 ? value : null;
}
