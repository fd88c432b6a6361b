import type { Preset } from "./preset.ts";

/** On and useful at once: what a user said is written, and relevance decides what comes back. */
export const defaultPreset = {
  name: "default",
  settings: {
    // Enough for a long day of talk; what is over a limit is refused, and the log says so.
    writePolicy: { mode: "auto", maxWritesPerSession: 100, maxWritesPerHour: 200, maxItemsPerScope: 2_000 },
    // Tastes and plans with a date last; the built-in retention would forget that somebody likes tea after 90 days.
    retentionDays: { preference: -1, task_state: 30, dated_task: -1 },
    match: { strict: false },
    // Under the built-in weights a fresh, important, irrelevant line beats a perfect old one.
    readPolicy: {
      // Beside quotes, which have neither: a memory of the same relevance comes first.
      similarityWeight: 1,
      importanceWeight: 0.03,
      recencyWeight: 0.03,
      quotes: true,
      core: true,
      maxItems: 40,
      maxTokens: 600,
      maxPerType: null,
    },
    tools: ["memory_store", "memory_recall", "memory_update", "memory_forget"],
    render: { format: "memoir", placement: "system_append", fill: true },
    identity: { userScopeStrategy: "person" },
    triggers: { on: { session_end: ["extract"], idle: ["extract"], cron: [] } },
  },
  seedKeys: {},
} satisfies Preset;
