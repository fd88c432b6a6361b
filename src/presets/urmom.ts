import { NO_TTL } from "./clocks.ts";
import type { Preset } from "./preset.ts";

/** Seed 001: facts are written on command and served whole, so no budget cuts them (R82, R92). */
export const urmom = {
  name: "urmom",
  settings: {
    writePolicy: { mode: "auto" },
    readPolicy: { maxItems: null, maxTokens: null, maxPerType: null },
    retentionDays: NO_TTL,
  },
  seedKeys: {},
} satisfies Preset;
