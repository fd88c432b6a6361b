import { enqueueJobs, type NewJob } from "../job-queue.ts";
import type { ScheduleRow } from "../schedules.ts";
import { isReadOnly } from "../scopes.ts";
import type { Tx } from "../tx.ts";

export interface SetSchedulesArgs {
  schedules: Pick<ScheduleRow, "tenant" | "name" | "pattern" | "zone" | "next_at">[];
  at: number;
}

/** Makes schedules known. One that is there already keeps its next slot unless its pattern is another one now. */
export async function setSchedules(tx: Tx, { schedules, at }: SetSchedulesArgs): Promise<void> {
  for (const { tenant, name, pattern, zone, next_at } of schedules) {
    await tx.run(
      `insert into schedule (tenant, name, pattern, zone, next_at, updated_at) values ($1, $2, $3, $4, $5, $6)
       on conflict (tenant, name) do update set pattern = excluded.pattern, zone = excluded.zone,
         next_at = excluded.next_at, updated_at = excluded.updated_at
       where schedule.pattern <> excluded.pattern or schedule.zone <> excluded.zone`,
      [tenant, name, pattern, zone, next_at, at],
    );
  }
}

export interface FireScheduleArgs {
  tenant: string;
  name: string;
  /** The slot that is due; only who still finds it there fires. */
  slot: number;
  next: number;
  job: NewJob;
  at: number;
}

/** One job per slot, however many processes see that it is due. A read-only tenant's slot waits. */
export async function fireSchedule(tx: Tx, args: FireScheduleArgs): Promise<boolean> {
  const { tenant, name, slot, next, at } = args;
  if (await isReadOnly(tx, tenant)) return false;
  const won = await tx.run(
    `update schedule set last_slot = $3, next_at = $4, updated_at = $5
     where tenant = $1 and name = $2 and next_at = $3`,
    [tenant, name, slot, next, at],
  );
  if (won === 0) return false;
  await enqueueJobs(tx, tenant, [args.job]);
  return true;
}
