import type { MemoryStatus } from "./memory.ts";
import { isUsersWord, TRUSTED_FROM } from "./trust.ts";

/**
 * What becomes of a claim whose key the scope already has (R17, R18, R330, C8):
 * - `create`: nothing there yet
 * - `reinforce`: the same claim again; one more piece of evidence
 * - `revise`: the same key with new words, as a caller's own key allows (R219)
 * - `revive`: it had expired, faded or been forgotten, and is stated again; the same row becomes active
 * - `count`: an operator disabled it; evidence is counted, the veto stands
 */
export type Meeting = "create" | "reinforce" | "revise" | "revive" | "count";

/** The effect of a claim on a known memory; `merge`: the claim says more, and its text replaces the old one. */
export type Again = Exclude<Meeting, "create"> | "merge";

const ASLEEP: readonly MemoryStatus[] = ["expired", "archived", "soft_deleted", "superseded"];

export function meet(
  existing: { status: MemoryStatus; text: string },
  incoming: { text: string; ownKey: boolean },
): Exclude<Meeting, "create"> {
  if (existing.status === "disabled") return "count";
  if (ASLEEP.includes(existing.status)) return "revive";
  return incoming.ownKey && incoming.text !== existing.text ? "revise" : "reinforce";
}

/** The mean of old and new confidence, weighted by how many pieces of evidence stand behind each (R18, C31). */
export function averagedConfidence(old: number, oldCount: number, added: number, addedCount: number): number {
  const total = oldCount + addedCount;
  return total === 0 ? added : (old * oldCount + added * addedCount) / total;
}

interface Met {
  readonly status: MemoryStatus;
  readonly confidence: number;
  readonly evidence_count: number;
  readonly trust: number;
}

/** Its confidence with one more piece of evidence. What nobody trusted neither raises nor lowers it. */
export function metConfidence({ confidence, evidence_count, trust }: Met, added: number): number {
  return averagedConfidence(confidence, trust < TRUSTED_FROM ? 0 : evidence_count, added, 1);
}

/** The part of a claim that changes a known memory. */
interface Incoming {
  readonly status: MemoryStatus;
  readonly trust: number;
}

/**
 * What waited for a better word has it now: an import once anybody here says it, what only a tool or an assistant said
 * once the user does. What else is pending waits, whoever says it again.
 */
export function metStatus({ status, trust }: Met, incoming: Incoming): MemoryStatus {
  const better = trust < TRUSTED_FROM || (!isUsersWord(trust) && isUsersWord(incoming.trust));
  const waited = status === "shadow" || (status === "pending" && better);
  return waited && incoming.status === "active" ? "active" : status;
}
