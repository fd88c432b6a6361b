import { MemoirError, type Memory, type MemoryFilter, type Proof, type ScopeHandle } from "../../index.ts";
import type { Item } from "../routes/item-of.ts";
import { metadataOf } from "./metadata.ts";
import { type Mem0Memory, toMem0 } from "./shapes.ts";

/** There, only what holds is a memory. */
export const HOLDS: MemoryFilter = { status: ["active"] };

/** A memory that holds; what was forgotten or waits is not there. */
export async function living({ handle, id }: Item): Promise<Proof> {
  const proof = await handle.memories.proof(id);
  if (proof.memory.status === "active") return proof;
  throw new MemoirError("not_found", `There is no memory ${id} here.`, { details: { id } });
}

/** A memory with what the client attached to it. */
export async function whole(handle: ScopeHandle, { id }: Memory): Promise<Mem0Memory> {
  const { memory, evidence } = await handle.memories.proof(id);
  return toMem0(
    memory,
    handle.scope,
    await metadataOf(
      handle,
      id,
      evidence.map(({ event }) => event.id),
    ),
  );
}

export async function forgetAll(handle: ScopeHandle, filter: MemoryFilter): Promise<void> {
  const ids: string[] = [];
  for await (const { id } of await handle.memories.list({ ...filter, ...HOLDS, limit: 1_000 })) ids.push(id);
  for (const id of ids) await handle.memories.delete(id, { reason: "mem0 deleteAll" });
}
