import type { JobAttempt } from "../domain/job.ts";
import type { Scope } from "../domain/scope.ts";
import type { Settings } from "../domain/settings.ts";
import { askToEmbed, embedFresh } from "../features/upkeep/embed.ts";
import type { JobModule, PeriodicCheck } from "../jobs/run-job.ts";
import { createRunner, type Runner } from "../jobs/runner.ts";
import { createScheduler } from "../jobs/schedule.ts";
import { createTriggerBus, type TriggerBus } from "../jobs/triggers.ts";
import { type Embedder, soonReady } from "../models/embedder.ts";
import type { Store } from "../store/port.ts";

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

/** The engine's background work: jobs, schedules, triggers, and vectors for new texts. */
export interface Background {
  readonly triggers: TriggerBus;
  readonly runner: Runner;
  /** A scope has texts without vectors. Many askings in a row are one job. */
  touched(scope: Scope): void;
  /** Embeds what a scope has without vectors, for somebody who waits; what fails or is too much is left to a job. */
  embedFresh(scope: Scope, signal: AbortSignal | undefined): Promise<void>;
  /** Runs all that is ready now, and resolves when nothing is left. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

/** Messages come in bursts; one job for a burst is enough. */
const GATHER_MS = 25;
/** Maximum time a caller waits for vectors. */
const PATIENCE_MS = 5_000;
export function createBackground(options: {
  store: Store;
  settings: Settings;
  embedder: Embedder | null;
  now: () => Date;
  /** Every kind of job that this engine does. */
  jobs: readonly JobModule[];
  onJob: MemoirListeners["onJob"];
  onError: MemoirListeners["onError"];
  accept: (work: Promise<unknown>) => unknown;
  /** Begin at once; else jobs run only in `drain()`. */
  run: boolean;
}): Background {
  const { store, settings, embedder, now, jobs } = options;
  const triggers = createTriggerBus({
    store,
    settings,
    clock: now,
    accept: options.accept,
  });
  const { maxAttempts } = settings.jobs;
  const scheduler = createScheduler({
    store,
    schedules: [
      ...triggers.schedules,
      ...jobs.flatMap(({ kind, schedules = [] }) =>
        schedules.map((schedule) => ({ ...schedule, job: { kind, flight: kind, maxAttempts } })),
      ),
    ],
    clock: now,
  });
  const looks = jobs.flatMap(({ look }) => (look === undefined ? [] : [look]));
  const runner = createRunner({
    store,
    handlers: { ...Object.fromEntries(jobs.map(({ kind, run }) => [kind, run])), ...triggers.handlers },
    settings: settings.jobs,
    onJob: options.onJob,
    // Job failures are reported with their attempt.
    onError: (error, job) => {
      if (job === undefined) options.onError?.(error);
    },
    tickers: [() => scheduler.tick(), () => triggers.tick(), ...looks.map(nowAndThen)],
  });
  const lookEverywhere = async (): Promise<void> => {
    if (settings.emergencyReadOnly || stopped) return;
    await triggers.tick().catch(() => undefined);
    // A search that fails now is repeated by the next check.
    for (const look of looks) await look.run(true).catch(() => undefined);
  };

  const waiting = new Map<string, Scope>();
  let gathering: NodeJS.Timeout | undefined;
  let underway: Promise<unknown> = Promise.resolve();
  let stopped = false;

  const ask = async (): Promise<void> => {
    gathering = undefined;
    const scopes = [...waiting.values()];
    waiting.clear();
    // All at once: they share a commit. A request that fails now is repeated by the check at the next start.
    await Promise.allSettled(scopes.map((scope) => askToEmbed(store, scope, now().getTime())));
  };

  if (options.run && !settings.emergencyReadOnly) {
    runner.start();
    // Texts that arrived before the model was ready are found once it is.
    underway = (embedder?.ready() ?? Promise.resolve()).then(lookEverywhere, lookEverywhere);
  }

  return {
    triggers,
    runner,
    touched(scope) {
      if (embedder === null || stopped || embedder.state().status !== "ready") return;
      waiting.set(JSON.stringify([scope.tenant, scope.kind, scope.id]), scope);
      gathering ??= setTimeout(() => {
        underway = ask();
      }, GATHER_MS).unref();
    },
    async embedFresh(scope, signal) {
      if (embedder === null || stopped) return;
      if (embedder.state().status === "loading") await soonReady(embedder);
      if (stopped || embedder.state().status !== "ready") return;
      try {
        const patience = AbortSignal.timeout(PATIENCE_MS);
        const until = signal === undefined ? patience : AbortSignal.any([signal, patience]);
        await embedFresh({ store, embedder, now: () => now().getTime() }, scope, until);
      } catch {
        signal?.throwIfAborted();
      }
    },
    async drain() {
      clearTimeout(gathering);
      await underway;
      await ask();
      await embedder?.ready();
      await lookEverywhere();
      if (!settings.emergencyReadOnly && !stopped) await scheduler.tick();
      await runner.drain();
    },
    async stop() {
      stopped = true;
      clearTimeout(gathering);
      waiting.clear();
      await runner.stop();
    },
  };
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
