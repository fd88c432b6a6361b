import { NO_TTL, type Preset } from "./preset.ts";

/** Seed 001: facts are written on command and served whole, so no budget cuts them (R82, R92). */
export const urmom = {
  name: "urmom",
  settings: {
    writePolicy: { mode: "auto" },
    match: { strict: false },
    readPolicy: { retriever: "all", maxItems: null, maxTokens: null, maxPerType: null },
    // C16: each member of a guild apart, R87
    identity: { scope: "group_member" },
    tools: ["remember", "forget"],
    render: { format: "urmom", placement: "system_append" },
    retentionDays: NO_TTL,
    // R112: nothing runs by itself. Facts come by command (`commands.handle()`), days are told when somebody asks
    // (`digest.context()`).
    triggers: { on: { turn_done: [], cron: [] } },
    // R114: anybody of a guild may tell the bot about anybody.
    commands: { aboutOthers: "active" },
    // R118: a week to a month.
    events: { retentionDays: 30 },
  },
  seedKeys: {},
} satisfies Preset;
