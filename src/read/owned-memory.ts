import type { Memory } from "../domain/memory.ts";
import { toMemory } from "../store/memories.ts";
import { type OwnedMemoryRow, scopeName } from "../store/tenant-rows.ts";

/** A memory, and whose it is. */
export interface OwnedMemory {
  readonly scope: string;
  readonly memory: Memory;
}

export function ownedMemory(row: OwnedMemoryRow, at: number): OwnedMemory {
  return { scope: scopeName(row), memory: toMemory(row, at) };
}
