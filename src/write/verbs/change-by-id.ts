import type { DeletedMemory, MemoryUpdate, RestoredMemory } from "../../api/memories.ts";
import { checkAllowed } from "../../domain/allowlist.ts";
import { invalidArgument, show } from "../../domain/errors.ts";
import { factKey } from "../../domain/key.ts";
import { MEMORY_FIELDS, type Memory } from "../../domain/memory.ts";
import { checkUpdate, columnsOf } from "../../domain/memory-field.ts";
import type { Scope } from "../../domain/scope.ts";
import { checkId } from "../../domain/text.ts";
import { toQuery } from "../../scope-index/spaces.ts";
import { type MemoryRow, statusAt, toMemory, visibleMemory } from "../../store/tables/memories.ts";
import { openForget } from "../../store/tables/review-queue.ts";
import { findScope } from "../../store/tables/scopes.ts";
import type { WriteContext } from "../../store/writes/context.ts";
import type { MemoryPatch, ReviseArgs } from "../../store/writes/revise.ts";
import type { Undone } from "../../store/writes/undo.ts";
import { linksTo, nearTo } from "../decide/nearest.ts";
import { ownEvent } from "../tools/proposal.ts";
import type { Acting, WriteTools } from "../tools/write-tools.ts";
import { purgeTime } from "./forget.ts";
import { memorable } from "./remember-options.ts";

/** One change by hand: where, by whom and why. */
export interface ByHand {
  readonly scope: Scope;
  readonly acting: Acting;
  readonly reason: string;
  readonly signal: AbortSignal | undefined;
}

/** The input of a write that changes one memory, which may be named by a prefix of its id. */
async function targetOf(
  tools: WriteTools,
  { scope, acting, reason }: ByHand,
  id: string,
): Promise<WriteContext & { id: string }> {
  return { ...tools.context(scope, reason, acting), id: await wholeId(tools, scope, acting, id) };
}

/** The store tells "never was" from "purged", so an unknown id goes on to it. */
export async function wholeId(
  tools: WriteTools,
  scope: Scope,
  { access }: Acting,
  id: string,
): Promise<string> {
  const prefix = checkId(id, "id");
  return (await visibleMemory(tools.use(), scope, access, prefix))?.row.id ?? prefix;
}

/** Forgets one memory, restorably or with `hard` for good; gives back how it was or is. */
export async function deleteMemory(
  tools: WriteTools,
  by: ByHand,
  id: string,
  { hard, bringBack }: { readonly hard: boolean; readonly bringBack: boolean },
): Promise<DeletedMemory> {
  const { id: whole, ...context } = await targetOf(tools, by, id);
  const args = { ...context, ids: [whole], bringBack };
  const { forgotten, restored, replaced } = hard
    ? await tools.store.write("purge", args, by)
    : await tools.store.write("forget", { ...args, purgeAt: purgeTime(tools, context.at) }, by);
  if (hard) tools.erased(by.scope);
  return { ...changedMemory(tools, forgotten[0] as MemoryRow), restored, replaced };
}

/** Brings one memory back; those that are current in its place end. */
export async function restoreMemory(tools: WriteTools, by: ByHand, id: string): Promise<RestoredMemory> {
  const target = await targetOf(tools, by, id);
  const { memory, ended, stillReplaced } = await tools.store.write("restore", target, by);
  return { ...changedMemory(tools, memory), ended, stillReplaced };
}

/** Lets one memory in, or refuses it. Where a tool asked to forget it, that is answered instead. */
export async function changeStatus(
  tools: WriteTools,
  call: "approve" | "reject",
  by: ByHand,
  id: string,
): Promise<Memory> {
  const target = await targetOf(tools, by, id);
  if (!(await isToBeForgotten(tools, by, target.id))) {
    return changedMemory(tools, await tools.store.write(call, target, by));
  }
  const answer = call === "approve" ? "approved" : "rejected";
  const stayed = await tools.store.write("answerForget", { ...target, answer }, by);
  if (answer === "rejected") return changedMemory(tools, stayed);
  const args = { ...target, ids: [target.id], purgeAt: purgeTime(tools, target.at) };
  const { forgotten } = await tools.store.write("forget", args, by);
  return changedMemory(tools, forgotten[0] ?? stayed);
}

