import { randomUUID } from "node:crypto";
import type { MemoryUpdate } from "../api/memories.ts";
import { checkAllowed } from "../domain/allowlist.ts";
import { MemoirError, show } from "../domain/errors.ts";
import { factKey } from "../domain/key.ts";
import { MEMORY_FIELDS, type Memory } from "../domain/memory.ts";
import { checkUpdate, columnsOf } from "../domain/memory-field.ts";
import { findScope } from "../store/scopes.ts";
import type { WriteContext } from "../store/writes/context.ts";
import type { MemoryPatch, ReviseArgs } from "../store/writes/revise.ts";
import { type ByHand, changed, targetOf } from "./change-by-id.ts";
import { linksTo } from "./links-of.ts";
import { nearTo, toQuery } from "./nearest.ts";
import { memorable } from "./remember.ts";
import type { WriteTools } from "./write-tools.ts";

const SETTABLE = new Map(
  columnsOf(MEMORY_FIELDS)
    .filter(({ settable }) => settable !== undefined)
    .map((field) => [field.name, field]),
);

/** Checks an update and puts it into the store's columns. */
async function revisable(update: MemoryUpdate, denyPatterns: readonly string[]): Promise<MemoryPatch> {
  if (typeof update !== "object" || update === null) {
    throw new MemoirError("invalid_argument", `update() takes an object of fields, got ${show(update)}.`);
  }
  const patch: Record<string, string | number | null> = {};
  for (const [name, value] of Object.entries(update)) {
    const field = SETTABLE.get(name);
    if (field === undefined) {
      throw new MemoirError(
        "invalid_argument",
        `update() does not know the field ${show(name)}; it can change ${[...SETTABLE.keys()].join(", ")}.`,
      );
    }
    if (value !== undefined) patch[field.column] = checkUpdate(field, value, name);
  }
  if (update.text !== undefined) patch.text = await memorable(update.text, denyPatterns);
  if (update.key !== undefined) patch.key = factKey(update.key);
  return patch;
}

/** Changes what one memory says of itself. With `ifRev`, only when it is still at that revision. */
export async function reviseMemory(
  tools: WriteTools,
  by: ByHand,
  id: string,
  { changes, ifRev }: { readonly changes: MemoryUpdate; readonly ifRev: number | null },
): Promise<Memory> {
  const patch = await revisable(changes, tools.settings.privacy.denyPatterns);
  if (patch.category !== undefined) checkAllowed(by.acting.access, patch.category);
  const target = await targetOf(tools, by, id);
  const edit = patch.text === undefined ? null : await editWith(tools, target, patch.text);
  return changed(tools, await tools.store.write("revise", { ...target, patch, ifRev, edit }, by));
}

type Edit = NonNullable<ReviseArgs["edit"]>;

/** The edit with the vectors and the edges of the new words. */
async function editWith(
  tools: WriteTools,
  { id, scope, actor, at }: WriteContext & { readonly id: string },
  text: string,
): Promise<Edit> {
  const vectors = [...(await tools.embed(text))];
  const edit = { ...editOf(text, actor, at), vectors };
  const { relations } = (await tools.tenants.now(scope.tenant)).settings;
  const place = relations.enable ? await findScope(tools.store.read, scope) : undefined;
  if (place === undefined) return { ...edit, links: null };
  const near = await nearTo(tools, place, text, vectors.map(toQuery));
  const others = near.filter(({ row }) => row.id !== id);
  return { ...edit, links: linksTo(text, others, relations, at) };
}

/** The event that a hand edit is, and the evidence it gives (C27). */
function editOf(text: string, actor: string, now: number): Omit<Edit, "vectors" | "links"> {
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
