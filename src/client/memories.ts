import { checked } from "../api/calls/index.ts";
import type {
  DeletedMemory,
  MemoriesHandle,
  MemoryFilter,
  Proof,
  Relation,
  RestoredMemory,
} from "../api/memories.ts";
import type { ReasonOptions } from "../api/options.ts";
import type { ProfileField, ProfileHandle } from "../api/profile.ts";
import type { EventsHandle } from "../api/scope.ts";
import { checkFlag } from "../domain/arguments.ts";
import { invalidArgument } from "../domain/errors.ts";
import type { Event } from "../domain/event.ts";
import { MEMORY_FIELDS, type Memory } from "../domain/memory.ts";
import { filtersOf } from "../domain/memory-field.ts";
import { fetchPage, mapped, orNull, queryTime, segment, type Where } from "./request.ts";
import type { Transport } from "./transport.ts";

const FILTERS = filtersOf(MEMORY_FIELDS);

/** Filters as a query string has them. Of two with one name there, a list says more than one value. */
export function filterQuery(filter: MemoryFilter, filters = FILTERS): Record<string, unknown> {
  const query: Record<string, unknown> = {};
  for (const { name, param, type, compare } of filters) {
    const value = filter[name as keyof MemoryFilter];
    if (value === undefined || (query[param] !== undefined && compare !== "in")) continue;
    query[param] = type.kind === "time" ? new Date(value as number) : value;
  }
  return query;
}

/** The query of a list with these filters. A server has one parameter for both ways to name categories. */
export function memoryFilterQuery(filter: MemoryFilter): Record<string, unknown> {
  if (filter.category === undefined || filter.categories === undefined) return filterQuery(filter);
  throw invalidArgument(
    "Over a server a list takes `category` or `categories`, not both. Leave one of them out.",
    { option: "category" },
  );
}

interface Item {
  readonly memory: Memory;
}

type Deleted = Item & Pick<DeletedMemory, "restored" | "replaced">;
type Restored = Item & Pick<RestoredMemory, "ended" | "stillReplaced">;
type Undone = Awaited<ReturnType<MemoriesHandle["undo"]>>;
type UndoneBatch = Awaited<ReturnType<MemoriesHandle["undoBatch"]>>;

export function itemPath(id: string, rest = ""): string {
  return `/api/ltm/items/${segment(id)}${rest}`;
}

/** The memories of a scope on a server. */
export function remoteMemories(transport: Transport, { scope, agent }: Where): MemoriesHandle {
  const { send } = transport;
  const query = { scope, agent };
  const proof = async (id: string): Promise<Proof> => {
    const { memory, evidence, validity, supersedes } = await send<Proof>("GET", itemPath(id), { query });
    return { memory, evidence, validity, supersedes };
  };
  /** The records of one memory, or of the whole scope. */
  const recordsOf = (id: string | undefined, records: string): string =>
    id === undefined ? `/api/ltm/${records}` : itemPath(id, `/${records}`);
  const decide = async (
    verdict: "approve" | "reject",
    id: string,
    { reason, signal }: ReasonOptions = {},
  ): Promise<Memory> => {
    const body = { ...query, id, reason };
    return (await send<Item>("POST", `/api/ltm/review/${verdict}`, { body, signal })).memory;
  };

  return checked("memories", {
    get: async (id) => (await orNull(proof(id), ["not_found", "gone"]))?.memory ?? null,

    proof,

    async list({ limit, cursor, signal, ...filter } = {}) {
      const asked = { ...query, ...memoryFilterQuery(filter), limit, cursor, signal };
      return mapped(await fetchPage<Item>(transport, "/api/ltm/items", asked), ({ memory }) => memory);
    },

    async update(id, changes, { reason, ifRev, signal } = {}) {
      const headers: Record<string, string> = ifRev === undefined ? {} : { "if-match": `"${ifRev}"` };
      const body = { ...changes, reason };
      return (await send<Item>("PATCH", itemPath(id), { query, body, headers, signal })).memory;
    },

    async delete(id, { hard, bringBack, reason, signal } = {}) {
      const asked = { query: { ...query, hard, bring_back: bringBack, reason }, signal };
      const { memory, restored, replaced } = await send<Deleted>("DELETE", itemPath(id), asked);
      return { ...memory, restored, replaced };
    },

    async restore(id, { reason, signal } = {}) {
      const asked = { query, body: { reason }, once: true, signal };
      const { memory, ended, stillReplaced } = await send<Restored>("POST", itemPath(id, "/restore"), asked);
      return { ...memory, ended, stillReplaced };
    },

    approve: (id, options) => decide("approve", id, options),
    reject: (id, options) => decide("reject", id, options),

    decisions: (id, options) => fetchPage(transport, recordsOf(id, "decisions"), { ...query, ...options }),
    history: (id, options) => fetchPage(transport, recordsOf(id, "history"), { ...query, ...options }),

    async relations(id, { limit, signal } = {}) {
      const asked = { query: { ...query, limit }, signal };
      return (await send<{ items: Relation[] }>("GET", recordsOf(id, "relations"), asked)).items;
    },

    async undo(id, { reason, letsIn, activatePending = letsIn, signal } = {}) {
      const once = { once: true, signal };
      const { memory, undone } = await (id === undefined
        ? send<Undone>("POST", "/api/ltm/undo", { body: { ...query, reason, activatePending }, ...once })
        : send<Undone>("POST", itemPath(id, "/undo"), { query, body: { reason, activatePending }, ...once }));
      return { memory, undone };
    },

    async undoBatch(batch, { reason, letsIn, activatePending = letsIn, signal } = {}) {
      const path = `/api/ltm/batches/${encodeURIComponent(batch)}/undo`;
      const body = { ...query, reason, activatePending };
      const { memories, undone } = await send<UndoneBatch>("POST", path, { body, once: true, signal });
      return { memories, undone };
    },
  });
}

