import type { ChangeEvent } from "../../domain/change.ts";
import type { DeliveryStatus, HookStatus } from "../../domain/hook.ts";
import type { ScopeKind } from "../../domain/scope.ts";
import { columnNames, type PageBelow, type SqlReader, type Value } from "../tx.ts";
import type { FeedPosition } from "./change-log.ts";

/** A hook as it is kept. */
export interface HookRow {
  id: string;
  url: string;
  secret: string;
  /** JSON lists; null = all. */
  events: string | null;
  scopes: string | null;
  status: HookStatus;
  /** The place in the change feed up to which changes were taken. */
  feed_place: number;
  feed_num: number;
  /** JSON of places after it that are not taken; null = none. */
  skip: string | null;
  /** The number of its last delivery. */
  last_num: number;
  created_at: number;
  created_by: string;
}

export const HOOK_COLUMNS = columnNames(
  "id, url, secret, events, scopes, status, feed_place, feed_num, skip, last_num, created_at, created_by",
);

const SELECT = `select ${HOOK_COLUMNS.map((column) => `h.${column}`).join(", ")}`;

export function findHook(reader: SqlReader, tenant: string, id: string): Promise<HookRow | undefined> {
  return reader.one(`${SELECT} from hook h where h.tenant = $1 and h.id = $2`, [tenant, id]);
}

/** How many deliveries of a hook wait, and how many were given up. */
export interface HookCounts {
  waiting: number;
  parked: number;
}

/** Oldest first. */
export function listHooks(reader: SqlReader, tenant: string): Promise<(HookRow & HookCounts)[]> {
  return reader.all(
    `${SELECT}, ${countOf("waiting")}, ${countOf("parked")} from hook h where h.tenant = $1 order by h.created_at, h.id`,
    [tenant],
  );
}

function countOf(status: keyof HookCounts): string {
  return `(select count(*) from hook_delivery d where d.tenant = h.tenant and d.hook = h.id and d.status = '${status}') as ${status}`;
}

/** One change for one hook. */
export interface DeliveryRow {
  num: number;
  /** The scope's number. */
  scope: number;
  rev: number;
  memory: string;
  event: ChangeEvent;
  batch: string | null;
  at: number;
  status: DeliveryStatus;
  attempts: number;
  first_at: number | null;
  last_at: number | null;
  code: number | null;
  error: string | null;
  scope_kind: ScopeKind;
  scope_id: string;
}

const DELIVERY = `d.num, d.scope, d.rev, d.memory, d.event, d.batch, d.at, d.status, d.attempts, d.first_at, d.last_at, d.code,
  d.error, s.kind as scope_kind, s.id as scope_id`;

/** Of each scope that is due the first change that waits, the longest due ones first. */
export function dueDeliveries(
  reader: SqlReader,
  tenant: string,
  hook: string,
  { at, limit }: { readonly at: number; readonly limit: number },
): Promise<DeliveryRow[]> {
  return reader.all(
    `select ${DELIVERY} from
       (select scope, next_at from hook_lane where tenant = $1 and hook = $2 and next_at <= $3
        order by next_at, scope limit $4) l
     join scope s on s.tenant = $1 and s.num = l.scope
     join hook_delivery d on d.tenant = $1 and d.hook = $2 and d.num = (select min(w.num) from hook_delivery w
       where w.tenant = $1 and w.hook = $2 and w.scope = l.scope and w.status = 'waiting')
     order by l.next_at, l.scope`,
    [tenant, hook, at, limit],
  );
}

/** With the time of the next attempt, if it is the first of its scope. */
export type ListedDelivery = DeliveryRow & { next_at: number | null };

/** Newest first. */
export function listDeliveries(
  reader: SqlReader,
  tenant: string,
  hook: string,
  { before, limit, status }: PageBelow<number> & { readonly status: DeliveryStatus | undefined },
): Promise<ListedDelivery[]> {
  const params: Value[] = [tenant, hook, before, limit];
  if (status !== undefined) params.push(status);
  return reader.all(
    `select ${DELIVERY}, case when d.status = 'waiting' and d.num = (select min(w.num) from hook_delivery w
         where w.tenant = $1 and w.hook = $2 and w.scope = d.scope and w.status = 'waiting')
       then (select l.next_at from hook_lane l where l.tenant = $1 and l.hook = $2 and l.scope = d.scope) end as next_at
     from hook_delivery d join scope s on s.tenant = d.tenant and s.num = d.scope
     where d.tenant = $1 and d.hook = $2 and d.num < $3 ${status === undefined ? "" : "and d.status = $5"}
     order by d.num desc limit $4`,
    params,
  );
}

/** Hooks that one look finds; the next look finds the next ones. */
const FOUND = 200;

/** Active hooks with a delivery that is due; `fresh`: also those with changes to take. None of a tenant that is read-only. */
export function hooksWithWork(
  reader: SqlReader,
  { at, fresh }: { readonly at: number; readonly fresh: boolean },
): Promise<{ tenant: string; id: string }[]> {
  const { feedAfter, feedSettled } = reader.dialect;
  const untaken = `or exists (select 1 from change_log c where c.tenant = h.tenant
    and ${feedAfter("h.feed_place", "h.feed_num")}${feedSettled} and c.event <> 'linked')`;
  return reader.all(
    `select h.tenant, h.id from hook h where h.status = 'active'
     and not exists (select 1 from tenant t where t.tenant = h.tenant and t.read_only = 1)
     and (exists (select 1 from hook_lane l where l.tenant = h.tenant and l.hook = h.id and l.next_at <= $1)
       ${fresh ? untaken : ""})
     limit ${FOUND}`,
    [at],
  );
}

export function feedPositionOf({ feed_place, feed_num }: HookRow): FeedPosition {
  return { place: feed_place, num: feed_num };
}
