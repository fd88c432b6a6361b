import type { Preset } from "./preset.ts";

/** On and useful at once (C29): what a user said is written, and relevance decides what comes back. */
export const defaultPreset = {
  name: "default",
  settings: {
    // Enough for a long day of talk; what is over a limit is refused, and the log says so.
    writePolicy: { mode: "auto", maxWritesPerSession: 100, maxWritesPerHour: 200, maxItemsPerScope: 2_000 },
    // Tastes and plans with a date last; R12 would forget that somebody likes tea after 90 days.
    retentionDays: { preference: -1, task_state: 30, dated_task: -1 },
    match: { strict: false },
    // Under R29's own weights a fresh, important, irrelevant line beats a perfect old one.
    readPolicy: {
      ...{ similarityWeight: 0.9, importanceWeight: 0.05, recencyWeight: 0.05 },
      ...{ quotes: true, core: true, maxItems: 40, maxTokens: 600, maxPerType: 12 },
    },
    tools: ["memory_store", "memory_recall", "memory_forget"],
    render: { format: "memoir", placement: "system_append", fill: true },
    identity: { userScopeStrategy: "person" },
    triggers: { on: { session_end: ["extract"], idle: ["extract"], cron: [] } },
  },
  seedKeys: {},
} satisfies Preset;
