import { randomBytes } from "node:crypto";
import type { Hook, HookDelivery, NewHook } from "../../api/hooks.ts";
import type { Page, PageOptions } from "../../api/options.ts";
import type { ChangeEvent } from "../../domain/change.ts";
import { invalidArgument, MemoirError } from "../../domain/errors.ts";
import {
  checkHookFilter,
  checkHookUrl,
  type DeliveryStatus,
  type HookOptions,
  type HookStatus,
} from "../../domain/hook.ts";
import { checkActor, checkId } from "../../domain/text.ts";
import type { ReadContext } from "../../read/shared/request.ts";
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
import type { SqlReader } from "../../store/tx.ts";
import { listIn } from "../../store/writes/keys.ts";
import { deliveryId, deliveryNum } from "./body.ts";
import type { HookTools } from "./deliver.ts";
import { checkSecret, newSecret } from "./signature.ts";

/** Oldest first. */
export async function hooksOf(reader: SqlReader, tenant: string): Promise<Hook[]> {
  return (await listHooks(reader, tenant)).map(toHook);
}

export async function existingHook(reader: SqlReader, tenant: string, id: string): Promise<HookRow> {
  const row = await findHook(reader, tenant, id);
  if (row === undefined) throw noHook(tenant, id);
  return row;
}

export async function createHook(tools: HookTools, tenant: string, options: HookOptions): Promise<NewHook> {
  const url = checkHookUrl(options.url);
  const refusal = tools.reach.refusal(url);
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
    created_at: tools.now(),
    created_by: checkActor(options.actor),
  };
  await tools.store.write("addHook", { tenant, row });
  return { ...toHook({ ...row, waiting: 0, parked: 0 }), secret };
}

export async function setHookStatus(
  { store }: HookTools,
  tenant: string,
  id: string,
  status: HookStatus,
): Promise<Hook> {
  await store.write("switchHook", { tenant, id, status });
  const hook = (await hooksOf(store.read, tenant)).find((one) => one.id === id);
  if (hook === undefined) throw noHook(tenant, id);
  return hook;
}

/** Newest first. */
export function deliveriesOf(
  context: Pick<ReadContext, "use">,
  tenant: string,
  hook: string,
  { status, ...options }: PageOptions & { readonly status: DeliveryStatus | undefined },
): Promise<Page<HookDelivery>> {
  return page(options, async (part) => {
    const rows = await listDeliveries(context.use(), tenant, hook, { ...part, status });
    return rows.map((row) => ({ item: toDelivery(hook, row), position: row.num }));
  });
}

/** Tries one delivery of a hook again, or all that wait or are parked. Returns how many. */
export async function retryNow(
  tools: HookTools,
  tenant: string,
  id: string,
  delivery: string | undefined,
): Promise<number> {
  const num = delivery === undefined ? null : deliveryNum(id, checkId(delivery, "delivery"));
  const retried =
    delivery !== undefined && num === null
      ? 0
      : await tools.store.write("retryDeliveries", { tenant, id, num, at: tools.now() });
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
