import type { MemoryType } from "./memory.ts";

/** What a type means for a memory's life when nothing else is said. */
export interface TypeDefaults {
  readonly stability: "high" | "medium" | "low";
  /** Days after the last confirmation; `null` = permanent, which R65's settings write as -1. */
  readonly ttlDays: number | null;
}

/** R12. */
export const TYPE_DEFAULTS: Readonly<Record<MemoryType, TypeDefaults>> = {
  profile: { stability: "high", ttlDays: null },
  preference: { stability: "medium", ttlDays: 90 },
  task_state: { stability: "low", ttlDays: 7 },
  constraint: { stability: "high", ttlDays: null },
  episode: { stability: "medium", ttlDays: 30 },
};
