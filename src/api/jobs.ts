import type { Job, JobCounts, JobFilter } from "../domain/job.ts";

export interface JobPage {
  readonly items: readonly Job[];
  /** Where the next page begins; `null` after the last one. */
  readonly next: number | null;
}

/** One tenant's queue, as an operator sees it. */
export interface JobsHandle {
  /** Newest first. */
  list(filter?: JobFilter, page?: { before?: number; limit?: number }): Promise<JobPage>;
  /** Fails with `not_found` for a job that is done, cancelled, or never was. */
  show(id: string): Promise<Job>;
  /** Lets a dead job, or one that waits for its next try, run now. Fails with `not_found` if there is none such. */
  retry(id: string): Promise<void>;
  /** All dead jobs, or those of one kind; returns how many. */
  retryDead(kind?: string): Promise<number>;
  /** Takes a job out; one that runs is told to stop, and its effect is refused. */
  cancel(id: string): Promise<void>;
  /** Depth, age and failures by kind. */
  stats(): Promise<JobCounts[]>;
}
