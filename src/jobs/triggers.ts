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
export class TriggerBus {
  /** For the `observe` write, which counts turns and tokens in its own transaction. Absent: nobody subscribes. */
  readonly turns: TurnTriggers | undefined;
  /** For the scheduler and the runner: what `cron` needs. Empty where nobody subscribes. */
  readonly schedules: readonly Schedule[];
  readonly handlers: Handlers;
  readonly #options: TriggerBusOptions;

  constructor(options: TriggerBusOptions) {
    const { triggers, jobs } = options.settings;
    const { cronPattern: pattern, cronZone: zone } = triggers;
    this.#options = options;
    this.turns = turnTriggersOf(options.settings);
    const hasCron = this.#isWanted("cron");
    const job = { kind: CRON, flight: CRON, maxAttempts: jobs.maxAttempts };
    this.schedules = hasCron ? [{ name: CRON, pattern, zone, job }] : [];
    this.handlers = hasCron ? { [CRON]: ({ tenant }, { signal }) => this.#fireCron(tenant, signal) } : {};
  }

  /**
   * A trigger that somebody pulled. Returns how many jobs it asked for. A session that is unknown, or has ended
   * already, does not end again. `except`: a kind that the caller does itself.
   */
  async fire(trigger: FireArgs["trigger"], scope: Scope, session?: string, except?: string): Promise<number> {
    // A session ends whether or not anybody wants to know.
    if (trigger !== "session_end" && !this.#isWanted(trigger)) return 0;
    const { kinds, ...jobs } = this.#jobsFor(trigger);
    return this.#options.store.write("fireTrigger", {
      trigger,
      scope,
      session: session ?? null,
      jobs: { ...jobs, kinds: kinds.filter((kind) => kind !== except) },
      at: this.#options.clock().getTime(),
    });
  }

  /** The same for what nobody waits for. Where it cannot be asked for, the next one asks again. */
  fireSoon(trigger: "command" | "read", scope: Scope): void {
    if (this.#isWanted(trigger)) this.#options.accept(this.fire(trigger, scope).catch(() => undefined));
  }

  /** Fires for sessions that have fallen silent, each once; returns how many. Nothing is kept in memory for it. */
  async tick(): Promise<number> {
    if (!this.#isWanted("idle")) return 0;
    const { store, clock, settings } = this.#options;
    const silentSince = clock().getTime() - settings.triggers.idleMinutes * 60_000;
    // A read first: most of the time nobody is idle, and looking must cost no write.
    if ((await pendingSessions(store.read, { tenant: null, silentSince, limit: 1 })).length === 0) return 0;
    const jobs = this.#jobsFor("idle");
    return store.write("fireSessions", { trigger: "idle", tenant: null, silentSince, limit: PAGE, jobs });
  }

  /** Page by page; what a page took is taken, so that a new try goes on where the last one broke off. */
  async #fireCron(tenant: string, signal: AbortSignal): Promise<void> {
    const { store, clock } = this.#options;
    const silentSince = clock().getTime();
    const jobs = this.#jobsFor("cron");
    for (let count = PAGE; count === PAGE; ) {
      signal.throwIfAborted();
      count = await store.write("fireSessions", {
        trigger: "cron",
        tenant,
        silentSince,
        limit: PAGE,
        jobs,
      });
    }
  }

  #jobsFor(trigger: Trigger): TriggeredJobs {
    const { triggers, jobs } = this.#options.settings;
    return { kinds: triggers.on[trigger], maxAttempts: jobs.maxAttempts };
  }

  #isWanted(trigger: Trigger): boolean {
    return this.#jobsFor(trigger).kinds.length > 0;
  }
}

function turnTriggersOf({ triggers, jobs }: TriggerBusOptions["settings"]): TurnTriggers | undefined {
  const { turn_done: turnDone, token_half: tokenHalf, n_turns: nTurns } = triggers.on;
  if (turnDone.length + tokenHalf.length + nTurns.length === 0) return undefined;
  return {
    turnDone,
    tokenHalf,
    nTurns,
    contextWindow: triggers.contextWindow,
    turns: triggers.turns,
    replyMs: triggers.replySeconds * 1_000,
    maxAttempts: jobs.maxAttempts,
  };
}
