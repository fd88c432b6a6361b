import type { Preset } from "./preset.ts";
import { NO_GATES, NO_TTL } from "./shared.ts";

/** Seed 002: the twenty strongest memories, whatever their type or length. */
export const everbot = {
  name: "everbot",
  settings: {
    writePolicy: { mode: "auto", ...NO_GATES },
    categories: {
      system: ["preference", "fact", "experience", "workflow", "decision", "skill_usage", "todo"].map(
        (name) => ({ name }),
      ),
      names: {
        profile: "fact",
        knowledge: "fact",
        constraints: "preference",
        style: "preference",
        goals: "todo",
        event: "experience",
      },
    },
    extraction: { oneCall: true, known: "strongest", importance: "word", summariseAbove: 8_000 },
    match: { strict: false },
    // Resident from 0.5 up.
    readPolicy: {
      retriever: "strength",
      minStrength: 0.5,
      minConfidence: 0,
      maxItems: 20,
      maxTokens: null,
      maxPerType: null,
    },
    // One memory for each agent
    identity: { scope: "agent" },
    tools: ["recall_memory"],
    render: { format: "everbot", placement: "system_append" },
    // The seed has no limit but the second file.
    markdown: { path: "~/.alfred/agents/{name}/MEMORY.md", deleted: "forget" },
    retentionDays: NO_TTL,
    strength: { archiveBelow: 0.2, removeBelow: 0.05 },
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
