import type { UpkeepCounts } from "../../api/upkeep.ts";
import { identify, unidentify } from "../authors.ts";
import { addModelUsage, countFigures, note } from "../statistics.ts";
import { names, type Tx } from "../tx.ts";
import { storeVectors } from "../vectors.ts";
import { switchReadOnly, switchScopeWrites } from "./admin.ts";
import { expireThreads, putStep, putStepWrites, removeThreads, saveThread } from "./checkpoints.ts";
import { commit } from "./commit.ts";
import { cool } from "./cool.ts";
import { expireDays, storeDay } from "./day-summaries.ts";
import { putDocuments, storeDocumentVectors } from "./documents.ts";
import { dropScope } from "./drop-scope.ts";
import { allowCore, editEvent, expireEvents } from "./events.ts";
import { giveFeedback } from "./feedback.ts";
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
import { markScope, merge } from "./merge.ts";
import { observe } from "./observe.ts";
import { setPolicy } from "./policy.ts";
import { decideProfile, proposeProfile, removeProfile } from "./profile.ts";
import { purge } from "./purge.ts";
import { beginRequest, endRequest } from "./requests.ts";
import { dropFromScope, dropFromTenant } from "./retain.ts";
import { answerForget, approve, askForget, reject } from "./review.ts";
import { forget, restore, revise } from "./revise.ts";
import { noteSwept, sweep } from "./sweep.ts";
import { compressSession, dropEntries, failCompression, rebuildEntries } from "./timeline.ts";
import { deliver } from "./touch.ts";
import { fireSchedule, fireSessions, fireTrigger, setSchedules } from "./triggers.ts";
import { openTrial, raiseAlarm, saveTrial, startCanary, stopCanary, withdrawTrial } from "./tuning.ts";
import { undo, undoBatch } from "./undo.ts";
import { undoStep } from "./undo-tuning.ts";
import { beginUpkeep, endUpkeep, type StepUpkeepArgs, stepUpkeep } from "./upkeep.ts";

/**
 * Every logical write by name. A write is a function of a transaction and plain data, so that the same text runs
 * in SQLite's writer thread and on a PostgreSQL connection.
 */
const WRITES = {
  ...{ observe, editEvent, allowCore, expireEvents, deliver, storeVectors },
  ...{ importRows, dropScope },
  ...{ commit, revise, forget, restore, link, merge, markScope, undo, undoBatch, purge },
  ...{ approve, reject, askForget, answerForget, giveFeedback },
  ...{ beginForgetting, forgetStep, eraseStep: forgetStep, endForgetting },
  ...{ proposeProfile, decideProfile, removeProfile },
  ...{ compressSession, failCompression, rebuildEntries, dropEntries, storeDay, expireDays, noteFile },
  ...{ saveThread, putStep, putStepWrites, removeThreads, expireThreads },
  ...{ putDocuments, eraseDocuments: putDocuments, storeDocumentVectors },
  ...{ identify, unidentify, switchReadOnly, switchScopeWrites, setPolicy },
  ...{ openTrial, saveTrial, startCanary, stopCanary, withdrawTrial, raiseAlarm, undoStep },
  ...{ createKey, redeemLogin, revokeKey, touchKey, beginRequest, endRequest },
  ...{ addHook, removeHook, switchHook, takeChanges, settleDelivery, retryDeliveries },
  ...{ note, addModelUsage, countFigures },
  ...{ enqueue, claimJobs, heartbeatJobs, failJob, releaseJobs, retryJobs, cancelJob },
  ...{ setSchedules, fireSchedule, fireTrigger, fireSessions },
  ...{ sweep, noteSwept, cool, dropFromScope, dropFromTenant, beginUpkeep, endUpkeep },
  completeJob: (tx: Tx, args: CompleteArgs): Promise<unknown> =>
    completeJob(tx, args, (write, effect) => runWrite(tx, write as WriteName, effect as never)),
  stepUpkeep: (tx: Tx, args: StepUpkeepArgs): Promise<UpkeepCounts> =>
    stepUpkeep(tx, args, (write, effect) => runWrite(tx, write as WriteName, effect as never)),
};

type Writes = typeof WRITES;
export type WriteName = keyof Writes;
export type WriteArgs<N extends WriteName> = Parameters<Writes[N]>[1];
export type WriteResult<N extends WriteName> = Awaited<ReturnType<Writes[N]>>;

/** Writes after which the old words must leave the log files too (C18). */
export const ERASING: ReadonlySet<WriteName> = new Set(
  names(`purge, removeProfile, expireEvents, dropEntries, editEvent, expireDays, removeThreads, expireThreads,
    eraseDocuments, dropScope, eraseStep`),
);

/** Writes that may put something into the queue. */
export const ENQUEUING: ReadonlySet<WriteName> = new Set(
  names(`observe, commit, revise, undo, undoBatch, enqueue, completeJob, releaseJobs, retryJobs, fireSchedule, fireTrigger,
    fireSessions, importRows, stepUpkeep, endUpkeep, compressSession, rebuildEntries`),
);

/** Runs a write inside a transaction that the driver has begun. */
export function runWrite<N extends WriteName>(tx: Tx, name: N, args: WriteArgs<N>): Promise<WriteResult<N>> {
  const write = WRITES[name] as unknown as (tx: Tx, args: WriteArgs<N>) => Promise<WriteResult<N>>;
  return write(tx, args);
}
