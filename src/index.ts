/**
 * Memoir: long-term memory for chatbots and agents. Every memory has evidence, every write passes a policy, every
 * read fits a budget.
 */

import "./engine/node-version.ts";

export type * from "./api/checkpoints.ts";
export type * from "./api/commands.ts";
export type * from "./api/context.ts";
export type * from "./api/conversation.ts";
export type * from "./api/digest.ts";
export type * from "./api/documents.ts";
export type * from "./api/feedback.ts";
export type * from "./api/hooks.ts";
export type * from "./api/markdown.ts";
export type * from "./api/memoir.ts";
export type * from "./api/memories.ts";
export type * from "./api/operator.ts";
export type * from "./api/options.ts";
export type * from "./api/people.ts";
export type * from "./api/person.ts";
export type * from "./api/policy.ts";
export type * from "./api/preset-name.ts";
export type * from "./api/profile.ts";
export type * from "./api/recall.ts";
export type * from "./api/scope.ts";
export type * from "./api/stats.ts";
export type * from "./api/transfers.ts";
export type * from "./api/tuning.ts";
export type * from "./api/upkeep.ts";
export type * from "./api/write.ts";
export { type KeyOptions, type Principal, type Role, roleAllows } from "./domain/api-key.ts";
export type { ForeignFormat, ImportSource } from "./domain/arguments.ts";
export type { Fate } from "./domain/case.ts";
export type {
  Change,
  ChangeEvent,
  DecisionEntry,
  DecisionStage,
  HistoryEntry,
  HistoryEvent,
  WriteOutcome,
} from "./domain/change.ts";
export type { KnownPerson } from "./domain/chat-commands/person.ts";
export type { CoreSort, PersonSection, Source } from "./domain/enums.ts";
export { ERROR_CODES, MemoirError, type MemoirErrorCode } from "./domain/errors.ts";
export type {
  Event,
  EventInput,
  EventRole,
  EventType,
  Evidence,
  EvidenceMethod,
  Validity,
} from "./domain/event.ts";
export type { DeliveryStatus, HookOptions, HookStatus } from "./domain/hook.ts";
export type { Origin } from "./domain/identity.ts";
export type { ChatMessage } from "./domain/inject.ts";
export type { JobAttempt, JobOutcome } from "./domain/job.ts";
export type { Memory, MemoryKind, MemoryStatus, MemoryType } from "./domain/memory.ts";
export type { Objective } from "./domain/objectives.ts";
export type { PolicyDifference, PolicyPatch } from "./domain/policy.ts";
export type { ProfileFieldName, ProposalStatus } from "./domain/profile.ts";
export type { Reason, ReasonCode } from "./domain/reason.ts";
export type { RelevancePart } from "./domain/relevance/relevance.ts";
export type { ScopeInput, ScopeKind } from "./domain/scope.ts";
export type { Settings, SettingsInput } from "./domain/settings.ts";
export type { Wait, WaitCode } from "./domain/waiting-reason.ts";
export type { Verdict, VerdictCode } from "./domain/why-not.ts";
export { type MemoirEngine, type ModelStates, openMemoir } from "./engine/handles/memoir.ts";
export type { EngineOperator, RequestKey, RequestsHandle } from "./engine/handles/operator.ts";
export type { MemoirOptions } from "./engine/open.ts";
export type { Session } from "./engine/principals.ts";
export { type HookHeaders, type VerifyHookOptions, verifyHook } from "./features/hooks/signature.ts";
export type { JobQueue } from "./jobs/queue.ts";
export type { Embedder, Embedding } from "./models/embedder.ts";
export type { LanguageModel } from "./models/language/port.ts";
export type { LanguageModelSpec } from "./models/language/resolve.ts";
export type { EmbedderSpec } from "./models/resolve-embedder.ts";
export type { Reranker } from "./read/shared/request.ts";
export type { IntegrityProblem } from "./store/integrity.ts";
export type { StoreInfo } from "./store/port.ts";
