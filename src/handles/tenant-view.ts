import type { ScopesOptions, TenantEvents, TenantMemories } from "../api/tenant.ts";
import { checkOneOf, checkOptions, checkSignal } from "../domain/arguments.ts";
import { MemoirError } from "../domain/errors.ts";
import type { Event } from "../domain/event.ts";
import { ALL_BUT_FORGOTTEN, SHORT_ID } from "../domain/memory.ts";
import { formatScope, parseScope, SCOPE_KINDS, type ScopeKind } from "../domain/scope.ts";
import { checkId } from "../domain/text.ts";
import type { Engine } from "../engine/engine.ts";
import { checkFilter } from "../read/check-filter.ts";
import { ownedMemory } from "../read/owned-memory.ts";
import { type Places, page, pageBy } from "../read/page.ts";
import { listEvents } from "../store/events.ts";
import { survivorOf } from "../store/merged.ts";
import { findScope } from "../store/scopes.ts";
import {
  type EventPlace,
  eventsOfTenant,
  memoriesInTenant,
  memoriesOfTenant,
  scopeName,
} from "../store/tenant-rows.ts";
import { TENANT_EVENTS_CALLS, TENANT_MEMORIES_CALLS } from "./calls.ts";
import { checked } from "./checked.ts";
import { checkEventFilter } from "./events.ts";

interface Within {
  /** One scope, by its number and name. */
  readonly scope?: number;
  readonly name?: string;
  readonly kind?: ScopeKind | undefined;
}

/** `null` = there is no such scope, so there is nothing to list. */
async function within(
  engine: Engine,
  tenant: string,
  { scope, scopeKind }: ScopesOptions,
): Promise<Within | null> {
  const kind = scopeKind === undefined ? undefined : checkOneOf(scopeKind, SCOPE_KINDS, "scopeKind");
  if (scope === undefined) return { kind };
  const wanted = parseScope(scope, tenant);
  const row = await findScope(engine.use(), wanted);
  if (row === undefined || (kind !== undefined && kind !== wanted.kind)) return null;
  return { scope: row.num, name: formatScope(wanted) };
}

export function tenantMemories(engine: Engine, tenant: string): TenantMemories {
  const at = engine.now;
  const handle: TenantMemories = {
    async list(options) {
      const { limit, cursor, signal, scope, scopeKind, ...rest } = checkOptions(options, "list()");
      const filter = checkFilter(rest, "list()");
      const where = await within(engine, tenant, { scope, scopeKind });
      return page({ limit, cursor, signal: checkSignal(signal) }, async (before, size) => {
        if (where === null) return [];
        const held = { ...filter, status: filter.status ?? ALL_BUT_FORGOTTEN, at: at() };
        const rows = await memoriesOfTenant(engine.use(), tenant, where, held, before, size);
        return rows.map((row) => ({ item: ownedMemory(row, at()), place: row.num }));
      });
    },

    async find(id) {
      const wanted = checkId(id, "id");
      const rows = wanted.length < SHORT_ID ? [] : await memoriesInTenant(engine.use(), tenant, wanted);
      const [first] = rows;
      // A whole id may be the beginning of another one.
      if (rows.length > 1 && first?.id !== wanted) {
        throw new MemoirError(
          "invalid_argument",
          `More than one memory's id begins with ${wanted}. Give more of it.`,
        );
      }
      if (first === undefined) return null;
      const now = await survivorOf(engine.use(), tenant, first.scope, first);
      return ownedMemory({ ...first, ...now }, at());
    },
  };
  return checked(handle, TENANT_MEMORIES_CALLS, "memories.");
}

const EVENT_PLACES: Places<EventPlace> = {
  top: {
    recordedAt: Number.MAX_SAFE_INTEGER,
    scope: Number.MAX_SAFE_INTEGER,
    seq: Number.MAX_SAFE_INTEGER,
  },
  show: ({ recordedAt, scope, seq }) => `${recordedAt}.${scope}.${seq}`,
  read(cursor) {
    const parts = /^(-?\d{1,16})\.(\d{1,16})\.(\d{1,16})$/.exec(cursor);
    if (parts === null) return null;
    return { recordedAt: Number(parts[1]), scope: Number(parts[2]), seq: Number(parts[3]) };
  },
};

export function tenantEvents(engine: Engine, tenant: string): TenantEvents {
  const handle: TenantEvents = {
    async list(options) {
      const { limit, cursor, signal, scope, scopeKind, ...rest } = checkOptions(options, "list()");
      const filter = checkEventFilter(rest);
      const where = await within(engine, tenant, { scope, scopeKind });
      return pageBy({ limit, cursor, signal: checkSignal(signal) }, EVENT_PLACES, async (before, size) => {
        if (where === null) return [];
        const { scope: num, name } = where;
        // One scope has an order of its own, and an index for it.
        if (num !== undefined && name !== undefined) {
          const events = await listEvents(engine.use(), tenant, num, filter, before.seq, size);
          return events.map((event) => ({ item: { scope: name, event }, place: placeOf(event, num) }));
        }
        const rows = await eventsOfTenant(engine.use(), tenant, where, filter, before, size);
        return rows.map((row) => ({
          item: { scope: scopeName(row), event: row.event },
          place: placeOf(row.event, row.scope),
        }));
      });
    },
  };
  return checked(handle, TENANT_EVENTS_CALLS, "events.");
}

function placeOf({ recordedAt, seq }: Event, scope: number): EventPlace {
  return { recordedAt: recordedAt.getTime(), scope, seq };
}
