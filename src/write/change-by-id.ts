import type { Memory } from "../domain/memory.ts";
import type { Scope } from "../domain/scope.ts";
import { checkId } from "../domain/text.ts";
import { type MemoryRow, statusAt, toMemory, visibleMemory } from "../store/memories.ts";
import { findScope } from "../store/scopes.ts";
import { openForget } from "../store/waiting.ts";
import type { WriteContext } from "../store/writes/context.ts";
import type { Undone } from "../store/writes/undo.ts";
import { purgeTime } from "./forget.ts";
import type { Acting, WriteTools } from "./write-tools.ts";

/** One change by hand: where, by whom and why. */
export interface ByHand {
  readonly scope: Scope;
  readonly acting: Acting;
  readonly reason: string;
  readonly signal: AbortSignal | undefined;
}

/** What a write needs to change one memory, which may be named by the beginning of its id. */
export async function targetOf(
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
  const wanted = checkId(id, "id");
  return (await visibleMemory(tools.use(), scope, access, wanted))?.row.id ?? wanted;
}

/** Forgets one memory, restorably or with `hard` for good; gives back how it was or is. */
export async function deleteMemory(
  tools: WriteTools,
  by: ByHand,
  id: string,
  hard: boolean,
): Promise<Memory> {
  const { id: whole, ...context } = await targetOf(tools, by, id);
  const ids = [whole];
  const rows = hard
    ? await tools.store.write("purge", { ...context, ids }, by)
    : await tools.store.write("forget", { ...context, ids, purgeAt: purgeTime(tools, context.at) }, by);
  return changed(tools, rows[0] as MemoryRow);
}

/** Brings one memory back, lets it in, or refuses it. Where a tool asked to forget it, that is answered instead. */
export async function changeStatus(
  tools: WriteTools,
  call: "restore" | "approve" | "reject",
  by: ByHand,
  id: string,
): Promise<Memory> {
  const target = await targetOf(tools, by, id);
  if (call === "restore" || !(await isToBeForgotten(tools, by, target.id))) {
    return changed(tools, await tools.store.write(call, target, by));
  }
  const answer = call === "approve" ? "approved" : "rejected";
  const kept = await tools.store.write("answerForget", { ...target, answer }, by);
  if (answer === "rejected") return changed(tools, kept);
  const args = { ...target, ids: [target.id], purgeAt: purgeTime(tools, target.at) };
  const [row] = await tools.store.write("forget", args, by);
  return changed(tools, row ?? kept);
}

/** Whether a tool's wish to forget an active memory waits for an answer. */
async function isToBeForgotten(tools: WriteTools, { scope, acting }: ByHand, id: string): Promise<boolean> {
  const reader = tools.use();
  const row = (await visibleMemory(reader, scope, acting.access, id))?.row;
  if (row === undefined || statusAt(row, tools.now()) !== "active") return false;
  const place = await findScope(reader, scope);
  return place !== undefined && (await openForget(reader, place, id)) !== undefined;
}

/** Takes back the last change of one memory; `undefined`: of the scope. */
export async function undoChange(
  tools: WriteTools,
  by: ByHand,
  id: string | undefined,
  letsIn: boolean,
): Promise<{ memory: Memory; undone: Undone }> {
  const context = tools.context(by.scope, by.reason, by.acting);
  const target = id === undefined ? null : await wholeId(tools, by.scope, by.acting, id);
  const args = { ...context, id: target, purgeAt: purgeTime(tools, context.at), letsIn };
  const { memory, undone } = await tools.store.write("undo", args, by);
  return { memory: changed(tools, memory), undone };
}

/** Takes back all that one operation did. */
export async function undoWhole(
  tools: WriteTools,
  by: ByHand,
  batch: string,
  letsIn: boolean,
): Promise<{ memories: Memory[]; undone: Undone[] }> {
  const context = tools.context(by.scope, by.reason, by.acting);
  const args = { ...context, of: checkId(batch, "batch"), purgeAt: purgeTime(tools, context.at), letsIn };
  const { memories, undone } = await tools.store.write("undoBatch", args, by);
  return { memories: memories.map((row) => changed(tools, row)), undone };
}

export function changed(tools: WriteTools, row: MemoryRow): Memory {
  tools.changed();
  return toMemory(row, tools.now());
}
