import { tenantsWithOldAnswers } from "../store/due.ts";
import { KEEP_ANSWERS_MS } from "../store/requests.ts";
import { listTenants } from "../store/schedules.ts";
import { listScopes } from "../store/scopes.ts";
import type { Run, UpkeepTask, UpkeepTools } from "./task.ts";

const DAY = 86_400_000;
/** Retention is counted in days. */
const LOOK_MS = 3_600_000;

/** Drops what is older than its retention: the words of events, and answers to requests. */
export const retentionTask: UpkeepTask = {
  name: "retention",
  about: "Drops what is older than its retention: the words of events, and answers to requests.",
  reversible: false,
  look: (tools, ask) => ({
    everyMs: LOOK_MS,
    run: async () => {
      const { store, settings, now } = tools();
      const tenants =
        settings.events.retentionDays === null
          ? await tenantsWithOldAnswers(store.read, now() - KEEP_ANSWERS_MS)
          : await listTenants(store.read);
      for (const tenant of tenants) await ask(tenant);
    },
  }),
  run: async (run, tools) => {
    if (run.dryRun) return false;
    await tools.store.write("dropAnswers", { tenant: run.tenant, before: tools.now() - KEEP_ANSWERS_MS });
    const days = tools.settings.events.retentionDays;
    return days === null ? false : expireAll(run, tools, tools.now() - days * DAY);
  },
};

/** Events that one transaction looks at. */
const EVENTS = 200;
const SCOPES = 200;

/** Scope after scope: each remembers how far it was cleared, so that a look at one with nothing to do is cheap. */
async function expireAll(run: Run, { store, now }: UpkeepTools, before: number): Promise<boolean> {
  const { tenant } = run;
  for (let after = Number(run.place ?? 0); ; ) {
    const scopes = await listScopes(store.read, tenant, after, SCOPES);
    for (const { kind, id } of scopes.filter(({ writes }) => writes === 1)) {
      for (let looked = EVENTS; looked === EVENTS; ) {
        run.signal.throwIfAborted();
        if (run.isFull()) return true;
        const scope = { tenant, kind, id };
        looked = await store.write("expireEvents", { scope, at: now(), before, limit: EVENTS });
        run.count("rows", looked);
      }
    }
    if (scopes.length < SCOPES) return false;
    after = scopes.at(-1)!.num;
    await run.save(String(after));
  }
}
