import type { Preset } from "./preset.ts";
import { NO_GATES, NO_TTL } from "./shared.ts";

/** Seed 004: three bullets in 512 tokens; unused memories go cold instead of expiring. */
export const supervisor = {
  name: "supervisor",
  settings: {
    writePolicy: { mode: "auto", ...NO_GATES, maxWritesPerTurn: 3, maxWritesPerDay: 50 },
    extraction: { multiFactAbove: 400 },
    match: { strict: false },
    readPolicy: { minConfidence: 0, maxItems: 3, maxTokens: 512 },
    relations: { enable: true },
    categories: {
      system: [
        { name: "profile", context: "all" },
        { name: "event", context: "rag", ragLength: 30 },
        { name: "activity", context: "rag", ragLength: 50 },
      ],
      // What is read goes by the names that the allowlists use.
      names: { preference: "preferences", todo: "tasks" },
    },
    // With procedural and relationship_dynamic, which the seed uses and lists nowhere.
    allowlists: {
      supervisor: [
        "profile",
        "goals",
        "preferences",
        "event",
        "activity",
        "relationships",
        "tasks",
        "relationship_dynamic",
      ],
      planner: ["goals", "tasks", "projects", "procedural"],
      stylist: ["preferences", "tone", "style"],
      researcher: ["knowledge", "interests", "history"],
      executor: ["tasks", "recent_activity", "constraints", "procedural"],
    },
    identity: { userScopeStrategy: "person" },
    consent: { mode: "fields" },
    operations: "all",
    tools: ["memory.query"],
    render: { format: "bullets", placement: "before_user", delta: true },
    retentionDays: NO_TTL,
    cold: { afterDays: 60 },
    // The hot path at every turn, and the worker once a day.
    triggers: { cronPattern: "0 4 * * *" },
    upkeep: { compact: true, consolidate: { enable: true }, insight: { enable: true } },
  },
  seedKeys: {
    names: { "categories.system.rag_length": "ragLength", "categories.custom.rag_length": "ragLength" },
  },
} satisfies Preset;
