import { randomUUID } from "node:crypto";
import { kindOfCategory, typeOfCategory } from "../../domain/category.ts";
import { factKey } from "../../domain/key.ts";
import {
  type EntryMeta,
  type FileEntry,
  fileText,
  type SectionName,
  type WrittenEntry,
} from "../../domain/markdown/format.ts";
import { MEMORY_KINDS, MEMORY_TYPES, type MemoryStatus, SHORT_ID } from "../../domain/memory.ts";
import { strengthAt } from "../../domain/strength.ts";
import { LIMITS } from "../../domain/text.ts";
import { type MemoryRow, statusAt } from "../../store/tables/memories.ts";
import type { NewMemory } from "../../store/writes/claim.ts";
import type { Editable } from "./reconcile.ts";

/** The section of the file that a memory stands in; `null`: it is not in the file. */
const SECTION_OF: Partial<Record<MemoryStatus, SectionName>> = {
  active: "active",
  archived: "archived",
  // A todo that is over goes to the archive.
  expired: "archived",
};

/** A memory as the file says it at a moment; `null`: the file does not hold such. */
export function fileEntryOf(row: MemoryRow, now: number, withMeta: boolean): WrittenEntry | null {
  const status = statusAt(row, now);
  const section = SECTION_OF[status];
  if (section === undefined) return null;
  const strength = strengthAt(row.strength, new Date(row.strength_at), new Date(now));
  return {
    id: row.id.slice(0, SHORT_ID),
    category: categoryLabel(row.category),
    score: status === "expired" ? Math.min(strength, EXPIRED_SCORE) : strength,
    date: dayOf(row.last_activated),
    hits: row.activation_count,
    meta: withMeta ? metaOf(row) : null,
    text: fileText(row.text),
    section,
  };
}

export function isInFile(row: MemoryRow, now: number): boolean {
  return SECTION_OF[statusAt(row, now)] !== undefined;
}

/** A category as one word; the comment has the whole name. */
export function categoryLabel(category: string): string {
  return category.replaceAll(/[^\p{L}\p{N}_/-]+/gu, "_").slice(0, 64) || "_";
}

/** Strongest first; what is equal stands still. */
export function byScore(a: WrittenEntry, b: WrittenEntry): number {
  return b.score - a.score || (a.date < b.date ? 1 : a.date > b.date ? -1 : a.id! < b.id! ? -1 : 1);
}

/** The metadata that the header does not hold and that cannot be derived from it. */
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
  if (categoryLabel(row.category) !== row.category) meta.category = row.category;
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

type Columns = Partial<NewMemory>;

/** The line between the sections. */
const ARCHIVED_BELOW = 0.2;
/** The score of what a person takes out of the archive: that of a new memory of low importance. */
const REVIVED = 0.4;

/** The category's whole name, where the header shows it as one word. */
export function categoryOf({ category, meta }: FileEntry): string {
  const whole = labelIn(meta, "category");
  return whole !== null && categoryLabel(whole) === category ? whole : category;
}

/** The columns of a memory that only the file knows. */
export function newColumns(entry: FileEntry, updated: number | null, now: number): Columns {
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
  const tags = Array.isArray(meta?.tags) ? meta.tags.filter(isLabel).slice(0, MAX_TAGS) : [];
  if (tags.length > 0) columns.tags = JSON.stringify(tags);
  if (meta?.pinned === true) columns.pinned = 1;
  if (slot !== null) columns.slot = slot;
  if (meta?.affirmed === false) columns.affirmed = 0;
  if (key !== null) columns.key = key;
  return columns;
}

const MAX_TAGS = 64;

