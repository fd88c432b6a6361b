import { randomUUID } from "node:crypto";
import { checkAllowed } from "../domain/allowlist.ts";
import { checkFlag, checkUnit } from "../domain/arguments.ts";
import { MemoirError, show } from "../domain/errors.ts";
import { factKey } from "../domain/key.ts";
import { MEMORY_STATUSES, type Memory, type MemoryStatus, type MemoryType } from "../domain/memory.ts";
import { checkId, checkOptionalId, checkTime } from "../domain/text.ts";
import type { MemoryPatch, ReviseArgs } from "../store/writes/revise.ts";
import { type ByHand, changed, targetOf } from "./change-by-id.ts";
import { checkTags, checkType, memorable } from "./remember.ts";
import type { WriteTools } from "./write-tools.ts";

/** What `memories.update()` can change (R48, R325). */
export interface MemoryUpdate {
  text?: string;
  key?: string;
  type?: MemoryType;
  category?: string;
  tags?: readonly string[];
  confidence?: number;
  importance?: number;
  pinned?: boolean;
  /** Days from the last confirmation; `null` = permanent. */
  ttlDays?: number | null;
  expiresAt?: Date | string | number | null;
  subject?: string | null;
  /** An operator's veto or its end. To forget, use `delete()`: it also keeps the claim from coming back. */
  status?: Extract<MemoryStatus, "active" | "disabled" | "archived" | "shadow">;
}

const SETTABLE: readonly MemoryStatus[] = ["active", "disabled", "archived", "shadow"];
const FIELDS = new Set<string>([
  "text",
  "key",
  "type",
  "category",
  "tags",
  "confidence",
  "importance",
  "pinned",
  "ttlDays",
  "expiresAt",
  "subject",
  "status",
] satisfies (keyof MemoryUpdate)[]);

/** Checks an update and puts it into the store's columns. */
function revisable(update: MemoryUpdate, denyPatterns: readonly string[]): MemoryPatch {
  if (typeof update !== "object" || update === null) {
    throw new MemoirError("invalid_argument", `update() takes an object of fields, got ${show(update)}.`);
  }
  for (const field of Object.keys(update)) {
    if (FIELDS.has(field)) continue;
    throw new MemoirError(
      "invalid_argument",
      `update() does not know the field ${show(field)}; it can change ${[...FIELDS].join(", ")}.`,
    );
  }
  const patch: MemoryPatch = {};
  if (update.text !== undefined) patch.text = memorable(update.text, denyPatterns);
  if (update.key !== undefined) patch.key = factKey(checkId(update.key, "key"));
  if (update.type !== undefined) patch.type = checkType(update.type);
  if (update.category !== undefined) patch.category = checkId(update.category, "category");
  if (update.tags !== undefined) {
    patch.tags = JSON.stringify(checkTags(update.tags));
  }
  if (update.confidence !== undefined) patch.confidence = checkUnit(update.confidence, "confidence");
  if (update.importance !== undefined) patch.importance = checkUnit(update.importance, "importance");
  if (update.pinned !== undefined) patch.pinned = checkFlag(update.pinned, "pinned") ? 1 : 0;
  if (update.ttlDays !== undefined) patch.ttl_days = checkDays(update.ttlDays);
  if (update.expiresAt !== undefined) {
    patch.expires_at = update.expiresAt === null ? null : checkTime(update.expiresAt, "expiresAt");
  }
  if (update.subject !== undefined) patch.subject = checkOptionalId(update.subject, "subject");
  if (update.status !== undefined) {
    if (!MEMORY_STATUSES.includes(update.status) || !SETTABLE.includes(update.status)) {
      throw new MemoirError(
        "invalid_argument",
        `status ${show(update.status)} cannot be set; allowed: ${SETTABLE.join(", ")}. To forget, use delete().`,
      );
    }
    patch.status = update.status;
  }
  return patch;
}

/** Changes what one memory says of itself. With `ifRev`, only when it is still at that revision. */
export async function reviseMemory(
  tools: WriteTools,
  by: ByHand,
  id: string,
  changes: MemoryUpdate,
  ifRev: number | null,
): Promise<Memory> {
  const patch = revisable(changes, tools.settings.privacy.denyPatterns);
  if (patch.category !== undefined) checkAllowed(by.acting.access, patch.category);
  const target = await targetOf(tools, by, id);
  const { text } = patch;
  const edit =
    text === undefined
      ? null
      : { ...editOf(text, by.acting.actor, target.at), vectors: await tools.embed(text) };
  return changed(tools, await tools.store.write("revise", { ...target, patch, ifRev, edit }, by));
}

/** The event that a hand edit is, and the evidence it gives (C27). */
function editOf(text: string, actor: string, now: number): Omit<NonNullable<ReviseArgs["edit"]>, "vectors"> {
  return {
    event: {
      id: randomUUID(),
      type: "edit",
      role: "system",
      actor,
      text,
      content: JSON.stringify({ command: "update" }),
      platform: null,
      session: null,
      thread: null,
      turn: null,
      at: now,
      recordedAt: now,
    },
    evidence: {
      method: "user_explicit",
      trust: 1,
      span_start: 0,
      span_end: text.length,
      model: null,
      prompt_hash: null,
      meta: "{}",
      created_at: now,
    },
  };
}

/** What both databases hold in an `integer`: PostgreSQL refuses more, and an export with more could not be restored. */
const MOST_DAYS = 2 ** 31 - 1;

function checkDays(value: number | null): number | null {
  if (value === null || (Number.isInteger(value) && value >= 1 && value <= MOST_DAYS)) return value;
  throw new MemoirError(
    "invalid_argument",
    `ttlDays must be a whole number of days from 1 to ${MOST_DAYS}, or null, got ${show(value)}.`,
  );
}
