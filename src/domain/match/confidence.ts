import type { EvidenceMethod } from "../evidence.ts";
import type { SourceRole } from "./source-rank.ts";

/** R21, and C31 for `rule`. */
const METHOD_WEIGHT: Readonly<Record<EvidenceMethod, number>> = {
  user_explicit: 1,
  rule: 0.85,
  llm_extract: 0.8,
};
/** Times the method's weight (C31): what a model takes from a tool's result weighs R21's 0.7. */
const ROLE_WEIGHT: Readonly<Record<SourceRole, number>> = {
  user: 1,
  tool: 0.875,
  assistant: 0.75,
  stranger: 0.5,
};

const REPETITION_STEP = 0.1;
/** R23, paid only by a claim that contradicts a stronger source (C10). */
const CONTRADICTION_PENALTY = 0.5;

export interface ConfidenceInput {
  /** How sure the words are, 0–1. */
  readonly base: number;
  readonly method: EvidenceMethod;
  readonly role: SourceRole;
  /** Independent pieces of evidence, this one included. */
  readonly evidenceCount: number;
  /** It contradicts what a stronger source said. Default: false. */
  readonly weaker?: boolean;
  /** `writePolicy.repetitionCap`: at 1 repetition changes nothing (C9). */
  readonly repetitionCap: number;
}

/** How likely a claim is true, 0–1 (R20). */
export function scoreConfidence(input: ConfidenceInput): number {
  const { base, method, role, evidenceCount, weaker = false, repetitionCap } = input;
  const quality = METHOD_WEIGHT[method] * ROLE_WEIGHT[role];
  const product = base * quality * repetitionBonus(evidenceCount, repetitionCap);
  return Math.min(1, Math.max(0, product * (weaker ? 1 - CONTRADICTION_PENALTY : 1)));
}

/** A tenth more for each further piece of evidence, up to the cap (R22, C9). */
export function repetitionBonus(evidenceCount: number, cap: number): number {
  return Math.min(cap, 1 + REPETITION_STEP * Math.max(0, evidenceCount - 1));
}
