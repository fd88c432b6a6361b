import type { EvidenceMethod } from "../evidence.ts";

/** The role of a source, weakest first (C10). A stranger is anybody who is neither the scope's user nor its bot. */
export const SOURCE_ROLES = ["stranger", "assistant", "tool", "user"] as const;
export type SourceRole = (typeof SOURCE_ROLES)[number];

const METHODS: readonly EvidenceMethod[] = ["llm_extract", "rule", "user_explicit"];

/**
 * Which of two sources a contradiction is decided for: role first, then method (C10). Equal rank is enough to replace,
 * for the newer word of one source stands.
 */
export function sourceRank(role: SourceRole, method: EvidenceMethod): number {
  return METHODS.length * SOURCE_ROLES.indexOf(role) + METHODS.indexOf(method);
}
