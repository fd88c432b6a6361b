import { randomUUID } from "node:crypto";
import type { HookBody, HookTest } from "../../api/hooks.ts";
import { nextAttempt } from "../../domain/hook.ts";
import { formatScope } from "../../domain/scope.ts";
import type { Settings } from "../../domain/settings.ts";
import type { JobModule } from "../../jobs/run-job.ts";
import type { Store } from "../../store/port.ts";
import { feedAfter } from "../../store/tables/change-log.ts";
import {
  type DeliveryRow,
  dueDeliveries,
  feedPositionOf,
  findHook,
  type HookRow,
  hooksWithWork,
} from "../../store/tables/hooks.ts";
import { listIn } from "../../store/writes/keys.ts";
import type { Reach } from "./address.ts";
import { bodyOf } from "./body.ts";
import { send } from "./send.ts";
import { signedHeaders } from "./signature.ts";

/** The parts that delivering needs. */
export interface HookTools {
  readonly store: Store;
  readonly settings: Settings;
  readonly reach: Reach;
  now(): number;
}

const KIND = "hook";
const LOOK_MS = 1_000;
/** Behind everything that people wait for. */
const PRIORITY = -5;
/** Changes that one transaction takes from the feed. */
const BATCH = 500;
/** Scopes of one hook that are sent to at the same time. */
const LANES = 8;
/** After so long a job makes room for others and comes back. */
const TURN_MS = 5_000;
/** 410: the receiver says that it will never want this again. */
const GONE = 410;

/**
 * Delivers to one hook. One job of a hook runs at a time in all processes, so the changes of a scope arrive in order; a
 * process that dies leaves them waiting, and the next one sends them again under the same ids.
 */
export function hookJob(tools: HookTools): JobModule {
  let seen = Number.NaN;
  const ask = async (tenant: string, hook: string): Promise<void> => {
    const job = { kind: KIND, flight: `${KIND}:${hook}`, payload: { hook }, priority: PRIORITY };
    await tools.store.write("enqueue", { tenant, scope: null, at: tools.now(), jobs: [job] });
  };
  return {
    kind: KIND,
    run: async ({ tenant, payload }, { signal }) => {
      const hook = String(payload.hook);
      if (await deliverDue(tools, tenant, hook, signal)) await ask(tenant, hook);
    },
    look: {
      everyMs: LOOK_MS,
      run: async () => {
        const { store, now } = tools;
        const version = await store.version();
        // Only what somebody has written can be new.
        const due = { at: now(), fresh: version !== seen };
        for (const { tenant, id } of await hooksWithWork(store.read, due)) await ask(tenant, id);
        seen = version;
      },
    },
  };
}

/** Says whether there was too much for one turn. */
async function deliverDue(
  tools: HookTools,
  tenant: string,
  id: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { read } = tools.store;
  const end = performance.now() + TURN_MS;
  for (;;) {
    signal.throwIfAborted();
    const hook = await findHook(read, tenant, id);
    if (hook === undefined || hook.status === "paused") return false;
    if (await takeNew(tools, tenant, hook)) continue;
    const due = await dueDeliveries(read, tenant, id, { at: tools.now(), limit: LANES });
    if (due.length === 0) return false;
    // All of them have ended before another job may begin.
    const ended = await Promise.allSettled(due.map((row) => attempt(tools, { tenant, hook, row, signal })));
    for (const delivery of ended) if (delivery.status === "rejected") throw delivery.reason;
    if (performance.now() > end) return true;
  }
}

/** Takes a part of what is new in the feed. Says whether the hook has changed by that. */
async function takeNew({ store, now }: HookTools, tenant: string, hook: HookRow): Promise<boolean> {
  const from = feedPositionOf(hook);
  const rows = await feedAfter(store.read, { tenant }, { after: from, limit: BATCH });
  const last = rows.at(-1);
  if (last === undefined) return false;
  const [events, scopes] = [listIn(hook.events), listIn(hook.scopes)];
  const skipped = new Set((JSON.parse(hook.skip ?? "[]") as [number, number][]).map(String));
  const changes = rows
    .filter(({ place, num }) => !skipped.has(String([place, num])))
    .filter(({ event }) => events?.includes(event) ?? true)
    .filter((row) => scopes?.includes(formatScope(row)) ?? true)
    .map(({ scope, rev, memory, event, batch, at }) => ({ scope, rev, memory, event, batch, at }));
  const to = { place: last.place, num: last.num };
  await store.write("takeChanges", { tenant, id: hook.id, from, to, changes, at: now() });
  return true;
}

interface Attempt {
  readonly tenant: string;
  readonly hook: HookRow;
  readonly row: DeliveryRow;
  readonly signal: AbortSignal;
}

/** Sends one delivery and notes how that ended. */
async function attempt(tools: HookTools, { tenant, hook, row, signal }: Attempt): Promise<void> {
  const { store, settings } = tools;
  const body = await bodyOf(store.read, tenant, hook.id, { row, at: tools.now() });
  const { delivered, code, error } = await post(tools, hook, body, signal);
  const at = tools.now();
  const failed = { attempts: row.attempts + 1, firstAt: row.first_at ?? at, at };
  const nextAt = delivered ? null : nextAttempt(failed, settings.hooks, Math.random());
  await store.write("settleDelivery", {
    tenant,
    id: hook.id,
    num: row.num,
    scope: row.scope,
    attempts: row.attempts,
    at,
    delivered,
    nextAt,
    code,
    error,
    pause: code === GONE,
  });
}

function post(tools: HookTools, hook: HookRow, body: HookBody, signal: AbortSignal): Promise<HookTest> {
  const { reach, settings } = tools;
  const text = JSON.stringify(body);
  const headers = signedHeaders(hook.secret, { id: body.id, at: tools.now(), body: text });
  return send({ url: hook.url, headers, body: text }, { reach, timeoutMs: settings.hooks.timeoutMs, signal });
}

/** Sends a body that says nothing but that it is a test. */
export function sendTest(
  tools: HookTools,
  tenant: string,
  hook: HookRow,
  signal: AbortSignal,
): Promise<HookTest> {
  const body: HookBody = {
    id: `${hook.id}-test-${randomUUID()}`,
    event: "test",
    tenant,
    scope: null,
    rev: null,
    memoryId: null,
    batch: null,
    at: new Date(tools.now()),
    memory: null,
  };
  return post(tools, hook, body, signal);
}
