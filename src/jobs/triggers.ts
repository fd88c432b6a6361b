import { CRON } from "../domain/job.ts";
import type { Scope } from "../domain/scope.ts";
import type { Trigger } from "../domain/settings/running.ts";
import type { Settings } from "../domain/settings.ts";
import type { Store } from "../store/port.ts";
import { pendingSessions, type TriggeredJobs, type TurnTriggers } from "../store/tables/sessions.ts";
import type { FireArgs } from "../store/writes/triggers.ts";
import type { Handlers } from "./run-job.ts";
import type { Schedule } from "./schedule.ts";

/** Sessions one transaction takes. */
const PAGE = 200;

export interface TriggerBusOptions {
  readonly store: Store;
  readonly settings: Pick<Settings, "triggers" | "jobs">;
  readonly clock: () => Date;
  /** Keeps the engine open until work that nobody waits for is done. */
  readonly accept: (work: Promise<unknown>) => unknown;
}

/** Turns what happens into jobs, as the preset wants it. */
export interface TriggerBus {
  /** For the `observe` write, which counts turns and tokens in its own transaction. Absent: nobody subscribes. */
  readonly turns: TurnTriggers | undefined;
  /**
   * A trigger that somebody pulled. Returns how many jobs it asked for. A session that is unknown, or has ended
   * already, does not end again. `except`: a kind that the caller does itself.
   */
  fire(trigger: FireArgs["trigger"], scope: Scope, session?: string, except?: string): Promise<number>;
  /** The same for what nobody waits for. Where it cannot be asked for, the next one asks again. */
  fireSoon(trigger: "command" | "read", scope: Scope): void;
  /** Fires for sessions that have fallen silent, each once; returns how many. Nothing is kept in memory for it. */
  tick(): Promise<number>;
  /** For the scheduler and the runner: what `cron` needs. Empty where nobody subscribes. */
  readonly schedules: readonly Schedule[];
  readonly handlers: Handlers;
}

export function createTriggerBus({ store, settings, clock, accept }: TriggerBusOptions): TriggerBus {
  const { triggers, jobs } = settings;
  const wanted = (trigger: Trigger): TriggeredJobs => ({
    kinds: triggers.on[trigger],
    maxAttempts: jobs.maxAttempts,
  });
  const subscribed = (trigger: Trigger): boolean => wanted(trigger).kinds.length > 0;

  const bus: TriggerBus = {
    turns:
      subscribed("turn_done") || subscribed("token_half") || subscribed("n_turns")
        ? {
            turnDone: wanted("turn_done").kinds,
            tokenHalf: wanted("token_half").kinds,
            nTurns: wanted("n_turns").kinds,
            contextWindow: triggers.contextWindow,
            turns: triggers.turns,
            replyMs: triggers.replySeconds * 1_000,
            maxAttempts: jobs.maxAttempts,
          }
        : undefined,

    async fire(trigger, scope, session, except) {
      // A session ends whether or not anybody wants to know.
      if (trigger !== "session_end" && !subscribed(trigger)) return 0;
      return store.write("fireTrigger", {
        trigger,
        scope,
        session: session ?? null,
        wanted: {
          ...wanted(trigger),
          kinds: wanted(trigger).kinds.filter((kind) => kind !== except),
        },
        at: clock().getTime(),
      });
    },

    fireSoon(trigger, scope) {
      if (subscribed(trigger)) accept(bus.fire(trigger, scope).catch(() => undefined));
    },

    async tick() {
      if (!subscribed("idle")) return 0;
      const silentSince = clock().getTime() - triggers.idleMinutes * 60_000;
      // A read first: most of the time nobody is idle, and looking must cost no write.
      if ((await pendingSessions(store.read, { tenant: null, silentSince, limit: 1 })).length === 0) return 0;
      return store.write("fireSessions", {
        trigger: "idle",
        tenant: null,
        silentSince,
        limit: PAGE,
        wanted: wanted("idle"),
      });
    },

    schedules: subscribed("cron")
      ? [
          {
            name: CRON,
            pattern: triggers.cronPattern,
            zone: triggers.cronZone,
            job: { kind: CRON, flight: CRON, maxAttempts: jobs.maxAttempts },
          },
        ]
      : [],

    handlers: subscribed("cron")
      ? {
          // Page by page; what a page took is taken, so that a new try goes on where the last one broke off.
          [CRON]: async ({ tenant }, { signal }) => {
            const silentSince = clock().getTime();
            for (let taken = PAGE; taken === PAGE; ) {
              signal.throwIfAborted();
              taken = await store.write("fireSessions", {
                trigger: "cron",
                tenant,
                silentSince,
                limit: PAGE,
                wanted: wanted("cron"),
              });
            }
          },
        }
      : {},
  };
  return bus;
}
