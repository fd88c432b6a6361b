import type { Preset } from "./preset.ts";
import { NO_GATES, NO_TTL } from "./shared.ts";

/** All that rules or a model may call what they find: the seed has one word for it. */
const KNOWLEDGE = Object.fromEntries(
  [
    "profile",
    "preference",
    "style",
    "workflow",
    "constraints",
    "todo",
    "goals",
    "decision",
    "event",
    "experience",
  ].map((name) => [name, "knowledge"]),
);

/** Seed 003: five memories in the order of their text match, and no audit. */
export const picobot = {
  name: "picobot",
  settings: {
    // What the agent stores is stored; all of it is knowledge, so that any of it may make room.
    writePolicy: { mode: "auto", tools: "trusted", keepTypes: [], ...NO_GATES },
    match: { strict: false },
    readPolicy: {
      retriever: "words",
      categories: ["knowledge"],
      minConfidence: 0,
      maxItems: 5,
      maxTokens: null,
      maxPerType: null,
      similarityWeight: 1,
      importanceWeight: 0,
      recencyWeight: 0,
    },
    categories: { names: KNOWLEDGE },
    // One memory for all
    identity: { scope: "global" },
    tools: ["memory_store", "memory_recall", "memory_forget"],
    render: { format: "picobot", placement: "system_append" },
    retentionDays: NO_TTL,
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
      consolidation_turn_threshold: "triggers.turns",
      idle_consolidation_minutes: "triggers.idleMinutes",
      timeline_retention_days: "timeline.retentionDays",
      max_failures_before_degrade: "timeline.maxFailures",
    },
    joined: { "models.roles.compress": ["consolidation_provider", "consolidation_model"] },
  },
} satisfies Preset;
