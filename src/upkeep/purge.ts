import type { Scope } from "../domain/scope.ts";
import type { Handler } from "../jobs/handler.ts";
import type { JobModule } from "../jobs/job.ts";
import { findDue, tenantsWithDue } from "../store/due.ts";
import type { Store } from "../store/port.ts";
import { KEEP_ANSWERS_MS } from "../store/requests.ts";
import { listTenants } from "../store/schedules.ts";
import { listScopes } from "../store/scopes.ts";
import type { WriteContext } from "../store/writes/context.ts";

const PURGE = "purge";

/** Memories erased in one transaction: each is some statements, and others want to write too. */
const BATCH = 20;

/** How often forgotten memories are looked for whose time has come. */
const LOOK_MS = 60_000;

/** How long events keep their words. */
export interface EventRetention {
  /** `null`: for ever. */
  readonly days: number | null;
  /** Also words that nobody has read yet, where nothing reads them by itself. */
  readonly unread: boolean;
}

/** Erases a tenant's forgotten memories whose time has come, as a hard forget does, and answers that are too old. */
export function purgeJob(
  store: Store,
  context: (scope: Scope, reason: string) => WriteContext,
  now: () => Date,
  retention: EventRetention,
): JobModule {
  let looks = 0;
  return {
    kind: PURGE,
    run: purgeHandler(store, context, now, retention),
    look: {
      everyMs: LOOK_MS,
      // Retention is counted in days: every tenant is looked at once in an hour, those with something due each minute.
      run: (thorough) =>
        findDueWork(store, now().getTime(), retention.days !== null && (thorough || looks++ % 60 === 0)),
    },
  };
}

function purgeHandler(
  store: Store,
  context: (scope: Scope, reason: string) => WriteContext,
  now: () => Date,
  { days, unread }: EventRetention,
): Handler {
  return async ({ tenant }, { signal }) => {
    if (days !== null) await expireAll(store, tenant, now().getTime(), days * DAY, unread, signal);
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

/** Events that one transaction looks at. */
const EVENTS = 200;
const SCOPES = 200;
const DAY = 86_400_000;

/** Scope after scope: each remembers how far it was cleared, so that a look at one with nothing to do is cheap. */
async function expireAll(
  store: Store,
  tenant: string,
  at: number,
  keepMs: number,
  unread: boolean,
  signal: AbortSignal,
): Promise<void> {
  for (let after = 0; ; ) {
    const scopes = await listScopes(store.read, tenant, after, SCOPES);
    for (const { kind, id } of scopes.filter(({ writes }) => writes === 1)) {
      for (let looked = EVENTS; looked === EVENTS; ) {
        signal.throwIfAborted();
        const scope = { tenant, kind, id };
        looked = await store.write("expireEvents", {
          ...{ scope, at, before: at - keepMs, limit: EVENTS, unread },
        });
      }
    }
    if (scopes.length < SCOPES) return;
    after = scopes.at(-1)!.num;
  }
}

/** Asks for a purge in each tenant that has something to erase; many askings are one job, whoever asks. */
async function findDueWork(store: Store, at: number, everyTenant: boolean): Promise<void> {
  const tenants = everyTenant
    ? await listTenants(store.read)
    : await tenantsWithDue(store.read, at, at - KEEP_ANSWERS_MS);
  for (const tenant of tenants) {
    await store.write("enqueue", {
      tenant,
      scope: null,
      at,
      jobs: [{ kind: PURGE, flight: PURGE, priority: -5 }],
    });
  }
}
