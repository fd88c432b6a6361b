import { NO_TTL, type Preset } from "./preset.ts";

/** Seed 002: the twenty strongest memories, whatever their type or length (R143). */
export const everbot = {
  name: "everbot",
  settings: {
    // The seed limits neither the writes of a session nor how many there are.
    writePolicy: {
      mode: "auto",
      maxWritesPerSession: 1_000,
      maxWritesPerHour: 10_000,
      maxItemsPerScope: 100_000,
    },
    // R126, R134
    categories: {
      system: ["preference", "fact", "experience", "workflow", "decision", "skill_usage", "todo"].map(
        (name) => ({ name }),
      ),
      names: {
        ...{ profile: "fact", knowledge: "fact", constraints: "preference", style: "preference" },
        ...{ goals: "todo", event: "experience" },
      },
    },
    // R135, R137, R148, R192
    extraction: { oneCall: true, known: "strongest", importance: "word", summariseAbove: 8_000 },
    match: { strict: false },
    // R143, C7: resident from 0.5 up.
    readPolicy: { retriever: "strength", minStrength: 0.5, maxItems: 20, maxTokens: null, maxPerType: null },
    // C16: one memory for each agent, R193
    identity: { scope: "agent" },
    tools: ["recall_memory"],
    render: { format: "everbot", placement: "system_append" },
    // R193; R189: the seed has no limit but the second file.
    markdown: { path: "~/.alfred/agents/{name}/MEMORY.md" },
    retentionDays: NO_TTL,
    // R140, R141, C7
    strength: { archiveBelow: 0.2, removeBelow: 0.05 },
    // R133
    triggers: {
      waitAtEnd: true,
      on: {
        turn_done: [],
        cron: [],
        session_end: ["extract"],
        compress: ["extract"],
        heartbeat: ["extract"],
        idle: ["extract"],
      },
    },
  },
  seedKeys: {},
} satisfies Preset;
