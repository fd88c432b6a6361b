import { NO_TTL } from "./clocks.ts";
import type { Preset } from "./preset.ts";

/** Seed 004: three bullets in 512 tokens (R262); unused memories go cold instead of expiring (R267). */
export const supervisor = {
  name: "supervisor",
  settings: {
    writePolicy: { mode: "auto" },
    readPolicy: { maxItems: 3, maxTokens: 512 },
    identity: { userScopeStrategy: "person" },
    render: { format: "bullets", placement: "before_user", delta: true },
    retentionDays: NO_TTL,
    // R252: the hot path at every turn, and the worker once a day.
    triggers: { cronPattern: "0 4 * * *" },
  },
  seedKeys: {
    later: {
      // R258, R259
      categories: "category context modes",
      allowlists: "category allowlists",
    },
  },
} satisfies Preset;
