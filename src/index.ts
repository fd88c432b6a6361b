/**
 * Memoir: long-term memory for chatbots and agents. Every memory has evidence, every write passes a policy, every
 * read fits a budget.
 */

import "./engine/node-version.ts";

export type {
  AgentThread,
  CheckpointsHandle,
  FoundGraphCheckpoint,
  GraphCheckpoint,
  GraphCheckpoints,
  GraphQuery,
  GraphThreadRef,
  GraphWrite,
  JsonObject,
  NewGraphCheckpoint,
  ThreadListOptions,
  ThreadRef,
  ThreadState,
  TypedValue,
} from "./api/checkpoints.ts";
export type {
  CommandMessage,
  CommandOptions,
  CommandOutcome,
  CommandResult,
  CommandsHandle,
} from "./api/commands.ts";
export type {
  ContextEntry,
  ContextLine,
  ContextOptions,
  LineState,
  ReplyContext,
} from "./api/context.ts";
export type { ConversationEntry, MessageOutcome } from "./api/conversation.ts";
export type {
  DigestContext,
  DigestDay,
  DigestDaysOptions,
  DigestHandle,
  DigestOptions,
  DigestSource,
} from "./api/digest.ts";
export type {
  Document,
  DocumentInput,
  DocumentSearch,
  DocumentsHandle,
  DocumentsOptions,
  FoundDocument,
  NamespaceMatch,
  NamespaceOptions,
} from "./api/documents.ts";
export type { Feedback, FeedbackInput, FeedbackListOptions } from "./api/feedback.ts";
export type {
  DeliveriesOptions,
  Hook,
  HookBody,
  HookDelivery,
  HooksHandle,
  HookTest,
  NewHook,
} from "./api/hooks.ts";
export type {
  MarkdownConflict,
  MarkdownDiff,
  MarkdownEdit,
  MarkdownHandle,
  MarkdownOptions,
  MarkdownProblem,
  MarkdownRenderOptions,
  MarkdownReport,
  MarkdownStatus,
  MarkdownSyncOptions,
  MarkdownWatchOptions,
} from "./api/markdown.ts";
export type { ChangesOptions, Memoir, NamesOptions, SharedSettings } from "./api/memoir.ts";
export type {
  DeletedMemory,
  MemoriesHandle,
  MemoryFilter,
  MemoryUpdate,
  Proof,
  QuotedEvidence,
  Relation,
  RelationsOptions,
  RestoredMemory,
  ReviewOptions,
  Waiting,
  WaitingMemory,
  WaitingProposal,
} from "./api/memories.ts";
export type {
  ApiKey,
  IdentitiesHandle,
  Identity,
  IdentityInput,
  KeysHandle,
  ListedMemory,
  MemoryLink,
  NewApiKey,
  NewLogin,
  OperatorHandle,
  OwnedChange,
  OwnedEvent,
  OwnedMemory,
  ScopesOptions,
  SearchOptions,
  TenantEvents,
  TenantHit,
  TenantListOptions,
  TenantMemories,
} from "./api/operator.ts";
export type { CallOptions, Page, PageOptions, ReasonOptions } from "./api/options.ts";
export type {
  ForgetPersonOptions,
  ForgottenPart,
  PeopleHandle,
  PersonPreview,
  PersonReceipt,
  PersonTarget,
} from "./api/people.ts";
export type { AboutPerson, Member, PersonLine, PersonOptions } from "./api/person.ts";
export type { PolicyHandle, PolicyOptions, PolicyVersion } from "./api/policy.ts";
export type { PresetName } from "./api/preset-name.ts";
export type { ProfileField, ProfileHandle, ProfileOptions, Proposal } from "./api/profile.ts";
export type {
  CoreLine,
  CoreLines,
  CoreOptions,
  CutHit,
  Degraded,
  DeliverOptions,
  EventHit,
  EvidenceRef,
  ExplainOptions,
  Explanation,
  Hit,
  LinkPart,
  MemoryHit,
  QueryAnswer,
  QueryBullet,
  QueryCallOptions,
  QueryItem,
  QueryRequest,
  Recall,
  RecallCallOptions,
  RecallFilters,
  Receipt,
  ScorePart,
  ScoreParts,
  TimelineEntry,
  TimelineHit,
} from "./api/recall.ts";
export type {
  Compressed,
  CompressOptions,
  Consolidated,
  EventListOptions,
  EventsHandle,
  MemoryTool,
  ScopeHandle,
  ScopeOptions,
  SessionEnd,
  SessionEndOptions,
  SessionHandle,
  SessionOptions,
  SessionResult,
  TakeBackOptions,
  ToolAnswer,
} from "./api/scope.ts";
export type {
  ActivityOptions,
  ActivityRow,
  ModelUsage,
  ModelUsageRow,
  OpCount,
  ScopeStats,
  SpanOptions,
  Stats,
  StatsOptions,
} from "./api/stats.ts";
export type {
  ExportOptions,
  ForeignOptions,
  ForeignReport,
  ForeignScope,
  ImportOptions,
  ImportOutcome,
  ImportProgress,
  ImportReport,
  Transfers,
} from "./api/transfers.ts";
export type {
  CanaryOptions,
  Comparison,
  DecisionDifference,
  Drift,
  DriftSpan,
  Interval,
  ObjectiveScore,
  PolicyPreview,
  Proposed,
  RateShift,
  Scores,
  SpanClaims,
  StepKind,
  Trial,
  TrialStatus,
  TuningHandle,
  TuningOptions,
  TuningStep,
} from "./api/tuning.ts";
export type {
  JobPage,
  JobsHandle,
  UpkeepChange,
  UpkeepHandle,
  UpkeepResult,
  UpkeepRun,
  UpkeepStatus,
  UpkeepUndone,
} from "./api/upkeep.ts";
export type {
  DraftMemory,
  ForgetOptions,
  ForgetResult,
  ForgetTarget,
  ObserveResult,
  Preview,
  PreviewEntry,
  Remembered,
  RememberOptions,
  WriteEntry,
  WriteReport,
} from "./api/write.ts";
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
