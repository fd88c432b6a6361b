import type { Scope } from "../../domain/scope.ts";
import type { Settings } from "../../domain/settings.ts";
import { listTenants } from "../../store/tables/scopes.ts";
import { countIdleThreads } from "../../store/writes/checkpoints.ts";
import {
  countOldRows,
  type ScopeLeftovers,
  type ScopeRetention,
  scopeLeftovers,
  TENANT_KEPT,
  type TenantRetention,
  tenantsWithOldAnswers,
} from "../../store/writes/retain.ts";
import { awaitAll } from "./steps.ts";
import type { Run, UpkeepTask } from "./task.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Retention is counted in days. */
const LOOK_MS = HOUR;
const SCOPES = 200;
/** Scopes that are cleared in one commit. */
const AT_ONCE = 20;
/** Events that one transaction looks at. */
const EVENTS = 200;

/**
 * Drops what is older than its retention. Each kind of data with a retention has its line in one of the two tables
 * below.
 */
export const retentionTask: UpkeepTask = {
  name: "retention",
  about:
    "Drops what is older than its retention: words of events, agents' threads, changes, operational events, contexts of replies, answers, usage, deliveries to hooks and runs.",
  reversible: false,
  look: (tools, ask) => ({
    everyMs: LOOK_MS,
    run: async () => {
      const { store, settings, now } = tools;
      const tenants =
        threadDays(settings) === null
          ? await tenantsWithOldAnswers(store.read, now() - settings.retention.answerHours * HOUR)
          : await listTenants(store.read);
      for (const tenant of tenants) await ask(tenant);
    },
  }),
  run: async (run) => {
    await dropFromTenant(run, ofTenant(run.tools.settings, run.at));
    await dropThreads(run, ago(threadDays(run.tools.settings), run.at));
    return dropFromScopes(run, ofScope(run.tools.settings, run.at));
  },
};

/** The data of a scope with a retention. */
function ofScope({ events, retention, changes, triggers }: Settings, at: number): ScopeRetention {
  return {
    events: ago(events.retentionDays, at),
    unread: !Object.values(triggers.on).some((kinds) => kinds.includes("extract")),
    operations: ago(retention.operationDays, at),
    contexts: ago(retention.contextDays, at),
    changes: changes.keep,
  };
}

/** The data of a tenant with a retention. */
function ofTenant({ retention }: Settings, at: number): TenantRetention {
  return {
    answers: at - retention.answerHours * HOUR,
    usage: dayOf(ago(retention.usageDays, at)),
    figures: dayOf(ago(retention.usageDays, at)),
    deliveries: ago(retention.deliveryDays, at),
    runs: ago(retention.runDays, at),
  };
}

/** A thread's checkpoints hold what was said in it: they are kept no longer than the words of events. */
function threadDays({ events, retention }: Settings): number | null {
  const days = [events.retentionDays, retention.checkpointDays].filter((one) => one !== null);
  return days.length === 0 ? null : Math.min(...days);
}

function ago(days: number | null, at: number): number | null {
  return days === null ? null : at - days * DAY;
}

function dayOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString().slice(0, 10);
}

async function dropFromTenant(run: Run, retention: TenantRetention): Promise<void> {
  for (const kind of TENANT_KEPT) {
    const before = retention[kind];
    if (before === null) continue;
    const count = await countOldRows(run.tools.store.read, run.tenant, kind, before);
    if (count === 0) continue;
    if (run.dryRun) run.count(kind, count);
    else await run.apply("dropFromTenant", { tenant: run.tenant, kind, before });
    note(run, null, kind, count);
  }
}

/** Not a step of the run: after an erasure the log files are cleaned too. */
async function dropThreads(run: Run, before: number | null): Promise<void> {
  if (before === null) return;
  const { tenant, tools } = run;
  const count = await countIdleThreads(tools.store.read, tenant, before);
  if (count === 0) return;
  run.count("threads", count);
  if (!run.dryRun) {
    await tools.store.write("expireThreads", { tenant, before });
    run.count("rows", count);
    await run.save();
  }
  note(run, null, "threads", count);
}

async function dropFromScopes(run: Run, retention: ScopeRetention): Promise<boolean> {
  const { tenant } = run;
  for (let after = Number(run.cursor ?? 0); ; ) {
    const next = { after, limit: SCOPES, exact: run.dryRun };
    const scopes = await scopeLeftovers(run.tools.store.read, tenant, retention, next);
    for (let i = 0; i < scopes.length; i += AT_ONCE) {
      run.signal.throwIfAborted();
      if (run.isFull()) return true;
      await dropFromSome(run, scopes.slice(i, i + AT_ONCE), retention);
    }
    for (const { kind, id, events } of scopes) {
      const scope: Scope = { tenant, kind, id };
      if (run.dryRun) drop(run, scope, "events", events);
      else if (events > 0 && (await expire(run, scope, retention))) return true;
    }
    if (scopes.length < SCOPES) return false;
    after = scopes.at(-1)!.num;
    if (!run.dryRun) await run.save(String(after));
  }
}

const SMALL = ["operations", "changes", "contexts"] as const;

/** All but the words of events. */
async function dropFromSome(
  run: Run,
  scopes: readonly ScopeLeftovers[],
  retention: ScopeRetention,
): Promise<void> {
  const some = scopes.filter(({ operations, changes, contexts }) => operations + changes + contexts > 0);
  const placed = some.map(({ kind, id }): Scope => ({ tenant: run.tenant, kind, id }));
  const dropped = run.dryRun
    ? some
    : await awaitAll(placed.map((scope) => run.apply("dropFromScope", { scope, at: run.at, retention })));
  for (const [i, scope] of placed.entries()) {
    for (const name of SMALL) drop(run, scope, name, dropped[i]?.[name] ?? 0);
  }
}

/** Notes what a scope loses, and counts it where nothing else does. */
function drop(run: Run, scope: Scope, kind: (typeof SMALL)[number] | "events", count: number): void {
  if (count === 0) return;
  if (run.dryRun) run.count(kind, count);
  note(run, scope, kind, count);
}

/**
 * Says whether a limit was reached before all was done. Each scope remembers how far it was cleared. Not a step of the run:
 * after an erasure the log files are cleaned too.
 */
async function expire(run: Run, scope: Scope, { events, unread }: ScopeRetention): Promise<boolean> {
  const { store, erased } = run.tools;
  const before = events ?? 0;
  let expired = 0;
  for (let looked = EVENTS; looked === EVENTS; ) {
    run.signal.throwIfAborted();
    if (run.isFull()) return true;
    looked = await store.write("expireEvents", { scope, at: run.at, before, limit: EVENTS, unread });
    if (looked > 0) erased(scope);
    run.count("events", looked);
    run.count("rows", looked);
    await run.save();
    expired += looked;
  }
  if (expired > 0) note(run, scope, "events", expired);
  return false;
}

const WORDS: Readonly<Record<string, string>> = {
  events: "events lose their words",
  threads: "threads of agents erased",
  operations: "operational events dropped",
  changes: "changes dropped from the log",
  contexts: "contexts of replies dropped",
  answers: "answers to requests dropped",
  usage: "rows of model usage dropped",
  figures: "daily figures dropped",
  deliveries: "records of deliveries to hooks dropped",
  runs: "records of upkeep runs dropped",
};

function note(run: Run, scope: Scope | null, kind: string, count: number): void {
  run.change({ action: "drop", scope, detail: `${count} ${WORDS[kind]}` });
}
