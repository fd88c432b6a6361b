import { describe, expect, it } from "vitest";
import { resolveSettings } from "../../domain/settings.ts";
import { astrbot } from "./astrbot.ts";
import { defaultPreset } from "./default.ts";
import { picobot } from "./picobot.ts";
import { parsePresetSettings, translateSeedKeys } from "./seed-keys.ts";
import { supervisor } from "./supervisor.ts";

function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("expected an error");
}

/** Seed 000 §8, word for word. */
const seed000 = {
  enable: false,
  write_policy: {
    mode: "shadow",
    min_confidence: 0.6,
    min_evidence_count: 1,
    allowed_types: ["profile", "preference", "task_state", "constraint", "episode"],
    max_writes_per_session: 10,
    max_writes_per_hour: 50,
    max_items_per_scope: 200,
    require_approval_types: [],
  },
  read_policy: {
    enable: true,
    max_items: 15,
    max_tokens: 800,
    max_per_type: 5,
    min_confidence: 0.5,
    recency_weight: 0.3,
    importance_weight: 0.4,
    similarity_weight: 0.3,
  },
  identity: {
    user_scope_strategy: "unified_msg_origin",
    cross_platform_aliases: {},
    include_legacy_umo_on_read: true,
  },
  extraction_provider_id: "",
  embedding_provider_id: "",
  retention_days: { profile: -1, preference: 90, task_state: 7, constraint: -1, episode: 30 },
  emergency_read_only: false,
};

describe("astrbot's keys", () => {
  it.each([
    ["its whole nesting", { provider_ltm_settings: { long_term_memory: seed000 } }],
    ["the inner nesting", { long_term_memory: seed000 }],
    ["the bare block", seed000],
  ])("R57–R66: seed 000's block is taken as %s and says the defaults, but off", (_, input) => {
    const settings = parsePresetSettings(astrbot, input, "f");
    const { enable, ...rest } = resolveSettings(astrbot.settings, settings);
    expect(enable).toBe(false);
    expect(rest).toEqual({ ...resolveSettings(astrbot.settings), enable: undefined });
  });

  it("R58–R66: every key arrives at its own setting", () => {
    const changed = {
      write_policy: {
        enable: false,
        mode: "manual",
        min_confidence: 0.1,
        min_evidence_count: 2,
        allowed_types: ["episode"],
        max_writes_per_session: 3,
        max_writes_per_hour: 4,
        max_items_per_scope: 5,
        require_approval_types: ["constraint"],
      },
      read_policy: {
        enable: false,
        max_items: 6,
        max_tokens: 7,
        max_per_type: 8,
        min_confidence: 0.2,
        recency_weight: 0.7,
        importance_weight: 0.8,
        similarity_weight: 0.9,
      },
      identity: {
        user_scope_strategy: "person",
        cross_platform_aliases: { "discord:1.2": "alice", enabled: "bob" },
        include_legacy_umo_on_read: false,
      },
      extraction_provider_id: "x",
      embedding_provider_id: "y",
      retention_days: { task_state: 9 },
      emergency_read_only: true,
    };
    expect(parsePresetSettings(astrbot, changed, "f")).toEqual({
      writePolicy: {
        enable: false,
        mode: "manual",
        minConfidence: 0.1,
        minEvidenceCount: 2,
        allowedTypes: ["episode"],
        maxWritesPerSession: 3,
        maxWritesPerHour: 4,
        maxItemsPerScope: 5,
        requireApprovalTypes: ["constraint"],
      },
      readPolicy: {
        enable: false,
        maxItems: 6,
        maxTokens: 7,
        maxPerType: 8,
        minConfidence: 0.2,
        recencyWeight: 0.7,
        importanceWeight: 0.8,
        similarityWeight: 0.9,
      },
      identity: {
        userScopeStrategy: "person",
        aliases: { "discord:1.2": "alice", enabled: "bob" },
        includeLegacyOnRead: false,
      },
      extractionProviderId: "x",
      embeddingProviderId: "y",
      retentionDays: { task_state: 9 },
      emergencyReadOnly: true,
    });
  });

  it("may stand beside ours", () => {
    const input = { writePolicy: { mode: "auto" }, write_policy: { min_confidence: 0.9 } };
    expect(parsePresetSettings(astrbot, input, "f")).toEqual({
      writePolicy: { mode: "auto", minConfidence: 0.9 },
    });
  });

  it.each([
    [
      { long_term_memory: { write_policy: { mode: "autoo" } } },
      'f: long_term_memory.write_policy.mode (writePolicy.mode) is "autoo"; allowed: "shadow", "auto", "manual".',
    ],
    [
      { write_policy: { min_confidense: 1 } },
      "f: write_policy.min_confidense is not a setting; did you mean minConfidence?",
    ],
    [
      { writePolicy: { mode: "auto" }, write_policy: { mode: "shadow" } },
      "f: writePolicy.mode and write_policy.mode are the same setting; keep one of them.",
    ],
    [{ write_policy: 5 }, /^f: write_policy \(writePolicy\) is 5; allowed: a section with enable, mode, /],
    [
      { long_term_memory: { provider_ltm_settings: {} } },
      /^f: long_term_memory\.provider_ltm_settings is not a setting; /,
    ],
    [[], /^f: the root is a list; /],
  ])("refuses %j", (input, message) => {
    expect(messageOf(() => parsePresetSettings(astrbot, input, "f"))).toMatch(message);
  });
});

