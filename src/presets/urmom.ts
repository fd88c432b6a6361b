import { NO_TTL } from "./clocks.ts";
import type { Preset } from "./preset.ts";

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
    render: { format: "memoir", placement: "system_append" },
    retentionDays: NO_TTL,
    // R112: nothing runs by itself; a read asks for what it needs.
    triggers: { on: { turn_done: [], cron: [], read: ["digest"], command: ["extract"] } },
  },
  seedKeys: {},
} satisfies Preset;
