import type { JobAttempt } from "../domain/job.ts";
import type { Settings } from "../domain/settings.ts";
import type { JobModule, PeriodicCheck } from "../jobs/run-job.ts";
import { Runner } from "../jobs/runner.ts";
import { type Schedule, Scheduler } from "../jobs/schedule.ts";
import type { TriggerBus } from "../jobs/triggers.ts";
import type { Embedder } from "../models/embedder.ts";
import type { Store } from "../store/port.ts";
import type { EmbedRequests } from "./embed-requests.ts";

/** The listeners a host can set. */
export interface MemoirListeners {
  /** Called after each attempt of a background job in this process. Default: nobody. */
  onJob?: ((attempt: JobAttempt) => void) | undefined;
  /**
   * Called when background work fails outside of a job, such as when the database cannot be reached, or when a MEMORY.md
   * that keeps itself cannot be read or has damaged entries (`details.file`). Default: nobody.
   */
  onError?: ((error: unknown) => void) | undefined;
}

interface BackgroundParts extends MemoirListeners {
  readonly store: Store;
  readonly settings: Settings;
  readonly embedder: Embedder | null;
  readonly clock: () => Date;
  readonly triggers: TriggerBus;
  readonly embedRequests: EmbedRequests;
  /** Every kind of job that this engine does. */
  readonly jobs: readonly JobModule[];
}

/** The engine's background work: jobs, schedules, triggers, and vectors for new texts. */
export class Background {
  readonly triggers: TriggerBus;
  readonly runner: Runner;
  readonly embedRequests: EmbedRequests;
  readonly #parts: BackgroundParts;
  readonly #scheduler: Scheduler;
  readonly #looks: readonly PeriodicCheck[];
  #firstLook: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(parts: BackgroundParts) {
    const { store, settings, triggers, jobs, clock } = parts;
    this.#parts = parts;
    this.triggers = triggers;
    this.embedRequests = parts.embedRequests;
    this.#looks = jobs.flatMap(({ look }) => (look === undefined ? [] : [look]));
    this.#scheduler = new Scheduler({ store, clock, schedules: schedulesOf(parts) });
    this.runner = new Runner({
      store,
      handlers: { ...Object.fromEntries(jobs.map(({ kind, run }) => [kind, run])), ...triggers.handlers },
      settings: settings.jobs,
      onJob: parts.onJob,
      // Job failures are reported with their attempt.
      onError: (error, job) => {
        if (job === undefined) parts.onError?.(error);
      },
      tickers: [() => this.#scheduler.tick(), () => triggers.tick(), ...this.#looks.map(nowAndThen)],
    });
  }

  /** Runs jobs as they come; else they run only in `drain()`. */
  start(): void {
    const { settings, embedder } = this.#parts;
    if (settings.emergencyReadOnly) return;
    this.runner.start();
    // Texts that arrived before the model was ready are found once it is.
    const look = (): Promise<void> => this.#lookEverywhere();
    this.#firstLook = (embedder?.ready() ?? Promise.resolve()).then(look, look);
  }

  /** Runs all that is ready now, and resolves when nothing is left. */
  async drain(): Promise<void> {
    const { settings, embedder } = this.#parts;
    await this.#firstLook;
    await this.embedRequests.flush();
    await embedder?.ready();
    await this.#lookEverywhere();
    if (!settings.emergencyReadOnly && !this.#isStopped) await this.#scheduler.tick();
    await this.runner.drain();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.embedRequests.stop();
    await this.runner.stop();
  }

  async #lookEverywhere(): Promise<void> {
    if (this.#parts.settings.emergencyReadOnly || this.#isStopped) return;
    await this.triggers.tick().catch(() => undefined);
    // A search that fails now is repeated by the next check.
    for (const look of this.#looks) await look.run(true).catch(() => undefined);
  }
}

function schedulesOf({ triggers, jobs, settings }: BackgroundParts): Schedule[] {
  const { maxAttempts } = settings.jobs;
  return [
    ...triggers.schedules,
    ...jobs.flatMap(({ kind, schedules = [] }) =>
      schedules.map((schedule) => ({ ...schedule, job: { kind, flight: kind, maxAttempts } })),
    ),
  ];
}

/** A look as the runner's tick calls it: no more often than it asks for. */
function nowAndThen({ everyMs, run }: PeriodicCheck): () => Promise<void> {
  let next = performance.now() + everyMs;
  return async () => {
    if (performance.now() < next) return;
    next = performance.now() + everyMs;
    await run(false);
  };
}
