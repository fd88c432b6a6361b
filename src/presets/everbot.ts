import { NO_TTL } from "./clocks.ts";
import type { Preset } from "./preset.ts";

/** Seed 002: the twenty strongest memories, whatever their type or length (R143). */
export const everbot = {
  name: "everbot",
  settings: {
    writePolicy: { mode: "auto" },
    match: { strict: false },
    // R143, C7: resident from 0.5 up.
    readPolicy: { retriever: "strength", minStrength: 0.5, maxItems: 20, maxTokens: null, maxPerType: null },
    // C16: one memory for each agent, R193
    identity: { scope: "agent" },
    tools: ["recall_memory"],
    render: { format: "everbot", placement: "system_append" },
    retentionDays: NO_TTL,
    // R140, R141, C7
    strength: { archiveBelow: 0.2, removeBelow: 0.05 },
    // R133
    triggers: {
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
