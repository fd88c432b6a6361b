import type { Scope } from "../domain/scope.ts";
import type { Settings } from "../domain/settings.ts";
import type { Handlers } from "../jobs/handler.ts";
import { createRunner, type Runner } from "../jobs/runner.ts";
import { createScheduler } from "../jobs/schedule.ts";
import { createTriggerBus, type TriggerBus } from "../jobs/triggers.ts";
import type { Embedder } from "../models/embedder.ts";
import type { Store } from "../store/port.ts";
import { EMBED } from "../store/vectors.ts";
import type { WriteContext } from "../store/writes/context.ts";
import { askToEmbed, embedFresh, embedHandler, findWork } from "../upkeep/embed.ts";
import { findDueWork, PURGE, purgeHandler } from "../upkeep/purge.ts";

/** What the engine does when nobody waits for it: jobs, schedules, triggers, and vectors for what is new. */
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
/** So long a caller waits for vectors at most. */
const PATIENCE_MS = 5_000;
/** How often what others have written is looked for. */
const LOOK_MS = 10_000;
/** How often forgotten memories are looked for whose time has come. */
const DUE_MS = 60_000;

export function createBackground(options: {
  store: Store;
  settings: Settings;
  embedder: Embedder | null;
  now: () => Date;
  /** Reads what a scope has not been read from yet. */
  extract: (scope: Scope, signal: AbortSignal) => Promise<unknown>;
  /** What a write of the background says about itself. */
  context: (scope: Scope, reason: string) => WriteContext;
  /** Begin at once; else jobs run only in `drain()`. */
  run: boolean;
}): Background {
  const { store, settings, embedder, now } = options;
  const own: Handlers = {
    ...(embedder === null ? {} : { [EMBED]: embedHandler(store, embedder, now) }),
    extract: async (job, { signal }) => {
      if (job.scope !== null) await options.extract(job.scope, signal);
    },
    [PURGE]: purgeHandler(store, options.context, now, settings.events.retentionDays),
  };
  const triggers = createTriggerBus({ store, settings, kinds: new Set(Object.keys(own)), clock: now });
  const scheduler = createScheduler({ store, schedules: triggers.schedules, clock: now });
  const runner = createRunner({
    store,
    handlers: { ...own, ...triggers.handlers },
    settings: settings.jobs,
    tickers: [() => scheduler.tick(), () => triggers.tick(), () => lookNowAndThen(), () => lookForDue()],
  });

  const waiting = new Map<string, Scope>();
  let gathering: NodeJS.Timeout | undefined;
  let underway: Promise<unknown> = Promise.resolve();
  let stopped = false;

  const ask = async (): Promise<void> => {
    gathering = undefined;
    const scopes = [...waiting.values()];
    waiting.clear();
    // What cannot be asked for now is found by the look at the next start.
    for (const scope of scopes) await askToEmbed(store, scope, now().getTime()).catch(() => undefined);
  };
  const look = async (thorough: boolean): Promise<void> => {
    if (embedder === null || stopped || embedder.state().status !== "ready") return;
    await findWork(store, embedder, thorough, now().getTime()).catch(() => undefined);
  };
  let nextLook = performance.now() + LOOK_MS;
  const lookNowAndThen = async (): Promise<void> => {
    if (performance.now() < nextLook) return;
    nextLook = performance.now() + LOOK_MS;
    await look(false);
  };

  let dueLooks = 0;
  let nextDue = Number.NEGATIVE_INFINITY;
  const lookForDue = async (): Promise<void> => {
    if (performance.now() < nextDue) return;
    nextDue = performance.now() + DUE_MS;
    // Days are counted in days: every scope is looked at once in an hour, the rest each minute.
    const isHour = settings.events.retentionDays !== null && dueLooks % 60 === 0;
    dueLooks += 1;
    await findDueWork(store, now().getTime(), isHour);
  };

  if (options.run && !settings.emergencyReadOnly) {
    runner.start();
    // A job before the model is there would only fail; what came meanwhile is found when it is.
    if (embedder !== null)
      underway = embedder.ready().then(
        () => look(true),
        () => undefined,
      );
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
      if (embedder === null || stopped || embedder.state().status !== "ready") return;
      try {
        const patience = AbortSignal.timeout(PATIENCE_MS);
        await embedFresh(
          store,
          embedder,
          scope,
          now,
          signal === undefined ? patience : AbortSignal.any([signal, patience]),
        );
      } catch {
        signal?.throwIfAborted();
      }
    },
    async drain() {
      clearTimeout(gathering);
      await underway;
      await ask();
      if (embedder !== null) {
        await embedder.ready();
        await look(true);
      }
      if (!settings.emergencyReadOnly) {
        await findDueWork(store, now().getTime(), settings.events.retentionDays !== null);
      }
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
