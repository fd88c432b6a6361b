import { randomBytes } from "node:crypto";
import { checked } from "../../api/calls/index.ts";
import type { Hook, HookDelivery, HooksHandle, NewHook } from "../../api/hooks.ts";
import { checkOneOf } from "../../domain/arguments.ts";
import type { ChangeEvent } from "../../domain/change.ts";
import { invalidArgument, MemoirError } from "../../domain/errors.ts";
import {
  checkHookFilter,
  checkHookUrl,
  DELIVERY_STATUSES,
  type HookOptions,
  type HookStatus,
} from "../../domain/hook.ts";
import { checkId } from "../../domain/text.ts";
import { deliveryId, deliveryNum } from "../../features/hooks/body.ts";
import { sendTest } from "../../features/hooks/deliver.ts";
import { checkSecret, newSecret } from "../../features/hooks/signature.ts";
import { page } from "../../read/views/page.ts";
import {
  findHook,
  type HookCounts,
  type HookRow,
  type ListedDelivery,
  listDeliveries,
  listHooks,
} from "../../store/tables/hooks.ts";
import { scopeNameOf } from "../../store/tables/tenant-rows.ts";
import { listIn } from "../../store/writes/keys.ts";
import type { Engine } from "../engine.ts";

export function hooksHandle(engine: Engine, tenant: string): HooksHandle {
  const { store, hooks } = engine;
  const list = async (): Promise<Hook[]> => (await listHooks(engine.use(), tenant)).map(toHook);
  const hookRow = async (hookId: unknown): Promise<HookRow> => {
    const id = checkId(hookId, "id");
    const row = await findHook(engine.use(), tenant, id);
    if (row === undefined) throw noHook(tenant, id);
    return row;
  };
  const switchTo = async (hookId: string, status: HookStatus): Promise<Hook> => {
    const { id } = await hookRow(hookId);
    await store.write("switchHook", { tenant, id, status });
    const hook = (await list()).find((one) => one.id === id);
    if (hook === undefined) throw noHook(tenant, id);
    return hook;
  };

  return checked("hooks", {
    list,
    add: (options) => addHook(engine, tenant, options),

    async remove(hookId) {
      const { id } = await hookRow(hookId);
      await store.write("removeHook", { tenant, id });
    },
    pause: (id) => switchTo(id, "paused"),
    resume: (id) => switchTo(id, "active"),

    async test(id, { signal } = {}) {
      const row = await hookRow(id);
      const until = signal === undefined ? engine.closed : AbortSignal.any([engine.closed, signal]);
      return engine.accept(sendTest(hooks, tenant, row, until));
    },

    async deliveries(hookId, { status: wantedStatus, ...options } = {}) {
      const { id } = await hookRow(hookId);
      const status =
        wantedStatus === undefined ? undefined : checkOneOf(wantedStatus, DELIVERY_STATUSES, "status");
      return page(options, async (part) => {
        const rows = await listDeliveries(engine.use(), tenant, id, { ...part, status });
        return rows.map((row) => ({ item: toDelivery(id, row), position: row.num }));
      });
    },

    async retry(hookId, delivery) {
      const { id } = await hookRow(hookId);
      return retryDeliveries(engine, tenant, id, delivery);
    },
  });
}

async function addHook(engine: Engine, tenant: string, options: HookOptions): Promise<NewHook> {
  engine.use();
  const url = checkHookUrl(options.url);
  const refusal = engine.hooks.reach.refusal(url);
  if (refusal !== null) throw unreachable(url, refusal);
  const { events, scopes } = checkHookFilter(options);
  const secret = options.secret === undefined ? newSecret() : checkSecret(options.secret);
  const row = {
    id: randomBytes(6).toString("hex"),
    url: url.href,
    secret,
    status: "active" as const,
    events: events === null ? null : JSON.stringify(events),
    scopes: scopes === null ? null : JSON.stringify(scopes),
    created_at: engine.now(),
    created_by: options.actor === undefined ? "operator" : checkId(options.actor, "actor"),
  };
  await engine.store.write("addHook", { tenant, row });
  return { ...toHook({ ...row, waiting: 0, parked: 0 }), secret };
}

/** Tries one delivery of a hook again, or all that wait or are parked. Returns how many. */
async function retryDeliveries(
  engine: Engine,
  tenant: string,
  id: string,
  delivery: string | undefined,
): Promise<number> {
  const num = delivery === undefined ? null : deliveryNum(id, checkId(delivery, "delivery"));
  const retried =
    delivery !== undefined && num === null
      ? 0
      : await engine.store.write("retryDeliveries", { tenant, id, num, at: engine.now() });
  if (delivery !== undefined && retried === 0) {
    throw new MemoirError(
      "not_found",
      `Hook ${id} has no delivery ${delivery} that waits or is parked. List its deliveries to see what there is.`,
    );
  }
  return retried ?? 0;
}

function unreachable({ host }: URL, why: string): MemoirError {
  return invalidArgument(
    `url ${why}. Hooks go to public addresses over https; if ${host} is meant, add it to the setting hooks.allow.`,
    { path: "url" },
  );
}

function noHook(tenant: string, id: string): MemoirError {
  return new MemoirError(
    "not_found",
    `Tenant "${tenant}" has no hook ${id}. List the hooks to see what there is.`,
    { details: { id } },
  );
}

type HookColumns = Pick<HookRow, "id" | "url" | "events" | "scopes" | "status" | "created_at" | "created_by">;

function toHook(row: HookColumns & HookCounts): Hook {
  const { id, url, status, waiting, parked } = row;
  return {
    id,
    url,
    events: listIn(row.events) as readonly ChangeEvent[] | null,
    scopes: listIn(row.scopes),
    status,
    waiting,
    parked,
    createdAt: new Date(row.created_at),
    createdBy: row.created_by,
  };
}

function toDelivery(hook: string, row: ListedDelivery): HookDelivery {
  const date = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));
  const { event, rev, memory: memoryId, batch, status, attempts, code, error } = row;
  return {
    id: deliveryId(hook, row.num),
    event,
    scope: scopeNameOf(row),
    rev,
    memoryId,
    batch,
    at: new Date(row.at),
    status,
    attempts,
    nextAt: date(row.next_at),
    lastAt: date(row.last_at),
    code,
    error,
  };
}
