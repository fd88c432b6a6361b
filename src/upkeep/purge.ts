import type { Scope } from "../domain/scope.ts";
import type { Handler } from "../jobs/handler.ts";
import { findDue, tenantsWithDue } from "../store/due.ts";
import type { Store } from "../store/port.ts";
import { KEEP_ANSWERS_MS } from "../store/requests.ts";
import type { WriteContext } from "../store/writes/context.ts";

export const PURGE = "purge";

/** Memories erased in one transaction: each is some statements, and others want to write too. */
const BATCH = 20;

/** Erases a tenant's forgotten memories whose time has come, as a hard forget does, and answers that are too old. */
export function purgeHandler(
  store: Store,
  context: (scope: Scope, reason: string) => WriteContext,
  now: () => Date,
): Handler {
  return async ({ tenant }, { signal }) => {
    await store.write("dropAnswers", { tenant, before: now().getTime() - KEEP_ANSWERS_MS });
    for (;;) {
      signal.throwIfAborted();
      const due = await findDue(store.read, tenant, now().getTime(), BATCH);
      if (due === null) return;
      await store.write("purge", {
        ...context(due.scope, "its time to be restored is over"),
        ids: due.ids,
        due: true,
      });
    }
  };
}

/** Asks for a purge in each tenant that has something to erase; many askings are one job, whoever asks. */
export async function findDueWork(store: Store, at: number): Promise<void> {
  for (const tenant of await tenantsWithDue(store.read, at, at - KEEP_ANSWERS_MS)) {
    await store.write("enqueue", {
      tenant,
      scope: null,
      at,
      jobs: [{ kind: PURGE, flight: PURGE, priority: -5 }],
    });
  }
}
