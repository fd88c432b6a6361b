import { NO_TTL } from "./clocks.ts";
import type { Preset } from "./preset.ts";

/** Seed 003: five memories in the order of their text match (R216, R230), and no audit (R198). */
export const picobot = {
  name: "picobot",
  settings: {
    writePolicy: { mode: "auto" },
    match: { strict: false },
    readPolicy: {
      retriever: "words",
      maxItems: 5,
      maxTokens: null,
      maxPerType: null,
      similarityWeight: 1,
      importanceWeight: 0,
      recencyWeight: 0,
    },
    // C16: one memory for all, R198
    identity: { scope: "global" },
    tools: ["memory_store", "memory_recall", "memory_forget"],
    render: { format: "picobot", placement: "system_append" },
    retentionDays: NO_TTL,
    // R205–R207
    triggers: {
      on: { turn_done: [], cron: [], token_half: ["compress"], n_turns: ["compress"], idle: ["compress"] },
    },
    audit: "off",
  },
  seedKeys: {
    wrappers: ["memory"],
    names: { enabled: "enable", recall_limit: "readPolicy.maxItems" },
    later: {
      // R228, R229, R231–R234
      consolidation_provider: "consolidation",
      consolidation_model: "consolidation",
      consolidation_turn_threshold: "consolidation",
      idle_consolidation_minutes: "consolidation",
      timeline_retention_days: "the timeline",
      max_failures_before_degrade: "consolidation",
    },
  },
} satisfies Preset;
