import type { Job, JobCounts, JobFilter } from "../domain/job.ts";
import type { CallOptions, ReasonOptions } from "./options.ts";

/** How many of what a run did, such as `{ expired: 3 }`. */
export type UpkeepCounts = Readonly<Record<string, number>>;

/** One run of an upkeep job. */
export interface UpkeepRun {
  /** Also the batch of everything it changed: `undo()` takes it back. */
  readonly id: string;
  readonly name: string;
  /** The schedule's slot that asked for it; `null` = a person did, or the run before it had more to do. */
  readonly slot: Date | null;
  readonly status: "running" | "done" | "failed";
  readonly counts: UpkeepCounts;
  /** It stopped at one of its limits; the next run continues. */
  readonly more: boolean;
  readonly error: string | null;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
}

/** An upkeep job and where it stands. */
export interface UpkeepStatus {
  readonly name: string;
  readonly about: string;
  /** Whether a run can be undone. */
  readonly reversible: boolean;
  /** The cron pattern; `null` = it does not run by itself. */
  readonly schedule: string | null;
  readonly zone: string;
  /** The next slot; `null` = none is planned yet. */
  readonly nextAt: Date | null;
  /** The newest run. */
  readonly last: UpkeepRun | null;
}

/** One thing that a run changes. */
export interface UpkeepChange {
  /** Such as `expire`, `archive`, `merge`, `purge`. */
  readonly action: string;
  /** `null` = it concerns the tenant. */
  readonly scope: string | null;
  readonly memoryId: string | null;
  /** The memory's words; `null` where it concerns none. */
  readonly text: string | null;
  /** The change, such as `active → expired`. */
  readonly detail: string;
  /** Since when that is due. */
  readonly at: Date;
}

export interface UpkeepRunOptions extends CallOptions {
  /** Change nothing and say what would change. Default: false. */
  dryRun?: boolean;
}

export interface UpkeepResult {
  readonly name: string;
  readonly dryRun: boolean;
  /** `null` for a dry run, which leaves no record. */
  readonly run: UpkeepRun | null;
  readonly counts: UpkeepCounts;
  readonly changes: readonly UpkeepChange[];
  /** It stopped at one of its limits and there is more to do. */
  readonly more: boolean;
}

export interface UpkeepRunsOptions {
  /** Only of this job. Default: all. */
  name?: string;
  /** Default: 50. */
  limit?: number;
}

/** The changes that `undo()` took back. */
export interface UpkeepUndone {
  readonly run: string;
  /** The scopes in which it had changed something. */
  readonly scopes: readonly string[];
  /** How many changes. */
  readonly undone: number;
}

/** The jobs that keep a tenant's memories in order. */
export interface UpkeepHandle {
  /** Every job: when it runs next, and what its last run did. */
  status(): Promise<UpkeepStatus[]>;
  /** Runs a job now, within its limits. Fails with `conflict` while another run of it is under way. */
  run(name: string, options?: UpkeepRunOptions): Promise<UpkeepResult>;
  /**
   * Takes back all that one run changed, in every scope. Fails with `gone` where it erased something, and with `conflict`
   * where one of its memories was changed since; then nothing is undone.
   */
  undo(run: string, options?: ReasonOptions): Promise<UpkeepUndone>;
  /** The newest runs first. */
  runs(options?: UpkeepRunsOptions): Promise<UpkeepRun[]>;
}

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
