import type { UpkeepCounts } from "../../api/upkeep.ts";
import { identify, unidentify } from "../tables/authors.ts";
import { addModelUsage, countFigures, note } from "../tables/statistics.ts";
import { storeVectors } from "../tables/vectors.ts";
import type { Tx } from "../tx.ts";
import { switchReadOnly, switchScopeWrites } from "./admin.ts";
import { expireThreads, putStep, putStepWrites, removeThreads, saveThread } from "./checkpoints.ts";
import { commit } from "./commit.ts";
import { cool } from "./cool.ts";
import { expireDays, storeDay } from "./day-summaries.ts";
import { putDocuments, storeDocumentVectors } from "./documents.ts";
import { dropScope } from "./drop-scope.ts";
import { allowCore, editEvent, expireEvents } from "./events.ts";
import { recordFeedback } from "./feedback.ts";
import { beginForgetting, endForgetting, forgetStep } from "./forget-person.ts";
import { addHook, removeHook, retryDeliveries, settleDelivery, switchHook, takeChanges } from "./hooks.ts";
import { importRows } from "./import.ts";
import {
  type CompleteArgs,
  cancelJob,
  claimJobs,
  completeJob,
  enqueue,
  failJob,
  heartbeatJobs,
  releaseJobs,
  retryJobs,
} from "./jobs.ts";
import { createKey, redeemLogin, revokeKey, touchKey } from "./keys.ts";
import { link } from "./link.ts";
import { noteFile } from "./markdown.ts";
import { markScope, mergeMemories } from "./merge.ts";
import { recordEvents } from "./observe.ts";
import { setPolicy } from "./policy.ts";
import { decideProfile, recordProposal, removeProfile } from "./profile.ts";
import { purge } from "./purge.ts";
import { beginRequest, endRequest } from "./requests.ts";
import { dropFromScope, dropFromTenant } from "./retain.ts";
import { answerForget, approve, askForget, reject } from "./review.ts";
import { forgetMemories, restore, revise } from "./revise.ts";
import { noteSwept, sweep } from "./sweep.ts";
import { compressSession, dropEntries, failCompression, rebuildEntries } from "./timeline.ts";
import { markDelivered } from "./touch.ts";
import { fireSchedule, fireSessions, fireTrigger, setSchedules } from "./triggers.ts";
import { openTrial, raiseAlarm, saveTrial, startCanary, stopCanary, withdrawTrial } from "./tuning.ts";
import { undo, undoBatch } from "./undo.ts";
import { undoStep } from "./undo-tuning.ts";
import { beginUpkeep, endUpkeep, type StepUpkeepArgs, stepUpkeep } from "./upkeep.ts";

/** What else a write does; everybody who declares one says so. */
export type WriteTrait =
  /** People, tools and models change a scope by it; the others are the engine's own book-keeping. */
  | "told"
  /** Memories may say something else after it. */
  | "memories"
  /** After it the old words must leave the log files too. */
  | "erases"
  /** It may put something into the queue. */
  | "enqueues"
  /** Claims on their way need not be decided again for it: it is one of them, or changes nothing that they are compared with. */
  | "apart";

interface Write<A, R> {
  run(tx: Tx, args: A): Promise<R>;
  readonly traits: ReadonlySet<WriteTrait | "none">;
}

function write<A, R>(
  run: (tx: Tx, args: A) => Promise<R>,
  ...traits: readonly ["none"] | readonly [WriteTrait, ...WriteTrait[]]
): Write<A, R> {
  return { run, traits: new Set(traits) };
}

/**
 * Every logical write by name. A write is a function of a transaction and plain data, so that the same text runs
 * in SQLite's writer thread and on a PostgreSQL connection.
 */
