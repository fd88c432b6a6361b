import type { Case } from "../../domain/case.ts";
import type { MemoirErrorCode } from "../../domain/errors.ts";
import { reachedLimit } from "../../domain/limits.ts";
import type { Settings } from "../../domain/settings.ts";
import { type ConfidenceParts, confidenceOf, confidenceParts } from "../../domain/trust.ts";
import { type AdmittedStatus, type Gated, gate, isRateLimited } from "./gate.ts";

type WritePolicy = Settings["writePolicy"];

/** The decision of a policy on one claim. */
export type PolicyVerdict =
  | {
      readonly fate: AdmittedStatus;
      readonly reason: string;
      readonly confidence: number;
      readonly parts: ConfidenceParts;
    }
  | { readonly fate: Refusal; readonly reason: string; readonly code: MemoirErrorCode };

export type Refusal = "refused" | "limited" | "forgotten";

/**
 * Applies a write policy to a case: score → gate → limits. All of a decision that a policy can change is decided here, so
 * that a logged case gives the same answer again, and another policy's answer without a model, a store or the words.
 */
export function judge(decisionCase: Case, policy: WritePolicy): PolicyVerdict {
  const parts = partsOf(decisionCase, policy);
  const confidence = confidenceOf(parts);
  const gated = gateCase(decisionCase, policy, confidence);
  if (gated.status === null) return { fate: "refused", reason: gated.reason, code: gated.code };
  if (decisionCase.forgotten !== null)
    return { fate: "forgotten", reason: decisionCase.forgotten, code: "not_allowed" };
  const full = decisionCase.isNew ? whyFull(decisionCase, policy, gated.status) : null;
  return full ?? { fate: gated.status, reason: gated.reason, confidence, parts };
}

function partsOf(decisionCase: Case, { repetitionCap }: WritePolicy): ConfidenceParts {
  const { base, method, role, weaker, by } = decisionCase;
  // An explicit request states its own confidence; only repeated extraction raises it.
  const evidenceCount = by === "reading" ? decisionCase.evidenceCount : 1;
  return confidenceParts({ base, method, role, weaker, evidenceCount, repetitionCap });
}

function gateCase(decisionCase: Case, policy: WritePolicy, confidence: number): Gated {
  if (decisionCase.refused !== null)
    return { status: null, code: "not_allowed", reason: decisionCase.refused };
  const gated = gate(policy, { ...decisionCase, confidence });
  return gated.status !== null && decisionCase.held !== null
    ? { status: "pending", reason: decisionCase.held }
    : gated;
}

/** The refusal where the limits leave no room for one more memory. */
function whyFull(decisionCase: Case, policy: WritePolicy, status: AdmittedStatus): PolicyVerdict | null {
  const refuse = (reason: string, code: MemoirErrorCode): PolicyVerdict => ({
    ...{ fate: "limited", reason, code },
  });
  const reached = isRateLimited(decisionCase.limited, policy)
    ? reachedLimit(decisionCase.used, policy)
    : null;
  if (reached !== null) return refuse(reached.reason, "rate_limited");
  const { full, limited } = decisionCase;
  const { maxItemsPerScope: most } = policy;
  if (limited === "never" || full === null || most === null || full.held < most) return null;
  if (full.evictable.includes(status)) return null;
  return refuse(`the scope holds ${most} memories that matter more`, "quota_exceeded");
}
