/**
 * Memoir: long-term memory for chatbots and agents. Every memory has evidence, every write passes a policy, every
 * read fits a budget.
 */

export { type KeyOptions, type Principal, type Role, roleAllows } from "./domain/api-key.ts";
export type { Change, ChangeEvent, HistoryEntry, HistoryEvent } from "./domain/change.ts";
export type { DecisionEntry, DecisionStage } from "./domain/decision.ts";
export { ERROR_CODES, MemoirError, type MemoirErrorCode } from "./domain/errors.ts";
export type { Event, EventInput, EventRole, EventType } from "./domain/event.ts";
export type { Evidence, EvidenceMethod } from "./domain/evidence.ts";
export type { Origin } from "./domain/identity.ts";
export type { ChatMessage } from "./domain/inject.ts";
export type { Memory, MemoryKind, MemoryStatus, MemoryType } from "./domain/memory.ts";
export type { PolicyDifference, PolicyPatch } from "./domain/policy.ts";
export type { ProfileFieldName, ProposalStatus } from "./domain/profile.ts";
export type { RelevancePart } from "./domain/relevance/relevance.ts";
export type { ScopeInput, ScopeKind } from "./domain/scope.ts";
export type { Settings, SettingsInput } from "./domain/settings.ts";
export type { Validity } from "./domain/validity.ts";
export type { MemoirOptions } from "./engine/open.ts";
export type { Session } from "./engine/principals.ts";
export type { EventListOptions, EventsHandle } from "./handles/events.ts";
export type { FaceSettings, MemoirFace, OperatorFace, ScopeFace } from "./handles/face.ts";
export type { ApiKey, KeysHandle, NewApiKey, NewLogin } from "./handles/keys.ts";
export {
  type Memoir,
  type ModelStates,
  type NamesOptions,
  openMemoir,
} from "./handles/memoir.ts";
export type { MemoriesHandle, ReasonOptions, UndoneChange, UndoOptions } from "./handles/memories.ts";
export type { OperatorHandle } from "./handles/operator.ts";
export type { PolicyHandle, PolicyOptions, PolicyVersion } from "./handles/policy.ts";
export type { ProfileField, ProfileHandle, ProfileOptions } from "./handles/profile.ts";
export type { RequestKey, RequestsHandle } from "./handles/requests.ts";
export type { ScopeHandle, ScopeOptions } from "./handles/scope.ts";
export type { SessionHandle, SessionOptions, SessionResult } from "./handles/session.ts";
export type {
  OwnedEvent,
  ScopesOptions,
  TenantEvents,
  TenantMemories,
} from "./handles/tenant-view.ts";
export type { MemoryTool } from "./handles/tools.ts";
export type { Transfers } from "./handles/transfers.ts";
export type { JobPage, JobQueue } from "./jobs/queue.ts";
export type { EmbedderSpec } from "./models/embed/resolve.ts";
export type { Embedder, Embedding } from "./models/embedder.ts";
export type { LanguageModel } from "./models/language/port.ts";
export type { LanguageModelSpec } from "./models/language/resolve.ts";
export type { PresetName } from "./presets/index.ts";
export type { QueryCallOptions } from "./read/ask.ts";
export type { ChangesOptions } from "./read/changes.ts";
export type { Degraded } from "./read/degraded.ts";
export type { EventHit, Hit, MemoryHit, TimelineEntry, TimelineHit } from "./read/hit.ts";
export type { OwnedMemory } from "./read/owned-memory.ts";
export type { Page, PageOptions } from "./read/page.ts";
export type { Proof, QuotedEvidence } from "./read/proof.ts";
export type { QueryAnswer, QueryBullet, QueryItem, QueryRequest } from "./read/query.ts";
export type { ScoreParts } from "./read/rank.ts";
export type { Recall } from "./read/recall.ts";
export type { CallOptions, RecallCallOptions, RecallFilters } from "./read/recall-options.ts";
export type { Reranker } from "./read/reranker.ts";
export type { Source } from "./read/retrieve-request.ts";
export type { ScopeStats, Stats, StatsOptions } from "./read/stats.ts";
export type { SearchOptions, TenantHit } from "./read/tenant-search.ts";
export type { ReviewOptions, Waiting, WaitingMemory, WaitingProposal } from "./read/waiting.ts";
export type { EvidenceRef } from "./scope-index/memory-entry.ts";
export type { Identity } from "./store/identities.ts";
export type { IntegrityProblem } from "./store/integrity.ts";
export type { MemoryFilter } from "./store/memory-search.ts";
export type { ModelUsageRow } from "./store/model-usage.ts";
export type { OpCount } from "./store/op-events.ts";
export type { StoreInfo } from "./store/port.ts";
export type { Proposal } from "./store/proposals.ts";
export type { ObserveResult } from "./store/writes/observe.ts";
export type { ImportOutcome } from "./transfer/compare.ts";
export type { ExportOptions } from "./transfer/export.ts";
export type { ForeignFormat } from "./transfer/foreign/format.ts";
export type { ForeignOptions, ForeignReport, ForeignScope } from "./transfer/foreign/import.ts";
export type { ImportOptions, ImportProgress, ImportReport } from "./transfer/import.ts";
export type { ImportSource } from "./transfer/input-lines.ts";
export type { ForgetOptions, ForgetResult, ForgetTarget } from "./write/forget.ts";
export type { RememberOptions } from "./write/remember.ts";
export type { Remembered, WriteEntry, WriteOutcome, WriteReport } from "./write/report.ts";
export type { MemoryUpdate } from "./write/revise.ts";
