import type { Job } from "../domain/job.ts";
import type { WriteArgs, WriteName, WriteResult } from "../store/writes/index.ts";

/**
 * The writes that can be a job's effect. Not those that keep the queue itself; and not a purge, after which the
 * database must also clean its log files: make that a write of its own.
 */
export type EffectName = Exclude<
  WriteName,
  | "purge"
  | "expireEvents"
  | "dropEntries"
  | "editEvent"
  | "expireDays"
  | "claimJobs"
  | "heartbeatJobs"
  | "completeJob"
  | "failJob"
  | "releaseJobs"
>;

/** What a handler is given beside its job. */
export interface JobTools {
  /** Aborts when the process stops, when the try takes too long, and when the job is no longer this process's. */
  readonly signal: AbortSignal;
  /**
   * Ends the job together with its effect, in one transaction: both happen or neither, and exactly once, however
   * often the job was tried. Fails with `lease_lost` when another process has taken the job over. When the write
   * itself fails, nothing has happened and the handler may try another one. A handler that returns without this has
   * a job without a write.
   */
  complete<N extends EffectName>(write: N, args: WriteArgs<N>): Promise<WriteResult<N>>;
  /** A sign of life at once, for work that keeps this thread busy. They are sent by themselves otherwise. */
  heartbeat(): Promise<void>;
}

/** Does one kind of job. When it throws, the job is tried again later. */
export type Handler = (job: Job, tools: JobTools) => Promise<void>;
export type Handlers = Readonly<Record<string, Handler>>;
