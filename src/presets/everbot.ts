import { NO_TTL } from "./clocks.ts";
import type { Preset } from "./preset.ts";

/** Seed 002: the twenty strongest memories, whatever their type or length (R143). */
export const everbot = {
  name: "everbot",
  settings: {
    writePolicy: { mode: "auto" },
    readPolicy: { maxItems: 20, maxTokens: null, maxPerType: null },
    render: { format: "everbot", placement: "system_append" },
    retentionDays: NO_TTL,
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
