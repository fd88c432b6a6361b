import type { MemoryFilter } from "../../api/memories.ts";
import type {
  ListedMemory,
  OwnedChange,
  OwnedEvent,
  OwnedMemory,
  ScopesOptions,
  TenantListOptions,
} from "../../api/operator.ts";
import type { Page, PageOptions } from "../../api/options.ts";
import type { EventListOptions } from "../../api/scope.ts";
import type { ActivityOptions, ActivityRow } from "../../api/stats.ts";
import { checkFlag, checkOneOf, checkWhole } from "../../domain/arguments.ts";
import { invalidArgument } from "../../domain/errors.ts";
import type { Event } from "../../domain/event.ts";
import { ALL_BUT_FORGOTTEN, MEMORY_SORTS, SHORT_ID } from "../../domain/memory.ts";
import { formatScope, parseScope, SCOPE_KINDS } from "../../domain/scope.ts";
import { checkId, checkTime } from "../../domain/text.ts";
import { listEvents } from "../../store/tables/events.ts";
import { toHistoryEntry } from "../../store/tables/history.ts";
import { survivorOf } from "../../store/tables/memories.ts";
import { findScope } from "../../store/tables/scopes.ts";
import {
  activityOfTenant,
  countTenantMemories,
  type EventPosition,
  eventsOfTenant,
  historyOfTenant,
  type MemoryOrder,
  type MemoryPosition,
  memoriesInTenant,
  memoriesOfTenant,
  memoryPosition,
  type OwnedMemoryRow,
  replacementsOf,
  type ScopeFilter,
  scopeNameOf,
  valuesOfSort,
} from "../../store/tables/tenant-rows.ts";
import { TOP } from "../../store/tx.ts";
import { checkEventFilter, checkFilter } from "../parse/filter.ts";
import type { ReadContext } from "../shared/request.ts";
import { needAudit } from "./memory-lists.ts";
import { type CursorFormat, numericCursor, pageBy } from "./page.ts";
import { showInEach } from "./shown-memory.ts";
import { ownedMemory } from "./tenant-search.ts";

/** One scope has its name, too. */
type Within = ScopeFilter & { readonly name?: string };

/** `null` = there is no such scope, so there is nothing to list. */
async function resolveScopeFilter(
  context: ReadContext,
  tenant: string,
  { scope, scopeKind }: ScopesOptions,
): Promise<Within | null> {
  const kind = scopeKind === undefined ? undefined : checkOneOf(scopeKind, SCOPE_KINDS, "scopeKind");
  if (scope === undefined) return { tenant, kind };
  const scopeName = parseScope(scope, tenant);
  const row = await findScope(context.use(), scopeName);
  if (row === undefined || (kind !== undefined && kind !== scopeName.kind)) return null;
  return { tenant, scope: row.num, name: formatScope(scopeName) };
}

/** The memories of a tenant that meet a filter, in the order that is asked for. */
export async function listTenantMemories(
  context: ReadContext,
  tenant: string,
  { scope, scopeKind, sort = "created", ascending = false, skip = 0, ...options }: TenantListOptions = {},
): Promise<Page<ListedMemory>> {
  const { limit, cursor, signal, links = false, ...rest } = options;
  const withLinks = checkFlag(links, "links");
  const filter = checkFilter(rest, "list()");
  const order: MemoryOrder = {
    sort: checkOneOf(sort, MEMORY_SORTS, "sort"),
    ascending: checkFlag(ascending, "ascending"),
  };
  const skipped = checkWhole(skip, "skip", 0, MAX_SKIPPED);
  const where = await resolveScopeFilter(context, tenant, { scope, scopeKind });
  return pageBy({ limit, cursor, signal }, memoryPlaces(order), async (part) => {
    if (where === null) return [];
    const condition = { ...filter, status: filter.status ?? ALL_BUT_FORGOTTEN, at: context.now() };
    const from = { ...order, ...part, skip: part.before === null ? skipped : 0 };
    const rows = await memoriesOfTenant(context.use(), where, condition, from);
    const show = showInEach(context.use(), tenant);
    const linksOf = withLinks && rows.length > 0 ? await linksIn(context, tenant, rows) : null;
    return Promise.all(
      rows.map(async (row) => ({
        item: { ...ownedMemory(row, context.now(), await show(row)), ...linksOf?.(row) },
        position: memoryPosition(row, order),
      })),
    );
  });
}

/** How many memories of a tenant meet a filter. */
export async function countInTenant(
  context: ReadContext,
  tenant: string,
  { scope, scopeKind, ...rest }: MemoryFilter & ScopesOptions = {},
): Promise<number> {
  const filter = checkFilter(rest, "count()");
  const where = await resolveScopeFilter(context, tenant, { scope, scopeKind });
  if (where === null) return 0;
  const condition = { ...filter, status: filter.status ?? ALL_BUT_FORGOTTEN, at: context.now() };
  return countTenantMemories(context.use(), where, condition);
}

/** One memory of a tenant by its id or a beginning of it; `null` where there is none. */
export async function findInTenant(
  context: ReadContext,
  tenant: string,
  id: string,
): Promise<OwnedMemory | null> {
  const prefix = checkId(id, "id");
  const rows = prefix.length < SHORT_ID ? [] : await memoriesInTenant(context.use(), tenant, prefix);
  const [first] = rows;
  // A whole id may be the beginning of another one.
  if (rows.length > 1 && first?.id !== prefix) {
    throw invalidArgument(`More than one memory's id begins with ${prefix}. Give more of it.`);
  }
  if (first === undefined) return null;
  const now = await survivorOf(context.use(), { tenant, num: first.scope }, first);
  const show = await showInEach(context.use(), tenant)(first);
  return ownedMemory({ ...first, ...now }, context.now(), show);
}

