import type { JobModule } from "../jobs/job.ts";
import { tenantsWithOldDays } from "../store/day-summaries.ts";
import type { Store } from "../store/port.ts";

const EXPIRE_DAYS = "expire_days";
const DAY_MS = 86_400_000;
/** Retention is counted in days. */
const LOOK_MS = 3_600_000;

/** Deletes the summaries of days that are older than they may get (R118). */
export function expireDaysJob(store: Store, now: () => Date, retentionDays: number | null): JobModule {
  const before = (): number => now().getTime() - (retentionDays ?? 0) * DAY_MS;
  return {
    kind: EXPIRE_DAYS,
    run: async ({ tenant }) => {
      if (retentionDays !== null) await store.write("expireDays", { tenant, before: before() });
    },
    look: {
      everyMs: LOOK_MS,
      run: async () => {
        if (retentionDays === null) return;
        for (const tenant of await tenantsWithOldDays(store.read, before())) {
          const jobs = [{ kind: EXPIRE_DAYS, flight: EXPIRE_DAYS, priority: -5 }];
          await store.write("enqueue", { tenant, scope: null, at: now().getTime(), jobs });
        }
      },
    },
  };
}
