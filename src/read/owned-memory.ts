import type { OwnedMemory } from "../api/operator.ts";
import { toMemory } from "../store/memories.ts";
import { type OwnedMemoryRow, scopeName } from "../store/tenant-rows.ts";

export function ownedMemory(row: OwnedMemoryRow, at: number): OwnedMemory {
  return { scope: scopeName(row), memory: toMemory(row, at) };
}