describe("picobot's keys", () => {
  it.each([
    [{ memory: { enabled: true, recall_limit: 7 } }, { enable: true, readPolicy: { maxItems: 7 } }],
    [{ memory: { enabled: false } }, { enable: false }],
    [
      { enabled: false, recall_limit: 7 },
      { enable: false, readPolicy: { maxItems: 7 } },
    ],
    [
      { memory: { recall_limit: 7 }, readPolicy: { maxTokens: 100 } },
      { readPolicy: { maxItems: 7, maxTokens: 100 } },
    ],
  ])("R227, R230: takes %j", (input, expected) => {
    expect(parsePresetSettings(picobot, input, "f")).toEqual(expected);
  });

  it("R228, R229, R231–R234: takes seed 003's block as it is", () => {
    const seed003 = {
      memory: {
        enabled: true,
        consolidation_provider: "openai",
        consolidation_model: "gpt-4o-mini",
        recall_limit: 5,
        consolidation_turn_threshold: 3,
        idle_consolidation_minutes: 10,
        timeline_retention_days: 90,
        max_failures_before_degrade: 3,
      },
    };
    expect(parsePresetSettings(picobot, seed003, "f")).toEqual({
      enable: true,
      models: { roles: { compress: "openai/gpt-4o-mini" } },
      readPolicy: { maxItems: 5 },
      triggers: { turns: 3, idleMinutes: 10 },
      timeline: { retentionDays: 90, maxFailures: 3 },
    });
  });

  it("R228, R229: a model may name its provider itself; a provider alone names no model", () => {
    const one = { memory: { consolidation_model: "ollama/qwen3" } };
    expect(parsePresetSettings(picobot, one, "f")).toEqual({
      models: { roles: { compress: "ollama/qwen3" } },
    });
    const other = { memory: { consolidation_provider: "openai" } };
    expect(messageOf(() => parsePresetSettings(picobot, other, "f"))).toBe(
      "f: memory.consolidation_provider needs consolidation_model beside it; add that, or remove the key.",
    );
  });

  it("reports all that is wrong at once, under the names that were written", () => {
    const input = {
      memory: {
        consolidation_model: 5,
        recall_limit: "five",
        timeline_retention_days: 0,
        idle_consolidation_minutes: "x",
      },
    };
    expect(messageOf(() => parsePresetSettings(picobot, input, "f")).split("\n")).toEqual([
      'f: memory.recall_limit (readPolicy.maxItems) is "five"; allowed: a whole number of at least 1, null.',
      "f: memory.consolidation_model (models.roles.compress) is 5; allowed: a string.",
      'f: memory.idle_consolidation_minutes (triggers.idleMinutes) is "x"; allowed: a whole number of at least 1.',
      "f: memory.timeline_retention_days (timeline.retentionDays) is 0; allowed: a whole number of at least 1, null.",
    ]);
  });
});

it("R258, R259: takes supervisor's categories and allowlists as the seed writes them", () => {
  const seed004 = {
    categories: {
      system: [
        { name: "profile", context: "all" },
        { name: "event", context: "rag", rag_length: 30 },
      ],
      custom: [],
    },
    allowlists: { planner: ["goals", "tasks", "projects"] },
  };
  expect(parsePresetSettings(supervisor, seed004, "f")).toEqual({
    categories: {
      system: [
        { name: "profile", context: "all" },
        { name: "event", context: "rag", ragLength: 30 },
      ],
      custom: [],
    },
    allowlists: { planner: ["goals", "tasks", "projects"] },
  });
});

describe("translateSeedKeys", () => {
  it("leaves the settings of a preset without seed keys as they are", () => {
    const input = {
      writePolicy: { mode: "auto" },
      identity: { aliases: { "a.b": "c" } },
      memory: { enabled: true },
    };
    const { input: same, written, problems } = translateSeedKeys(defaultPreset, input);
    expect(same).toEqual(input);
    expect([written.size, problems]).toEqual([0, []]);
  });

  it("ends on a file that a YAML alias made endless", () => {
    const endless: Record<string, unknown> = {};
    endless.write_policy = endless;
    expect(messageOf(() => parsePresetSettings(astrbot, endless, "f"))).toMatch(/is not a setting/);
  });

  it("does not let a key named __proto__ through", () => {
    const input: unknown = JSON.parse('{"write_policy":{"__proto__":{"mode":"auto"}}}');
    expect(messageOf(() => parsePresetSettings(astrbot, input, "f"))).toMatch(/__proto__ is not a setting/);
  });
});