type Links = Required<Pick<ListedMemory, "replacedBy" | "replaces">>;

async function linksIn(
  context: ReadContext,
  tenant: string,
  rows: readonly OwnedMemoryRow[],
): Promise<(row: OwnedMemoryRow) => Links> {
  const show = showInEach(context.use(), tenant);
  const links = await Promise.all(
    (await replacementsOf(context.use(), tenant, rows)).map(async (row) => ({
      by: row.superseded_by,
      link: { id: row.id, text: (await show(row))(row, context.now()).text },
    })),
  );
  return ({ id, superseded_by }) => ({
    replacedBy: links.find(({ link }) => link.id === superseded_by)?.link ?? null,
    replaces: links.filter(({ by }) => by === id).map(({ link }) => link),
  });
}

const MAX_SKIPPED = 1_000_000_000;

/** A cursor is `VALUE_NUM`, or the number alone where it is what the list is ordered by; texts are in base64. */
function memoryPlaces({ sort }: MemoryOrder): CursorFormat<MemoryPosition | null> {
  const isText = sort === "person";
  return {
    top: null,
    show: (position) => {
      const { values, num } = position!;
      if (!isText) return [...values, num].join("_");
      return `${Buffer.from(JSON.stringify(values)).toString("base64url")}_${num}`;
    },
    read(cursor) {
      const [, value, num] = (isText ? TEXT_CURSOR : NUMBER_CURSOR).exec(cursor) ?? [];
      if (num === undefined) return null;
      const values = value === undefined ? [] : isText ? textsIn(value) : [Number(value)];
      return values?.length === valuesOfSort(sort) ? { values, num: Number(num) } : null;
    },
  };
}

const NUMBER_CURSOR = /^(?:(-?\d{1,16}(?:\.\d{1,20})?(?:e-?\d{1,3})?)_)?(\d{1,16})$/;
const TEXT_CURSOR = /^([\w-]{1,20000})_(\d{1,16})$/;

/** `null`: they are none. */
function textsIn(encoded: string): string[] | null {
  try {
    const values: unknown = JSON.parse(Buffer.from(encoded, "base64url").toString());
    return Array.isArray(values) && values.every((one) => typeof one === "string") ? values : null;
  } catch {
    return null;
  }
}

const EVENT_PLACES = numericCursor({ recordedAt: TOP, scope: TOP, seq: TOP });

/** The events of a tenant that meet a filter, newest first. */
export async function listTenantEvents(
  context: ReadContext,
  tenant: string,
  { limit, cursor, signal, scope, scopeKind, ...rest }: EventListOptions & ScopesOptions = {},
): Promise<Page<OwnedEvent>> {
  const filter = checkEventFilter(rest);
  const where = await resolveScopeFilter(context, tenant, { scope, scopeKind });
  return pageBy({ limit, cursor, signal }, EVENT_PLACES, async (part) => {
    if (where === null) return [];
    const { scope: num, name } = where;
    // A single scope has its own order and an index for it.
    if (num !== undefined && name !== undefined) {
      const events = await listEvents(context.use(), { tenant, num }, filter, {
        ...part,
        before: part.before.seq,
      });
      return events.map((event) => ({ item: { scope: name, event }, position: placeOf(event, num) }));
    }
    const rows = await eventsOfTenant(context.use(), where, filter, part);
    return rows.map((row) => ({
      item: { scope: scopeNameOf(row), event: row.event },
      position: placeOf(row.event, row.scope),
    }));
  });
}

const CHANGE_PLACES = numericCursor({ at: TOP, scope: TOP, rev: TOP });

/** The history of the memories of a tenant, newest first. */
export async function tenantHistory(
  context: ReadContext,
  tenant: string,
  { limit, cursor, signal, scope, scopeKind }: PageOptions & ScopesOptions = {},
): Promise<Page<OwnedChange>> {
  needAudit(context, "show");
  const where = await resolveScopeFilter(context, tenant, { scope, scopeKind });
  return pageBy({ limit, cursor, signal }, CHANGE_PLACES, async (part) => {
    if (where === null) return [];
    const rows = await historyOfTenant(context.use(), where, part);
    return rows.map((row) => ({
      item: { scope: scopeNameOf(row), change: toHistoryEntry(row) },
      position: { at: row.at, scope: row.scope, rev: row.rev },
    }));
  });
}

/** How many changes of each kind a tenant's memories had, day by day. */
export async function tenantActivity(
  context: ReadContext,
  tenant: string,
  { scope, since, until }: ActivityOptions = {},
): Promise<ActivityRow[]> {
  needAudit(context, "show");
  const where = await resolveScopeFilter(context, tenant, { scope });
  if (where === null) return [];
  const from = since === undefined ? 0 : checkTime(since, "since");
  const to = until === undefined ? Number.MAX_SAFE_INTEGER : checkTime(until, "until");
  const rows = await activityOfTenant(context.use(), where, from, to);
  return rows.map(({ day, event, count }) => ({
    day: new Date(Number(day) * DAY_MS).toISOString().slice(0, 10),
    event,
    count,
  }));
}

const DAY_MS = 86_400_000;

function placeOf({ recordedAt, seq }: Event, scope: number): EventPosition {
  return { recordedAt: recordedAt.getTime(), scope, seq };
}
