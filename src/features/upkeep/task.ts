import type { UpkeepCounts, UpkeepUndone } from "../../api/upkeep.ts";
import type { UpkeepJob } from "../../domain/enums.ts";
import type { Scope } from "../../domain/scope.ts";
import type { Settings } from "../../domain/settings.ts";
import type { PeriodicCheck } from "../../jobs/run-job.ts";
import type { ModelCaller } from "../../models/language/call.ts";
import type { WriteContext } from "../../store/writes/context.ts";
import type { WriteArgs, WriteName, WriteResult } from "../../store/writes/index.ts";
import type { WriteTools } from "../../write/tools/write-tools.ts";

/** The engine parts that upkeep uses. */
export interface UpkeepTools extends WriteTools {
  readonly caller: ModelCaller;
}

/** Writes that answer with counts, and so can be a step of a run. */
export type StepName = {
  [N in WriteName]: WriteResult<N> extends UpkeepCounts ? N : never;
}[WriteName];

/** One thing that a run changes, as a task names it. */
export interface NotedChange {
  readonly action: string;
  /** `null` = it concerns the tenant. */
  readonly scope: Scope | null;
  /** The memory that it concerns. Default: none. */
  readonly memory?: { readonly id: string | null; readonly text?: string };
  readonly detail: string;
  /** Since when that is due. Default: now. */
  readonly at?: number;
}

/** One run of a task, as the task sees it. */
export interface Run {
  readonly tenant: string;
  readonly tools: UpkeepTools;
  /** The run's id, which is also the batch of its changes. */
  readonly batch: string;
  /** The engine's clock when this try began. */
  readonly at: number;
  /** Find everything and change nothing: report with `change()` and do not call `apply()` or `save()`. */
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
  /** Where the try before this one stopped, as it was given to `save()`; `null` = at the beginning. */
  readonly cursor: string | null;
  /** The context of a write in a scope, as a part of this run: it is undone with it. */
  context(scope: Scope, reason: string): WriteContext;
  /** Whether a limit is reached. Look before each step, and return `true` ("there is more") when it is. */
  isFull(): boolean;
  /** How many more rows the limits allow. */
  rowsLeft(): number;
  /** Notes one thing that changes or, in a dry run, would change. */
  change(change: NotedChange): void;
  /** Counts in memory; saved with the next step. */
  count(name: string, by?: number): void;
  /**
   * One effect with its counts and the place, in one transaction. The write's answer is added to the run's counts and the
   * day's figures. Not for a write that erases: do that by itself, then `save()`.
   */
  apply<N extends StepName>(write: N, args: WriteArgs<N>, cursor?: string): Promise<UpkeepCounts>;
  /** Saves counts and place without an effect; also a sign of life. */
  save(cursor?: string): Promise<void>;
}

/** An upkeep job: one module. `upkeep/index.ts` lists them. */
export interface UpkeepTask {
  /** As people type it. */
  readonly name: UpkeepJob;
  /** One sentence for `upkeep status`. */
  readonly about: string;
  /** Whether `undo` takes a run back. */
  readonly reversible: boolean;
  /** Whether these settings ask for it to run by itself. Default: yes. */
  isEnabled?(settings: Settings): boolean;
  /**
   * Whether a run begins where the one before it stopped at a limit. Where what was done leaves a mark only at the end of
   * a scope, a run from the beginning would do the same again, and never come to the end of a large one. Default: no.
   */
  readonly continues?: boolean;
  /** Looks for work between the daily runs. Default: none. */
  look?(tools: UpkeepTools, ask: (tenant: string) => Promise<void>): PeriodicCheck;
  /** Takes a run back that changed something else than memories. Default: the memories it changed are put back. */
  undo?(tools: UpkeepTools, tenant: string, run: string, reason: string): Promise<UpkeepUndone>;
  /** Does what is due, resuming from `run.place`. Returns whether there is more to do that another run should do at once. */
  run(run: Run): Promise<boolean>;
}
