import { PRESET_NAMES, type PresetName } from "../../domain/enums.ts";
import { badValue } from "../../domain/settings/problems.ts";
import { invalidSettings, type SettingsInput } from "../../domain/settings.ts";
import type { Preset } from "./preset.ts";

/** For presets whose memories do not expire by type: their seeds keep time with other clocks. */
export const NO_TTL = {
  profile: -1,
  preference: -1,
  task_state: -1,
  constraint: -1,
  episode: -1,
  dated_task: -1,
} satisfies SettingsInput["retentionDays"];

/** For presets whose seeds let in every claim, however sure, and any number of them: the gates are seed 000's. */
export const NO_GATES = {
  ...{ minConfidence: 0, maxWritesPerSession: null, maxWritesPerHour: null, maxItemsPerScope: null },
} satisfies SettingsInput["writePolicy"];

/** On and useful at once: what a user said is written, and relevance decides what comes back. */
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
      // Beside quotes, which have neither: a memory of the same relevance comes first.
      ...{ similarityWeight: 1, importanceWeight: 0.03, recencyWeight: 0.03 },
      ...{ quotes: true, core: true, maxItems: 40, maxTokens: 600, maxPerType: null },
    },
    tools: ["memory_store", "memory_recall", "memory_update", "memory_forget"],
    render: { format: "memoir", placement: "system_append", fill: true },
    identity: { userScopeStrategy: "person" },
    triggers: { on: { session_end: ["extract"], idle: ["extract"], cron: [] } },
  },
  seedKeys: {},
} satisfies Preset;

/** Seed 000. The schema's defaults are this seed's own but for these. */
export const astrbot = {
  name: "astrbot",
  settings: {
    // The seed weighs a tool's result 0.7, so that it can pass.
    writePolicy: { limits: "all", toolResults: "weighed" },
    extraction: { keys: true },
    match: { by: "cosine" },
    upkeep: { compact: true },
    // Only scores and budgets decide.
    readPolicy: { retriever: "cosine" },
  },
  seedKeys: {
    wrappers: ["provider_ltm_settings", "long_term_memory"],
    names: {
      write_policy: "writePolicy",
      "write_policy.min_confidence": "writePolicy.minConfidence",
      "write_policy.min_evidence_count": "writePolicy.minEvidenceCount",
      "write_policy.repetition_cap": "writePolicy.repetitionCap",
      "write_policy.allowed_types": "writePolicy.allowedTypes",
      "write_policy.max_writes_per_session": "writePolicy.maxWritesPerSession",
      "write_policy.max_writes_per_hour": "writePolicy.maxWritesPerHour",
      "write_policy.max_items_per_scope": "writePolicy.maxItemsPerScope",
      "write_policy.require_approval_types": "writePolicy.requireApprovalTypes",
      read_policy: "readPolicy",
      "read_policy.max_items": "readPolicy.maxItems",
      "read_policy.max_tokens": "readPolicy.maxTokens",
      "read_policy.max_per_type": "readPolicy.maxPerType",
      "read_policy.min_confidence": "readPolicy.minConfidence",
      "read_policy.recency_weight": "readPolicy.recencyWeight",
      "read_policy.importance_weight": "readPolicy.importanceWeight",
      "read_policy.similarity_weight": "readPolicy.similarityWeight",
      "identity.user_scope_strategy": "identity.userScopeStrategy",
      "identity.cross_platform_aliases": "identity.aliases",
      "identity.include_legacy_umo_on_read": "identity.includeLegacyOnRead",
      extraction_provider_id: "extractionProviderId",
      embedding_provider_id: "embeddingProviderId",
      retention_days: "retentionDays",
      emergency_read_only: "emergencyReadOnly",
    },
  },
} satisfies Preset;

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
        ...{ profile: "fact", knowledge: "fact", constraints: "preference", style: "preference" },
        ...{ goals: "todo", event: "experience" },
      },
    },
    extraction: { oneCall: true, known: "strongest", importance: "word", summariseAbove: 8_000 },
    match: { strict: false },
    // Resident from 0.5 up.
    readPolicy: {
      ...{ retriever: "strength", minStrength: 0.5, minConfidence: 0 },
      ...{ maxItems: 20, maxTokens: null, maxPerType: null },
    },
    // One memory for each agent
    identity: { scope: "agent" },
    tools: ["recall_memory"],
    render: { format: "everbot", placement: "system_append" },
    // R193; R189: the seed has no limit but the second file.
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

