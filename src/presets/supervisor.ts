import { NO_TTL, type Preset } from "./preset.ts";

/** Seed 004: three bullets in 512 tokens (R262); unused memories go cold instead of expiring (R267). */
export const supervisor = {
  name: "supervisor",
  settings: {
    // R287, C24
    writePolicy: { mode: "auto", maxWritesPerTurn: 3, maxWritesPerDay: 50 },
    match: { strict: false },
    readPolicy: { maxItems: 3, maxTokens: 512 },
    // R243–R246
    relations: { enable: true },
    // R258
    categories: {
      system: [
        { name: "profile", context: "all" },
        { name: "event", context: "rag", ragLength: 30 },
        { name: "activity", context: "rag", ragLength: 50 },
      ],
      // C4: what is read goes by the names that the allowlists use.
      names: { preference: "preferences", todo: "tasks" },
    },
    // R259, with procedural and relationship_dynamic, which the seed uses and lists nowhere (C23).
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
    // R267
    cold: { afterDays: 60 },
    // R252: the hot path at every turn, and the worker once a day.
    triggers: { cronPattern: "0 4 * * *" },
    upkeep: { compact: true, consolidate: { enable: true }, insight: { enable: true } },
  },
  seedKeys: {
    names: { "categories.system.rag_length": "ragLength", "categories.custom.rag_length": "ragLength" },
  },
} satisfies Preset;
