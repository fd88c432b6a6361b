import type { MemoriesHandle, MemoryFilter, Proof, Relation } from "../api/memories.ts";
import type { Page, PageOptions } from "../api/options.ts";
import { MemoirError } from "../domain/errors.ts";
import { MEMORY_FIELDS, type Memory } from "../domain/memory.ts";
import { filtersOf } from "../domain/memory-field.ts";
import { checked, MEMORIES_CALLS } from "../handles/calls.ts";
import { mapped, pageFrom } from "./page.ts";
import { orNull, segment, type Where } from "./request.ts";
import type { Transport } from "./transport.ts";

const FILTERS = filtersOf(MEMORY_FIELDS);

/** Filters as a query string has them (R52, R266). Of two with one name there, a list says more than one value. */
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
export function filterOf(filter: MemoryFilter): Record<string, unknown> {
  if (filter.category === undefined || filter.categories === undefined) return filterQuery(filter);
  throw new MemoirError(
    "invalid_argument",
    "Over a server a list takes `category` or `categories`, not both. Leave one of them out.",
    { details: { option: "category" } },
  );
}

interface Item {
  readonly memory: Memory;
}

type Undone = Awaited<ReturnType<MemoriesHandle["undo"]>>;
type UndoneBatch = Awaited<ReturnType<MemoriesHandle["undoBatch"]>>;

export function itemPath(id: string, rest = ""): string {
  return `/api/ltm/items/${segment(id)}${rest}`;
}

/** The memories of a scope on a server. */
export function remoteMemories({ send }: Transport, { scope, agent }: Where): MemoriesHandle {
  const query = { scope, agent };
  const proof = async (id: string): Promise<Proof> => {
    const { memory, evidence, validity } = await send<Proof>("GET", itemPath(id), { query });
    return { memory, evidence, validity };
  };
  const listed = <T>(
    path: string,
    { limit, cursor, signal, ...rest }: PageOptions & { outcome?: string } = {},
  ): Promise<Page<T>> =>
    pageFrom((at) => send("GET", path, { query: { ...query, ...rest, limit, cursor: at }, signal }), cursor);
  const decide = async (
    verdict: "approve" | "reject",
    id: string,
    { reason, signal }: { reason?: string; signal?: AbortSignal } = {},
  ): Promise<Memory> => {
    const body = { scope, agent, id, reason };
    return (await send<Item>("POST", `/api/ltm/review/${verdict}`, { body, signal })).memory;
  };

  const handle: MemoriesHandle = {
    get: async (id) => (await orNull(proof(id), ["not_found", "gone"]))?.memory ?? null,

    proof,

    async list({ limit, cursor, signal, ...filter } = {}) {
      const asked = { ...query, ...filterOf(filter), limit };
      const page = await pageFrom<Item>(
        (at) => send("GET", "/api/ltm/items", { query: { ...asked, cursor: at }, signal }),
        cursor,
      );
      return mapped(page, ({ memory }) => memory);
    },

    async update(id, changes, { reason, ifRev, signal } = {}) {
      const headers: Record<string, string> = ifRev === undefined ? {} : { "if-match": `"${ifRev}"` };
      const body = { ...changes, reason };
      return (await send<Item>("PATCH", itemPath(id), { query, body, headers, signal })).memory;
    },

    async delete(id, { hard, reason, signal } = {}) {
      return (await send<Item>("DELETE", itemPath(id), { query: { ...query, hard, reason }, signal })).memory;
    },

    async restore(id, { reason, signal } = {}) {
      return (
        await send<Item>("POST", itemPath(id, "/restore"), { query, body: { reason }, once: true, signal })
      ).memory;
    },

    approve: (id, options) => decide("approve", id, options),
    reject: (id, options) => decide("reject", id, options),

    decisions: (id, options) =>
      listed(id === undefined ? "/api/ltm/decisions" : itemPath(id, "/decisions"), options),
    history: (id, options) =>
      listed(id === undefined ? "/api/ltm/history" : itemPath(id, "/history"), options),

    async relations(id, { limit, signal } = {}) {
      const path = id === undefined ? "/api/ltm/relations" : itemPath(id, "/relations");
      const asked = { query: { ...query, limit }, signal };
      return (await send<{ items: Relation[] }>("GET", path, asked)).items;
    },

    async undo(id, { reason, letsIn, signal } = {}) {
      const once = { once: true, signal };
      const { memory, undone } = await (id === undefined
        ? send<Undone>("POST", "/api/ltm/undo", { body: { ...query, reason, letsIn }, ...once })
        : send<Undone>("POST", itemPath(id, "/undo"), { query, body: { reason, letsIn }, ...once }));
      return { memory, undone };
    },

    async undoBatch(batch, { reason, letsIn, signal } = {}) {
      const path = `/api/ltm/batches/${encodeURIComponent(batch)}/undo`;
      const body = { scope, agent, reason, letsIn };
      const { memories, undone } = await send<UndoneBatch>("POST", path, { body, once: true, signal });
      return { memories, undone };
    },
  };
  return checked(handle, MEMORIES_CALLS, "memories.");
}