/** All that rules or a model may call what they find: the seed has one word for it. */
const KNOWLEDGE = Object.fromEntries(
  [
    ...["profile", "preference", "style", "workflow", "constraints", "todo", "goals"],
    ...["decision", "event", "experience"],
  ].map((name) => [name, "knowledge"]),
);

/** Seed 003: five memories in the order of their text match, and no audit. */
export const picobot = {
  name: "picobot",
  settings: {
    // What the agent stores is stored; all of it is knowledge, so that any of it may make room.
    writePolicy: { mode: "auto", tools: "trusted", keepTypes: [], ...NO_GATES },
    match: { strict: false },
    readPolicy: {
      retriever: "words",
      categories: ["knowledge"],
      minConfidence: 0,
      maxItems: 5,
      maxTokens: null,
      maxPerType: null,
      similarityWeight: 1,
      importanceWeight: 0,
      recencyWeight: 0,
    },
    categories: { names: KNOWLEDGE },
    // One memory for all
    identity: { scope: "global" },
    tools: ["memory_store", "memory_recall", "memory_forget"],
    render: { format: "picobot", placement: "system_append" },
    retentionDays: NO_TTL,
    triggers: {
      on: { turn_done: [], cron: [], token_half: ["compress"], n_turns: ["compress"], idle: ["compress"] },
    },
    audit: "off",
  },
  seedKeys: {
    wrappers: ["memory"],
    names: {
      enabled: "enable",
      recall_limit: "readPolicy.maxItems",
      consolidation_turn_threshold: "triggers.turns",
      idle_consolidation_minutes: "triggers.idleMinutes",
      timeline_retention_days: "timeline.retentionDays",
      max_failures_before_degrade: "timeline.maxFailures",
    },
    joined: { "models.roles.compress": ["consolidation_provider", "consolidation_model"] },
  },
} satisfies Preset;

/** Seed 004: three bullets in 512 tokens; unused memories go cold instead of expiring. */
export const supervisor = {
  name: "supervisor",
  settings: {
    writePolicy: { mode: "auto", ...NO_GATES, maxWritesPerTurn: 3, maxWritesPerDay: 50 },
    extraction: { multiFactAbove: 400 },
    match: { strict: false },
    readPolicy: { minConfidence: 0, maxItems: 3, maxTokens: 512 },
    relations: { enable: true },
    categories: {
      system: [
        { name: "profile", context: "all" },
        { name: "event", context: "rag", ragLength: 30 },
        { name: "activity", context: "rag", ragLength: 50 },
      ],
      // What is read goes by the names that the allowlists use.
      names: { preference: "preferences", todo: "tasks" },
    },
    // R259, with procedural and relationship_dynamic, which the seed uses and lists nowhere.
    allowlists: {
      supervisor: [
        "profile",
        "goals",
        "preferences",
        "event",
        "activity",
        "relationships",
        "tasks",
        "relationship_dynamic",
      ],
      planner: ["goals", "tasks", "projects", "procedural"],
      stylist: ["preferences", "tone", "style"],
      researcher: ["knowledge", "interests", "history"],
      executor: ["tasks", "recent_activity", "constraints", "procedural"],
    },
    identity: { userScopeStrategy: "person" },
    consent: { mode: "fields" },
    operations: "all",
    tools: ["memory.query"],
    render: { format: "bullets", placement: "before_user", delta: true },
    retentionDays: NO_TTL,
    cold: { afterDays: 60 },
    // The hot path at every turn, and the worker once a day.
    triggers: { cronPattern: "0 4 * * *" },
    upkeep: { compact: true, consolidate: { enable: true }, insight: { enable: true } },
  },
  seedKeys: {
    names: { "categories.system.rag_length": "ragLength", "categories.custom.rag_length": "ragLength" },
  },
} satisfies Preset;

export const PRESETS = {
  default: defaultPreset,
  astrbot,
  urmom,
  everbot,
  picobot,
  supervisor,
} as const satisfies Record<PresetName, Preset>;

/** Finds a preset; `source` is where its name was written, for the message. */
export function presetNamed(name: string, source: string = "openMemoir({ preset })"): Preset {
  // Before `hasOwn`, which would make a name of a list or an object.
  if (typeof name === "string" && Object.hasOwn(PRESETS, name)) return PRESETS[name as PresetName];
  const allowed = PRESET_NAMES.map((known) => JSON.stringify(known));
  throw invalidSettings(source, [badValue("preset", name, allowed)]);
}
