import { NO_TTL, type Preset } from "./preset.ts";

/** All that rules or a model may call what they find: the seed has one word for it (R200). */
const KNOWLEDGE = Object.fromEntries(
  [
    ...["profile", "preference", "style", "workflow", "constraints", "todo", "goals"],
    ...["decision", "event", "experience"],
  ].map((name) => [name, "knowledge"]),
);

/** Seed 003: five memories in the order of their text match (R216, R230), and no audit (R198). */
export const picobot = {
  name: "picobot",
  settings: {
    // R219: what the agent stores is stored.
    writePolicy: { mode: "auto", tools: "trusted" },
    match: { strict: false },
    readPolicy: {
      retriever: "words",
      categories: ["knowledge"],
      maxItems: 5,
      maxTokens: null,
      maxPerType: null,
      similarityWeight: 1,
      importanceWeight: 0,
      recencyWeight: 0,
    },
    categories: { names: KNOWLEDGE },
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
    names: {
      enabled: "enable",
      recall_limit: "readPolicy.maxItems",
      // R231–R234
      consolidation_turn_threshold: "triggers.turns",
      idle_consolidation_minutes: "triggers.idleMinutes",
      timeline_retention_days: "timeline.retentionDays",
      max_failures_before_degrade: "timeline.maxFailures",
    },
    // R228, R229
    joined: { "models.roles.compress": ["consolidation_provider", "consolidation_model"] },
  },
} satisfies Preset;
