import type { Preset } from "./preset.ts";

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