/** The columns of a known memory after an edit: what was not edited stays as it is. */
export function changedColumns(
  row: MemoryRow,
  entry: FileEntry,
  changed: readonly Editable[],
  now: number,
): Columns {
  const isIn = isInFile(row, now);
  const set = (field: Editable): boolean => !isIn || changed.includes(field);
  const { strength, strength_at, last_activated, activation_count, confidence, importance } = row;
  const { expires_at, ttl_days, subject, tags, pinned, category, kind, type } = row;
  const columns: Columns = {
    strength,
    strength_at,
    last_activated,
    activation_count,
    confidence,
    importance,
    expires_at,
    ttl_days,
    subject,
    tags,
    pinned,
    category,
    kind,
    type,
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
export function requestedId({ id, meta }: FileEntry): string | undefined {
  if (id === null) return undefined;
  const whole = labelIn(meta, "id");
  if (whole?.startsWith(id) === true && /^[A-Za-z0-9_-]{8,64}$/.test(whole)) return whole;
  return id.length < SHORT_ID ? randomUUID() : `${id}${randomUUID().slice(Math.min(id.length, 28))}`;
}

function isLabel(value: unknown): value is string {
  if (typeof value !== "string" || value.trim() === "" || value.length > LIMITS.id) return false;
  return value.isWellFormed() && !value.includes("\0");
}

function labelIn(meta: EntryMeta | null, name: string): string | null {
  const value = meta?.[name];
  return isLabel(value) ? value : null;
}

function shareIn(meta: EntryMeta | null, name: string): number | null {
  const value = meta?.[name];
  return typeof value === "number" && value >= 0 && value <= 1 ? value : null;
}

const DAY = 86_400_000;
const GRACE_DAYS = 7;

type Aliveness = Pick<MemoryRow, "strength" | "strength_at" | "last_activated">;

/**
 * How alive an entry is, from the file alone. The comment under the header has the exact numbers; they hold unless
 * somebody changed the header. A score without them was already decayed when the file was written: it decays from
 * there, by the days since the last activation, and not twice. `updated`: when the file was written; `null`: nobody
 * knows, and the score is the one of the last activation.
 */
function alivenessOf(entry: FileEntry, updated: number | null, now: number): Aliveness {
  const activated = activationOf(entry) ?? updated ?? now;
  const exact = exactOf(entry, updated ?? now);
  if (exact !== null) return { ...exact, last_activated: activated };
  const days = updated === null ? 0 : Math.floor((updated - activated) / DAY);
  return {
    strength: entry.score ?? NEW_SCORE,
    strength_at: activated + Math.max(0, days - GRACE_DAYS) * DAY,
    last_activated: activated,
  };
}

/** A person who adds an entry need not give it a score: it is of medium importance. */
const NEW_SCORE = 0.6;

/** The last activation: to the millisecond where the comment has it and the header says the same day. */
function activationOf({ date, meta }: FileEntry): number | null {
  const exact = timeIn(meta?.last_activated);
  if (date === null || (exact !== null && dayOf(exact) === date)) return exact;
  return Date.parse(`${date}T00:00:00Z`);
}

function exactOf({ score, meta }: FileEntry, at: number): { strength: number; strength_at: number } | null {
  const pair = meta?.strength;
  if (!Array.isArray(pair)) return null;
  const [strength, from] = pair as [unknown, unknown];
  const strength_at = timeIn(from);
  if (typeof strength !== "number" || !(strength >= 0 && strength <= 1) || strength_at === null) return null;
  if (score === null) return { strength, strength_at };
  const expires = timeIn(meta?.expires_at);
  const then = strengthAt(strength, new Date(strength_at), new Date(at));
  const visibleScore = expires !== null && expires <= at ? Math.min(then, EXPIRED_SCORE) : then;
  // A score that is not the one that was written is a person's.
  return Math.abs(visibleScore - score) <= ROUNDING ? { strength, strength_at } : null;
}

/** Two decimals are written. */
const ROUNDING = 0.0051;

/** The highest score of an expired memory: below the threshold between the sections. */
const EXPIRED_SCORE = 0.19;

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** An ISO time of the comment; `null` for anything else. */
function timeIn(value: unknown): number | null {
  if (typeof value !== "string" || value.length > 40) return null;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : at;
}
