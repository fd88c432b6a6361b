import { MEMORY_TYPES } from "./memory.ts";
import type { Settings } from "./settings.ts";

/**
 * Whether users' own words may be recalled. Where the write policy or consent holds claims back, a quote would go around
 * it: then there are none.
 */
export function mayQuoteUnder({ readPolicy, writePolicy, consent }: Settings): boolean {
  const { enable, mode, allowedTypes, requireApprovalTypes } = writePolicy;
  const letsAllIn = MEMORY_TYPES.every(
    (type) => allowedTypes.includes(type) && !requireApprovalTypes.includes(type),
  );
  return readPolicy.quotes && enable && mode === "auto" && letsAllIn && consent.mode !== "facts";
}
