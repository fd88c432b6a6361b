import type { SourceRole } from "./source-rank.ts";

/** The origin of a piece of evidence. A quotation repeats somebody else's words. */
export type TrustInput = SourceRole | "import" | "quote";

/** How far each may be believed, 0–1. Only the order and the line below matter. */
const TRUST: Readonly<Record<TrustInput, number>> = {
  user: 1,
  tool: 0.6,
  assistant: 0.5,
  import: 0.4,
  quote: 0.2,
  stranger: 0.2,
};

/** Below this, evidence is kept and counted, and moves nothing. */
export const TRUSTED_FROM = 0.5;

/** The trust of one piece of evidence: that of the least trusted input it was derived from; 0 without any. */
export function evidenceTrust(inputs: readonly TrustInput[]): number {
  return inputs.length === 0 ? 0 : Math.min(...inputs.map((input) => TRUST[input]));
}

/** Whether evidence is a user's own word and nothing else. */
export function isUsersWord(trust: number): boolean {
  return trust >= TRUST.user;
}

/** The trust of a memory: that of its most trusted evidence. More of the untrusted neither raises nor lowers it. */
export function memoryTrust(evidence: readonly number[]): number {
  return Math.max(0, ...evidence);
}

/**
 * Whether evidence may move a memory's confidence, up or down: it must be trusted, and no less than what the memory
 * rests on. So a bot that echoes its user does not make the user surer.
 */
export function movesConfidence(trust: number, ofMemory: number): boolean {
  return trust >= TRUSTED_FROM && trust >= ofMemory;
}
