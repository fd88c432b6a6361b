import type { UpkeepChange, UpkeepCounts } from "../../api/upkeep.ts";
import { MemoirError } from "../../domain/errors.ts";
import { formatScope, type Scope } from "../../domain/scope.ts";
import type { WriteContext } from "../../store/writes/context.ts";
import type { WriteArgs } from "../../store/writes/index.ts";
import type { UpkeepRunRow } from "../../store/writes/upkeep.ts";
import type { NotedChange, Run, StepName, UpkeepTask, UpkeepTools } from "./task.ts";

export interface TaskRunOptions {
  readonly tenant: string;
  readonly batch: string;
  /** The record of the run; `null` in a dry run. */
  readonly record: UpkeepRunRow | null;
  /** The try that may write to the record. */
  readonly owner: string;
  readonly signal: AbortSignal;
  /** Keeps what changes, for a caller who wants to see it. */
  readonly collect: boolean;
}

type Counts = Record<string, number>;

/** One try of a task: its limits, what it has counted, and the steps that it writes. */
export class TaskRun implements Run {
  readonly tenant: string;
  readonly tools: UpkeepTools;
  readonly batch: string;
  readonly at: number;
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
  readonly cursor: string | null;
  /** All that was counted, by earlier tries too. */
  readonly counts: Counts;
  readonly changes: UpkeepChange[] = [];
  readonly #name: string;
  readonly #owner: string;
  readonly #collect: boolean;
  readonly #store: UpkeepTools["store"];
  readonly #until: number;
  #unsaved: Counts = {};

  constructor(task: UpkeepTask, tools: UpkeepTools, options: TaskRunOptions) {
    const { record } = options;
    this.tenant = options.tenant;
    this.batch = options.batch;
    this.signal = options.signal;
    this.dryRun = record === null;
    this.tools = this.dryRun ? readOnly(tools, task.name) : tools;
    this.at = tools.now();
    this.cursor = record?.place ?? null;
    this.counts = record === null ? {} : JSON.parse(record.counts);
    this.#name = task.name;
    this.#owner = options.owner;
    this.#collect = options.collect;
    this.#store = tools.store;
    this.#until = performance.now() + tools.settings.upkeep.maxSeconds * 1_000;
  }

  context(scope: Scope, reason: string): WriteContext {
    return { ...this.tools.context(scope, reason), batch: this.batch, node: "worker" };
  }

  isFull(): boolean {
    return performance.now() >= this.#until || this.rowsLeft() === 0;
  }

  rowsLeft(): number {
    return Math.max(0, this.tools.settings.upkeep.maxRows - (this.counts.rows ?? 0));
  }

  change({ action, scope, memory, detail, at = this.at }: NotedChange): void {
    if (!this.#collect) return;
    this.changes.push({
      action,
      scope: scope === null ? null : formatScope(scope),
      memoryId: memory?.id ?? null,
      text: memory?.text ?? null,
      detail,
      at: new Date(at),
    });
  }

  count(name: string, by = 1): void {
    add(this.#unsaved, name, by);
    add(this.counts, name, by);
  }

  apply<N extends StepName>(write: N, args: WriteArgs<N>, cursor?: string): Promise<UpkeepCounts> {
    return this.#step({ write, args }, cursor);
  }

  async save(cursor?: string): Promise<void> {
    await this.#step(null, cursor);
  }

  /** Saves what was counted since the last step. */
  async saveCounts(): Promise<void> {
    if (Object.keys(this.#unsaved).length > 0) await this.save();
  }

  async #step(
    effect: { write: string; args: unknown } | null,
    cursor: string | undefined,
  ): Promise<UpkeepCounts> {
    if (this.dryRun) throw new MemoirError("internal", `The dry run of ${this.#name} tried to write.`);
    const counts = this.#unsaved;
    this.#unsaved = {};
    const saved = await this.#store.write("stepUpkeep", {
      tenant: this.tenant,
      run: this.batch,
      owner: this.#owner,
      effect,
      counts,
      at: this.tools.now(),
      ...(cursor === undefined ? {} : { place: cursor }),
    });
    const fresh = Object.entries(saved).map(([name, by]) => [name, by - (counts[name] ?? 0)] as const);
    const effected = Object.fromEntries(fresh.filter(([, by]) => by !== 0));
    for (const [name, by] of Object.entries(effected)) add(this.counts, name, by);
    return effected;
  }
}

function add(counts: Counts, name: string, by: number): void {
  counts[name] = (counts[name] ?? 0) + by;
}

/** A dry run cannot write, whatever a task does. */
function readOnly(tools: UpkeepTools, name: string): UpkeepTools {
  const refuse = (): Promise<never> =>
    Promise.reject(new MemoirError("internal", `The dry run of ${name} tried to write.`));
  return { ...tools, store: { ...tools.store, write: refuse } };
}
