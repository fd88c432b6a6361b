import { MEMORY_TYPES } from "../../domain/memory.ts";
import type { Policies } from "../../domain/policy.ts";
import type { Settings } from "../../domain/settings.ts";

type WritePolicy = Settings["writePolicy"];

const CONFIDENCES = Array.from({ length: 14 }, (_, i) => (30 + i * 5) / 100);
const CAPS = [1, 1.25, 1.5, 2];

/**
 * Every policy that differs from one in a single setting, by one step or to another value of a short list. Switches, modes and
 * allowed types are for people to decide.
 */
export function neighbours(policy: WritePolicy): WritePolicy[] {
  const { requireApprovalTypes: waiting, minEvidenceCount, maxWritesPerHour, maxWritesPerSession } = policy;
  const toggled = MEMORY_TYPES.map((type) =>
    waiting.includes(type) ? waiting.filter((one) => one !== type) : [...waiting, type],
  );
  const changes: Partial<WritePolicy>[] = [
    ...CONFIDENCES.map((minConfidence) => ({ minConfidence })),
    ...[minEvidenceCount - 1, minEvidenceCount + 1]
      .filter((n) => n >= 1)
      .map((n) => ({ minEvidenceCount: n })),
    ...CAPS.map((repetitionCap) => ({ repetitionCap })),
    ...toggled.map((requireApprovalTypes) => ({ requireApprovalTypes })),
    ...halfAndDouble(maxWritesPerHour).map((n) => ({ maxWritesPerHour: n })),
    ...halfAndDouble(maxWritesPerSession).map((n) => ({ maxWritesPerSession: n })),
    { tools: policy.tools === "checked" ? ("trusted" as const) : ("checked" as const) },
  ];
  return changes
    .map((change) => ({ ...policy, ...change }))
    .filter((other) => JSON.stringify(other) !== JSON.stringify(policy));
}

/** A limit that there is not stays none. */
function halfAndDouble(n: number | null): number[] {
  if (n === null) return [];
  return [Math.floor(n / 2), n * 2].filter((other) => other > 0 && other < 100_000);
}

/**
 * Settings that differ and whose effect a replay cannot show: reads are not in the log, and a lower limit than the one
 * under which it was written leaves no trace there.
 */
export function notReplayed(active: Policies, candidate: Policies): string[] {
  const reads = Object.keys(candidate.readPolicy).filter((key) => {
    const [a, b] = [active.readPolicy, candidate.readPolicy] as Record<string, unknown>[];
    return JSON.stringify(a![key]) !== JSON.stringify(b![key]);
  });
  const [from, to] = [active.writePolicy, candidate.writePolicy];
  return [
    ...reads.map((key) => `readPolicy.${key}`),
    ...(isLower(to.maxItemsPerScope, from.maxItemsPerScope) ? ["writePolicy.maxItemsPerScope"] : []),
    ...(from.maxWritesPerTurn === null && to.maxWritesPerTurn !== null
      ? ["writePolicy.maxWritesPerTurn"]
      : []),
  ];
}

function isLower(to: number | null, from: number | null): boolean {
  return (to ?? Number.POSITIVE_INFINITY) < (from ?? Number.POSITIVE_INFINITY);
}