/** Whether a tool's wish to forget an active memory waits for an answer. */
async function isToBeForgotten(tools: WriteTools, { scope, acting }: ByHand, id: string): Promise<boolean> {
  const reader = tools.use();
  const row = (await visibleMemory(reader, scope, acting.access, id))?.row;
  if (row === undefined || statusAt(row, tools.now()) !== "active") return false;
  const scopeRef = await findScope(reader, scope);
  return scopeRef !== undefined && (await openForget(reader, scopeRef, id)) !== undefined;
}

/** Takes back the last change of one memory; `undefined`: of the scope. With `ifRev`, only if it is of that revision. */
export async function undoChange(
  tools: WriteTools,
  by: ByHand,
  id: string | undefined,
  { activatePending, ifRev }: { readonly activatePending: boolean; readonly ifRev: number | null },
): Promise<{ memory: Memory | null; undone: Undone }> {
  const context = tools.context(by.scope, by.reason, by.acting);
  const target = id === undefined ? null : await wholeId(tools, by.scope, by.acting, id);
  const args = { ...context, id: target, ifRev, purgeAt: purgeTime(tools, context.at), activatePending };
  const { memory, undone } = await tools.store.write("undo", args, by);
  tools.changed();
  return { memory: memory && toMemory(memory, tools.now()), undone };
}

/** Takes back all that one operation did. */
export async function undoWhole(
  tools: WriteTools,
  by: ByHand,
  batch: string,
  activatePending: boolean,
): Promise<{ memories: Memory[]; undone: Undone[] }> {
  const context = tools.context(by.scope, by.reason, by.acting);
  const args = {
    ...context,
    of: checkId(batch, "batch"),
    purgeAt: purgeTime(tools, context.at),
    activatePending,
  };
  const { memories, undone } = await tools.store.write("undoBatch", args, by);
  return { memories: memories.map((row) => changedMemory(tools, row)), undone };
}

function changedMemory(tools: WriteTools, row: MemoryRow): Memory {
  tools.changed();
  return toMemory(row, tools.now());
}

const SETTABLE = new Map(
  columnsOf(MEMORY_FIELDS)
    .filter(({ settable }) => settable !== undefined)
    .map((field) => [field.name, field]),
);

/** Checks an update and puts it into the store's columns. */
async function revisable(update: MemoryUpdate, denyPatterns: readonly string[]): Promise<MemoryPatch> {
  if (typeof update !== "object" || update === null) {
    throw invalidArgument(`update() takes an object of fields, got ${show(update)}.`);
  }
  const patch: Record<string, string | number | null> = {};
  for (const [name, value] of Object.entries(update)) {
    const field = SETTABLE.get(name);
    if (field === undefined) {
      throw invalidArgument(
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
  return changedMemory(tools, await tools.store.write("revise", { ...target, patch, ifRev, edit }, by));
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
  const { relations } = (await tools.tenants.now(scope)).settings;
  const scopeRef = relations.enable ? await findScope(tools.store.read, scope) : undefined;
  if (scopeRef === undefined) return { ...edit, links: null };
  const near = await nearTo(tools, scopeRef, text, vectors.map(toQuery));
  const others = near.filter(({ row }) => row.id !== id);
  return { ...edit, links: linksTo(text, others, relations, at) };
}

/** The event that a hand edit is, and the evidence it gives. */
function editOf(text: string, actor: string, at: number): Omit<Edit, "vectors" | "links"> {
  const content = JSON.stringify({ command: "update" });
  return {
    event: ownEvent(at, { type: "edit", role: "system", actor, text, content }),
    evidence: {
      ...{ method: "user_explicit", trust: 1, span_start: 0, span_end: text.length },
      ...{ model: null, prompt_hash: null, meta: "{}", created_at: at },
    },
  };
}
