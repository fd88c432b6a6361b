import { Cron } from "croner";
import { MemoirError, show } from "../domain/errors.ts";
import type { Store } from "../store/port.ts";
import type { NewJob } from "../store/tables/job-queue.ts";
import { listTenants } from "../store/tables/scopes.ts";
import { allSchedules, dueSchedules } from "../store/writes/triggers.ts";

/** A job at every slot of a cron pattern, once for all processes together. */
export interface Schedule {
  /** Unique in its tenant. */
  readonly name: string;
  /** Five fields, or six with seconds first. */
  readonly pattern: string;
  /** Default: `"UTC"`. */
  readonly zone?: string;
  /** Default: every tenant that has a scope, each on its own. */
  readonly tenant?: string;
  /** The job to queue; its payload also gets the slot's time as `slot`. */
  readonly job: NewJob;
}

/** How often tenants that are new are looked for. */
const TENANTS_MS = 60_000;

interface SchedulerOptions {
  readonly store: Store;
  readonly schedules: readonly Schedule[];
  readonly clock: () => Date;
}

export class Scheduler {
  readonly #store: Store;
  readonly #clock: () => Date;
  readonly #plans: ReadonlyMap<string, Plan>;
  readonly #registered = new Set<string>();
  #nextLook = Number.NEGATIVE_INFINITY;

  constructor({ store, schedules, clock }: SchedulerOptions) {
    this.#store = store;
    this.#clock = clock;
    // Only to see that each has a slot at all: the host's own clock may not be ready yet.
    this.#plans = new Map(schedules.map((schedule) => [schedule.name, plan(schedule, new Date())]));
  }

  /** Fires what is due and returns how many slots that were. A slot missed while nobody ran fires once, late. */
  async tick(): Promise<number> {
    if (this.#plans.size === 0) return 0;
    const now = this.#clock();
    await this.#register(now);
    let fired = 0;
    const next = this.#nextSlots(now);
    for (const row of await dueSchedules(this.#store.read, now.getTime())) {
      const due = this.#plans.get(row.name);
      // Another version of the program may know schedules that this one does not.
      if (due === undefined || row.pattern !== due.pattern || row.zone !== due.zone) continue;
      const won = await this.#store.write("fireSchedule", {
        tenant: row.tenant,
        name: row.name,
        slot: row.next_at,
        next: next(row.name),
        job: { ...due.job, payload: { ...due.job.payload, slot: row.next_at } },
        at: now.getTime(),
      });
      if (won) fired += 1;
    }
    return fired;
  }

  /** Writes down schedules that have no slot yet. A second caller finds them there and changes nothing. */
  async #register(now: Date): Promise<void> {
    if (performance.now() < this.#nextLook) return;
    const { read } = this.#store;
    const plans = [...this.#plans.values()];
    const all = plans.some(({ tenant }) => tenant === undefined) ? await listTenants(read) : [];
    const unknown = plans.flatMap(({ name, pattern, zone, tenant }) =>
      (tenant === undefined ? all : [tenant])
        .map((one) => ({ tenant: one, name, pattern, zone }))
        .filter((one) => !this.#registered.has(keyOf(one))),
    );
    // Engines open often, and tenants are many: what is there need not be written.
    const there = new Set(unknown.length > 0 ? (await allSchedules(read)).map(keyOf) : []);
    const next = this.#nextSlots(now);
    const schedules = unknown
      .filter((one) => !there.has(keyOf(one)))
      .map((one) => ({ ...one, next_at: next(one.name) }));
    if (schedules.length > 0) await this.#store.write("setSchedules", { schedules, at: now.getTime() });
    for (const schedule of unknown) this.#registered.add(keyOf(schedule));
    this.#nextLook = performance.now() + TENANTS_MS;
  }

  /** The next slot of a schedule by its name, worked out once for all tenants. */
  #nextSlots(now: Date): (name: string) => number {
    const slots = new Map<string, number>();
    return (name) => {
      const slot = slots.get(name) ?? this.#plans.get(name)!.next(now);
      slots.set(name, slot);
      return slot;
    };
  }
}

function keyOf({
  tenant,
  name,
  pattern,
  zone,
}: Record<"tenant" | "name" | "pattern" | "zone", string>): string {
  return JSON.stringify([tenant, name, pattern, zone]);
}

interface Plan extends Schedule {
  readonly zone: string;
  /** The first slot after a moment. */
  next(after: Date): number;
}

function plan(schedule: Schedule, now: Date): Plan {
  const { name, pattern, zone = "UTC" } = schedule;
  let cron: Cron;
  let first: Date | null;
  try {
    cron = new Cron(pattern, { timezone: zone });
    first = cron.nextRun(now);
  } catch (error) {
    throw new MemoirError(
      "invalid_settings",
      `The schedule ${show(name)} has the pattern ${show(pattern)} in the zone ${show(zone)}, which cannot be read: ` +
        `${(error as Error).message} Write it like "0 4 * * *" in "Europe/Berlin".`,
      { cause: error },
    );
  }
  if (first === null) {
    throw new MemoirError(
      "invalid_settings",
      `The schedule ${show(name)} has the pattern ${show(pattern)}, which never comes. Write it like "0 4 * * *".`,
    );
  }
  return {
    ...schedule,
    zone,
    // A pattern with a last year in it ends there; such a slot is far enough away.
    next: (after) => cron.nextRun(after)?.getTime() ?? Number.MAX_SAFE_INTEGER,
  };
}
