import type { MemoryStatus } from "./memory.ts";

/**
 * What becomes of a claim whose key the scope already has (R17, R18, R330, C8):
 * - `create`: nothing there yet
 * - `reinforce`: the same claim again; one more piece of evidence
 * - `revise`: the same key with new words, as a caller's own key allows (R219)
 * - `revive`: it had expired, faded or been forgotten, and is stated anew; the same row lives again
 * - `count`: an operator disabled it; evidence is counted, the veto stands
 */
export type Meeting = "create" | "reinforce" | "revise" | "revive" | "count";

const ASLEEP: readonly MemoryStatus[] = ["expired", "archived", "soft_deleted", "superseded"];

export function meet(
  existing: { status: MemoryStatus; text: string } | undefined,
  incoming: { text: string; ownKey: boolean },
): Meeting {
  if (existing === undefined) return "create";
  if (existing.status === "disabled") return "count";
  if (ASLEEP.includes(existing.status)) return "revive";
  return incoming.ownKey && incoming.text !== existing.text ? "revise" : "reinforce";
}

/** The mean of old and new confidence, weighted by how many pieces of evidence stand behind each (R18, C31). */
export function averagedConfidence(old: number, oldCount: number, added: number, addedCount: number): number {
  const total = oldCount + addedCount;
  return total === 0 ? added : (old * oldCount + added * addedCount) / total;
}