const WRITES = {
  observe: write(recordEvents, "told", "enqueues", "apart"),
  editEvent: write(editEvent, "told", "erases"),
  allowCore: write(allowCore, "told"),
  expireEvents: write(expireEvents, "erases"),
  deliver: write(markDelivered, "apart"),
  storeVectors: write(storeVectors, "none"),
  importRows: write(importRows, "enqueues"),
  dropScope: write(dropScope, "erases"),
  commit: write(commit, "told", "memories", "enqueues", "apart"),
  revise: write(revise, "told", "memories", "enqueues"),
  forget: write(forgetMemories, "told", "memories"),
  restore: write(restore, "told", "memories"),
  link: write(link, "none"),
  merge: write(mergeMemories, "none"),
  markScope: write(markScope, "none"),
  undo: write(undo, "told", "memories", "enqueues"),
  undoBatch: write(undoBatch, "told", "memories", "enqueues"),
  purge: write(purge, "told", "memories", "erases"),
  approve: write(approve, "told", "memories"),
  reject: write(reject, "told", "memories"),
  askForget: write(askForget, "told"),
  answerForget: write(answerForget, "told"),
  giveFeedback: write(recordFeedback, "none"),
  beginForgetting: write(beginForgetting, "none"),
  forgetStep: write(forgetStep, "told", "memories"),
  eraseStep: write(forgetStep, "told", "memories", "erases"),
  endForgetting: write(endForgetting, "none"),
  proposeProfile: write(recordProposal, "told"),
  decideProfile: write(decideProfile, "told"),
  removeProfile: write(removeProfile, "told", "erases"),
  compressSession: write(compressSession, "told", "enqueues"),
  failCompression: write(failCompression, "none"),
  rebuildEntries: write(rebuildEntries, "enqueues"),
  dropEntries: write(dropEntries, "erases"),
  storeDay: write(storeDay, "none"),
  expireDays: write(expireDays, "erases"),
  noteFile: write(noteFile, "none"),
  saveThread: write(saveThread, "told"),
  putStep: write(putStep, "told"),
  putStepWrites: write(putStepWrites, "told"),
  removeThreads: write(removeThreads, "told", "erases"),
  expireThreads: write(expireThreads, "erases"),
  putDocuments: write(putDocuments, "told"),
  eraseDocuments: write(putDocuments, "told", "erases"),
  storeDocumentVectors: write(storeDocumentVectors, "none"),
  identify: write(identify, "none"),
  unidentify: write(unidentify, "none"),
  switchReadOnly: write(switchReadOnly, "none"),
  switchScopeWrites: write(switchScopeWrites, "none"),
  setPolicy: write(setPolicy, "none"),
  openTrial: write(openTrial, "none"),
  saveTrial: write(saveTrial, "none"),
  startCanary: write(startCanary, "none"),
  stopCanary: write(stopCanary, "none"),
  withdrawTrial: write(withdrawTrial, "none"),
  raiseAlarm: write(raiseAlarm, "none"),
  undoStep: write(undoStep, "none"),
  createKey: write(createKey, "none"),
  redeemLogin: write(redeemLogin, "none"),
  revokeKey: write(revokeKey, "none"),
  touchKey: write(touchKey, "none"),
  beginRequest: write(beginRequest, "none"),
  endRequest: write(endRequest, "none"),
  addHook: write(addHook, "none"),
  removeHook: write(removeHook, "none"),
  switchHook: write(switchHook, "none"),
  takeChanges: write(takeChanges, "none"),
  settleDelivery: write(settleDelivery, "none"),
  retryDeliveries: write(retryDeliveries, "none"),
  note: write(note, "none"),
  addModelUsage: write(addModelUsage, "none"),
  countFigures: write(countFigures, "none"),
  enqueue: write(enqueue, "enqueues", "apart"),
  claimJobs: write(claimJobs, "none"),
  heartbeatJobs: write(heartbeatJobs, "none"),
  failJob: write(failJob, "none"),
  releaseJobs: write(releaseJobs, "enqueues"),
  retryJobs: write(retryJobs, "enqueues"),
  cancelJob: write(cancelJob, "none"),
  setSchedules: write(setSchedules, "none"),
  fireSchedule: write(fireSchedule, "enqueues"),
  fireTrigger: write(fireTrigger, "enqueues"),
  fireSessions: write(fireSessions, "enqueues"),
  sweep: write(sweep, "none"),
  noteSwept: write(noteSwept, "none"),
  cool: write(cool, "none"),
  dropFromScope: write(dropFromScope, "none"),
  dropFromTenant: write(dropFromTenant, "none"),
  beginUpkeep: write(beginUpkeep, "none"),
  endUpkeep: write(endUpkeep, "enqueues"),
  completeJob: write(
    (tx, args: CompleteArgs): Promise<unknown> =>
      completeJob(tx, args, (name, effect) => runWrite(tx, name as WriteName, effect as never)),
    "enqueues",
  ),
  stepUpkeep: write(
    (tx, args: StepUpkeepArgs): Promise<UpkeepCounts> =>
      stepUpkeep(tx, args, (name, effect) => runWrite(tx, name as WriteName, effect as never)),
    "memories",
    "enqueues",
  ),
};

type Writes = typeof WRITES;
export type WriteName = keyof Writes;
export type WriteArgs<N extends WriteName> = Parameters<Writes[N]["run"]>[1];
export type WriteResult<N extends WriteName> = Awaited<ReturnType<Writes[N]["run"]>>;

export function hasTrait(name: WriteName, trait: WriteTrait): boolean {
  return WRITES[name].traits.has(trait);
}

/** Runs a write inside a transaction that the driver has begun. */
export function runWrite<N extends WriteName>(tx: Tx, name: N, args: WriteArgs<N>): Promise<WriteResult<N>> {
  const { run } = WRITES[name] as unknown as Write<WriteArgs<N>, WriteResult<N>>;
  return run(tx, args);
}
