import type { MemoirErrorCode } from "../domain/errors.ts";
import type { MemoryStatus, MemoryType } from "../domain/memory.ts";
import type { ProfileFieldName } from "../domain/profile.ts";
import type { Settings } from "../domain/settings.ts";
import type { SourceRole } from "../domain/trust.ts";

type WritePolicy = Settings["writePolicy"];

/** The status something enters with, and why, for the decision log. */
interface Admitted {
  readonly status: MemoryStatus;
  readonly reason: string;
}

export type Gated =
  | Admitted
  | { readonly status: null; readonly reason: string; readonly code: MemoirErrorCode };

/** What the policy holds back whoever says it; `null` = nothing of this. */
function heldBack(policy: WritePolicy, type: MemoryType | null): Admitted | null {
  if (policy.mode === "manual") return { status: "pending", reason: "every write waits for approval" };
  if (type !== null && policy.requireApprovalTypes.includes(type)) {
    return { status: "pending", reason: `the type ${type} waits for approval` };
  }
  return policy.mode === "shadow" ? { status: "shadow", reason: "the policy is in shadow mode" } : null;
}

/** What the gate needs to know of a claim. */
export interface GateInput {
  readonly type: MemoryType | null;
  readonly role: SourceRole;
  /** How it comes: read in an event, asked for by a `remember()`, or by a model through a tool. */
  readonly by: "reading" | "command" | "tool";
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

/** R296: an assistant or a tool knows what was done, not who the user is. */
const OWN_WORD: ReadonlySet<MemoryType | null> = new Set(["profile", "preference", "constraint"]);

/** What the policy makes of a claim (R24–R27, C28, C29): the status it enters with, or a refusal. */
export function gate(policy: WritePolicy, input: GateInput): Gated {
  const { type, role, by, confidence, evidenceCount, weaker, imported, suspicion } = input;
  const refuse = (code: MemoirErrorCode, reason: string): Gated => ({ status: null, reason, code });
  if (!policy.enable) return refuse("writes_disabled", "writePolicy.enable is off");
  if (type !== null && !policy.allowedTypes.includes(type))
    return refuse("invalid_argument", `the type ${type} is not allowed`);
  const held = heldBack(policy, type);
  // The user's own command is active in every preset but where all writes are held back (C29).
  if (by === "command") return held ?? { status: "active", reason: "accepted" };
  if (suspicion !== null) return refuse("not_allowed", `quarantined: it ${suspicion}`);
  // However sure a file is of itself, a person lets it in.
  if (imported && role !== "assistant") {
    const status = policy.mode === "shadow" ? "shadow" : "pending";
    return { status, reason: "it was imported, and waits for approval" };
  }
  const needsOwnWord = role !== "user" && OWN_WORD.has(type);
  if (needsOwnWord && by === "reading") return refuse("not_allowed", `a ${type} needs the user's own word`);
  if (held !== null) return held;
  const pending = (reason: string): Admitted => ({ status: "pending", reason });
  if (input.power) return pending("it gives somebody power in the group, and waits for approval");
  if (input.rule !== null) return pending(input.rule);
  if (input.consent !== null) return pending(`it tells ${input.consent}, which needs consent`);
  const trusted = by === "tool" && role === "tool" && policy.tools === "trusted";
  // A model asked for it on purpose: a person may know better.
  if (needsOwnWord && !trusted)
    return pending(`only a ${role} said so, and a ${type} needs the user's own word`);
  const shadow = (reason: string): Admitted => ({ status: "shadow", reason });
  if (weaker) return shadow("a stronger source says otherwise");
  if (role !== "user" && !trusted)
    return shadow(`only ${role === "stranger" ? "somebody else" : `the ${role}`} said so`);
  if (confidence < policy.minConfidence)
    return shadow(`confidence ${confidence.toFixed(2)} is below ${policy.minConfidence}`);
  if (evidenceCount < policy.minEvidenceCount)
    return shadow(`${evidenceCount} of ${policy.minEvidenceCount} pieces of evidence`);
  return { status: "active", reason: "accepted" };
}