/** The events of a scope on a server. */
export function remoteEvents(transport: Transport, { scope, agent }: Where): EventsHandle {
  const { send } = transport;
  const query = { scope, agent };
  const pathOf = (id: string): string => `/api/ltm/events/${segment(id)}`;
  return checked("events", {
    async get(id) {
      return (await orNull(send<{ event: Event }>("GET", pathOf(id), { query })))?.event ?? null;
    },
    async list({ session, since, until, ...filter } = {}) {
      const times = { since: queryTime(since, "since"), until: queryTime(until, "until") };
      const asked = { ...query, ...filter, ...times, session_id: session };
      return mapped(
        await fetchPage<{ event: Event }>(transport, "/api/ltm/events", asked),
        ({ event }) => event,
      );
    },
    edit: async (id, text, { forget, signal } = {}) => {
      const asked = { body: { ...query, text, forget }, signal };
      return (await send<{ changed: boolean }>("PATCH", pathOf(id), asked)).changed;
    },
    remove: async (id, { forget, signal } = {}) => {
      const asked = { query: { ...query, forget }, signal };
      return (await send<{ changed: boolean }>("DELETE", pathOf(id), asked)).changed;
    },
    allowCore: async (id, allowed, { signal } = {}) => {
      const asked = { body: { ...query, allowed }, signal };
      return (await send<{ changed: boolean }>("PUT", `${pathOf(id)}/core`, asked)).changed;
    },
  });
}

const PROFILE = "/api/ltm/profile";

/** The profile of a scope on a server. */
export function remoteProfile(transport: Transport, where: Where): ProfileHandle {
  const { send } = transport;
  const query = { scope: where.scope, agent: where.agent };
  const field = (name: string): string => `${PROFILE}/${segment(name, "field")}`;
  return checked("profile", {
    get: async () => (await send<{ fields: ProfileField[] }>("GET", PROFILE, { query })).fields,
    propose: (name, value, { signal, ...options } = {}) => {
      const body = { ...where, field: name, value, ...options };
      return send("POST", `${PROFILE}/proposals`, { body, once: true, signal });
    },
    set: (name, value, { signal, ...options } = {}) =>
      send("PUT", field(name), { body: { ...where, value, ...options }, signal }),
    confirm: async (target, { accept, signal }) => {
      const verdict = checkFlag(accept, "accept") ? "confirm" : "reject";
      const path = `${PROFILE}/proposals/${segment(target, "target")}/${verdict}`;
      return send("POST", path, { body: where, once: true, signal });
    },
    remove: async (name, { signal, ...options } = {}) => {
      const asked = { query: { ...query, ...options }, signal };
      return (await send<{ removed: number }>("DELETE", field(name), asked)).removed;
    },
    proposals: (options) => fetchPage(transport, `${PROFILE}/proposals`, { ...query, ...options }),
  });
}
