import type { EvidenceMethod } from "./event.ts";
import type { MEMORY_FIELDS, MemoryStatus } from "./memory.ts";
import type { RowOf } from "./memory-field.ts";

/** The role of a source, weakest first. A stranger is anybody who is neither the scope's user nor its bot. */
export const SOURCE_ROLES = ["stranger", "assistant", "tool", "user"] as const;
export type SourceRole = (typeof SOURCE_ROLES)[number];

const METHODS: readonly EvidenceMethod[] = ["llm_extract", "rule", "user_explicit"];

/**
 * Which of two sources a contradiction is decided for: role first, then method. Equal rank is enough to replace,
 * for the newer word of one source stands.
 */
export function sourceRank(role: SourceRole, method: EvidenceMethod): number {
  return METHODS.length * SOURCE_ROLES.indexOf(role) + METHODS.indexOf(method);
}

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

/** How far the way that a claim came is trusted. */
const METHOD_WEIGHT: Readonly<Record<EvidenceMethod, number>> = {
  user_explicit: 1,
  rule: 0.85,
  llm_extract: 0.8,
};
/** Times the method's weight: what a model takes from a tool's result weighs 0.7. */
const ROLE_WEIGHT: Readonly<Record<SourceRole, number>> = {
  user: 1,
  tool: 0.875,
  assistant: 0.75,
  stranger: 0.5,
};

const REPETITION_STEP = 0.1;
/** Paid only by a claim that contradicts a stronger source. */
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
  /** `writePolicy.repetitionCap`: at 1, the default, repetition changes nothing. */
  readonly repetitionCap?: number;
}

/** The factors of a confidence, as evidence keeps them. */
export interface ConfidenceParts {
  readonly base: number;
  /** The weight of how it was read. */
  readonly method: number;
  /** The weight of whose word it is. */
  readonly role: number;
  readonly repetition: number;
  /** Below 1 where a stronger source says otherwise. */
  readonly contradiction: number;
}

export function confidenceParts(input: ConfidenceInput): ConfidenceParts {
  const { base, method, role, evidenceCount, weaker = false, repetitionCap = 1 } = input;
  return {
    base,
    method: METHOD_WEIGHT[method],
    role: ROLE_WEIGHT[role],
    repetition: repetitionBonus(evidenceCount, repetitionCap),
    contradiction: weaker ? 1 - CONTRADICTION_PENALTY : 1,
  };
}

/** How likely a claim is true, 0–1. */
export function scoreConfidence(input: ConfidenceInput): number {
  return confidenceOf(confidenceParts(input));
}

export function confidenceOf(parts: ConfidenceParts): number {
  const { base, method, role, repetition, contradiction } = parts;
  return Math.min(1, Math.max(0, base * (method * role) * repetition * contradiction));
}

/** A tenth more for each further piece of evidence, up to the cap. */
export function repetitionBonus(evidenceCount: number, cap: number): number {
  return Math.min(cap, 1 + REPETITION_STEP * Math.max(0, evidenceCount - 1));
}

/**
 * The outcome of a claim whose key the scope already has:
 * - `create`: nothing there yet
 * - `reinforce`: the same claim again; one more piece of evidence
 * - `revise`: the same key with new words, as a caller's own key allows
 * - `revive`: it had expired, faded or been forgotten, and is stated again; the same row becomes active
 * - `count`: an operator disabled it; evidence is counted, the veto stands
 */
type RestatementOutcome = "create" | "reinforce" | "revise" | "revive" | "count";

/** The effect of a claim on a known memory; `merge`: the claim says more, and its text replaces the old one. */
export type Again = Exclude<RestatementOutcome, "create"> | "merge";

const ASLEEP: readonly MemoryStatus[] = ["expired", "archived", "soft_deleted", "superseded"];

export function outcomeOnRestatement(
  existing: { status: MemoryStatus; text: string },
  incoming: { text: string; ownKey: boolean },
): Exclude<RestatementOutcome, "create"> {
  if (existing.status === "disabled") return "count";
  if (ASLEEP.includes(existing.status)) return "revive";
  return incoming.ownKey && incoming.text !== existing.text ? "revise" : "reinforce";
}

/** The mean of old and new confidence, weighted by how many pieces of evidence stand behind each. */
export function averagedConfidence(old: number, oldCount: number, added: number, addedCount: number): number {
  const total = oldCount + addedCount;
  return total === 0 ? added : (old * oldCount + added * addedCount) / total;
}

type ReinforcedFields = Pick<
  RowOf<typeof MEMORY_FIELDS>,
  "status" | "confidence" | "evidence_count" | "trust"
>;

/** Its confidence with one more piece of evidence. Untrusted evidence neither raises nor lowers it. */
export function reinforcedConfidence(
  { confidence, evidence_count, trust }: ReinforcedFields,
  added: number,
): number {
  return averagedConfidence(confidence, trust < TRUSTED_FROM ? 0 : evidence_count, added, 1);
}

/**
 * The status of a memory after new evidence. A pending import becomes active once anybody here says it, a tool's or an
 * assistant's claim once the user says it. Other pending memories keep waiting, whoever repeats them.
 */
export function metStatus(
  { status, trust }: ReinforcedFields,
  incoming: Pick<ReinforcedFields, "status" | "trust">,
): MemoryStatus {
  const better = trust < TRUSTED_FROM || (!isUsersWord(trust) && isUsersWord(incoming.trust));
  const waited = status === "shadow" || (status === "pending" && better);
  return waited && incoming.status === "active" ? "active" : status;
}
