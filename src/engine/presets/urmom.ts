import type { Preset } from "./preset.ts";
import { NO_GATES, NO_TTL } from "./shared.ts";

/** Seed 001: facts are written on command and served whole, so no budget cuts them. */
export const urmom = {
  name: "urmom",
  settings: {
    writePolicy: { mode: "auto", thirdPerson: true, ...NO_GATES },
    match: { strict: false },
    readPolicy: { retriever: "all", minConfidence: 0, maxItems: null, maxTokens: null, maxPerType: null },
    // Each member of a guild apart
    identity: { scope: "group_member" },
    tools: ["remember", "forget"],
    render: { format: "urmom", placement: "system_append" },
    retentionDays: NO_TTL,
    // Nothing runs by itself. Facts come by command (`commands.handle()`), days are summarised when somebody asks
    // (`digest.context()`).
    triggers: { on: { turn_done: [], cron: [] } },
    digest: { inject: true },
    // Anybody of a guild may tell the bot about anybody.
    commands: { aboutOthers: "active" },
    // A week to a month.
    events: { retentionDays: 30 },
  },
  seedKeys: {},
} satisfies Preset;
