import { MemoirError } from "../domain/errors.ts";
import type { MemoryStatus, MemoryType } from "../domain/memory.ts";
import type { Settings } from "../domain/settings.ts";

type WritePolicy = Settings["writePolicy"];

/**
 * The status with which a user's own `remember` enters (C28, C29): active, except where the policy holds all
 * writes back for a person (manual, or approval for this type) or only counts them (shadow).
 */
export function gate(policy: WritePolicy, type: MemoryType | null): MemoryStatus {
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
  if (policy.mode === "manual") return "pending";
  if (type !== null && policy.requireApprovalTypes.includes(type)) return "pending";
  return policy.mode === "shadow" ? "shadow" : "active";
}
