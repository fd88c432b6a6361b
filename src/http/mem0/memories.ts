import {
  type Event,
  MemoirError,
  type Memory,
  type MemoryFilter,
  type Proof,
  type ScopeHandle,
} from "../../index.ts";
import type { Item } from "../routes/item-of.ts";
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

type Metadata = Readonly<Record<string, unknown>>;

/** Metadata that a client sets later is stored as an event, in a session that only this memory has. */
const sessionOf = (memory: string): string => `mem0:${memory}`;

/** The metadata of a memory; `null` for a key that may not read events. */
export async function metadataOf(
  handle: ScopeHandle,
  memory: string,
  evidence: readonly string[],
): Promise<Metadata | null> {
  try {
    return await newest(handle, memory, evidence);
  } catch (error) {
    if (MemoirError.is(error) && error.code === "not_allowed") return null;
    throw error;
  }
}

/** The metadata set last, else that of the newest event behind the memory. */
async function newest(
  handle: ScopeHandle,
  memory: string,
  evidence: readonly string[],
): Promise<Metadata | null> {
  const { items } = await handle.events.list({ session: sessionOf(memory), limit: 1 });
  const set = items[0] === undefined ? null : metadataIn(items[0]);
  if (set !== null) return set;
  for (const id of evidence.toReversed()) {
    const event = await handle.events.get(id);
    const found = event === null ? null : metadataIn(event);
    if (found !== null) return found;
  }
  return null;
}

export async function setMetadata(handle: ScopeHandle, memory: string, metadata: Metadata): Promise<void> {
  await handle.observe([
    { type: "system", role: "system", session: sessionOf(memory), content: { metadata } },
  ]);
}

function metadataIn({ content }: Event): Metadata | null {
  const metadata = content?.metadata;
  return typeof metadata === "object" && metadata !== null ? (metadata as Metadata) : null;
}
