import type { Job, JobCounts, JobFilter } from "../domain/job.ts";

export interface JobPage {
  readonly items: readonly Job[];
  /** Cursor of the next page; `null` on the last page. */
  readonly next: number | null;
}

/** One tenant's queue, as an operator sees it. */
export interface JobsHandle {
  /** Newest first. */
  list(filter?: JobFilter, page?: { before?: number; limit?: number }): Promise<JobPage>;
  /** Fails with `not_found` if the job is done, cancelled or unknown. */
  show(id: string): Promise<Job>;
  /** Runs a dead or waiting job now. Fails with `not_found` if there is no such job. */
  retry(id: string): Promise<void>;
  /** Retries all dead jobs, or those of one kind. Returns how many. */
  retryDead(kind?: string): Promise<number>;
  /** Cancels a job. A running job is aborted and its result is discarded. */
  cancel(id: string): Promise<void>;
  /** Depth, age and failures by kind. */
  stats(): Promise<JobCounts[]>;
}
