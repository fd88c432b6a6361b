import { MemoirError } from "../domain/errors.ts";
import type { SourceRole } from "../domain/match/source-rank.ts";
import type { MemoryStatus, MemoryType } from "../domain/memory.ts";
import type { ProfileFieldName } from "../domain/profile.ts";
import type { Settings } from "../domain/settings.ts";

type WritePolicy = Settings["writePolicy"];

/** The status something enters with, and why, for the decision log. */
export interface Admitted {
  readonly status: MemoryStatus;
  readonly reason: string;
}

/**
 * How a user's own `remember` enters (C28, C29): active, except where the policy holds all writes back for a person
 * (manual, or approval for this type) or only counts them (shadow).
 */
export function gate(policy: WritePolicy, type: MemoryType | null): Admitted {
  if (!policy.enable) {
    throw new MemoirError(
      "writes_disabled",
      "writePolicy.enable is off: no memory is written. Switch it on to remember.",
    );
  }
  if (type !== null && !policy.allowedTypes.includes(type)) {
    throw new MemoirError(
      "invalid_argument",
      `writePolicy.allowedTypes does not allow "${type}"; allowed: ${policy.allowedTypes.join(", ") || "none"}.`,
    );
  }
  return heldBack(policy, type) ?? { status: "active", reason: "accepted" };
}

/** What the policy holds back whoever says it; `null` = nothing of this. */
function heldBack(policy: WritePolicy, type: MemoryType | null): Admitted | null {
  if (policy.mode === "manual") return { status: "pending", reason: "every write waits for approval" };
  if (type !== null && policy.requireApprovalTypes.includes(type)) {
    return { status: "pending", reason: `the type ${type} waits for approval` };
  }
  return policy.mode === "shadow" ? { status: "shadow", reason: "the policy is in shadow mode" } : null;
}

/** What the gate needs to know of a candidate. */
export interface GateInput {
  readonly type: MemoryType | null;
  readonly role: SourceRole;
  readonly confidence: number;
  /** Independent pieces of evidence, this one included. */
  readonly evidenceCount: number;
  /** It contradicts what a stronger source said (C10). */
  readonly weaker: boolean;
  /** It comes from somewhere else, on nobody's word here (C27). */
  readonly imported: boolean;
  /** Why its words look like an order in disguise; `null` = they do not. */
  readonly suspicion: string | null;
  /** It would give somebody power over the others of a group. */
  readonly power: boolean;
  /** It is a rule that is not one member's, or not a passing message's, to set; why, in words. `null` = it is none. */
  readonly rule: string | null;
  /** The field of the profile that it tells and that nobody has agreed to (C21); `null` = none. */
  readonly consent: ProfileFieldName | null;
}

export type Gated = Admitted | { readonly status: null; readonly reason: string };

/** What the policy makes of an extracted candidate (R24–R27, C28, C29): the status it enters with, or a refusal. */
export function gateCandidate(policy: WritePolicy, input: GateInput): Gated {
  const { type, role, confidence, evidenceCount, weaker, imported, suspicion, power, rule, consent } = input;
  if (!policy.enable) return { status: null, reason: "writePolicy.enable is off" };
  if (type !== null && !policy.allowedTypes.includes(type)) {
    return { status: null, reason: `the type ${type} is not allowed` };
  }
  if (suspicion !== null) return { status: null, reason: `quarantined: it ${suspicion}` };
  // However sure a file is of itself, a person lets it in.
  if (imported && role !== "assistant") {
    const status = policy.mode === "shadow" ? "shadow" : "pending";
    return { status, reason: "it was imported, and waits for approval" };
  }
  // R296: an assistant or a tool knows what was done, not who the user is.
  if (role !== "user" && (type === "profile" || type === "preference" || type === "constraint")) {
    return { status: null, reason: `a ${type} needs the user's own word` };
  }
  const held = heldBack(policy, type);
  if (held !== null) return held;
  if (power)
    return { status: "pending", reason: "it gives somebody power in the group, and waits for approval" };
  if (rule !== null) return { status: "pending", reason: rule };
  if (consent !== null) return { status: "pending", reason: `it tells ${consent}, which needs consent` };
  if (weaker) return { status: "shadow", reason: "a stronger source says otherwise" };
  if (role !== "user")
    return {
      status: "shadow",
      reason: `only ${role === "stranger" ? "somebody else" : `the ${role}`} said so`,
    };
  if (confidence < policy.minConfidence) {
    return {
      status: "shadow",
      reason: `confidence ${confidence.toFixed(2)} is below ${policy.minConfidence}`,
    };
  }
  if (evidenceCount < policy.minEvidenceCount) {
    return { status: "shadow", reason: `${evidenceCount} of ${policy.minEvidenceCount} pieces of evidence` };
  }
  return { status: "active", reason: "accepted" };
}
