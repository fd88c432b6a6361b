import type { MemoriesHandle, Proof, Relation } from "../api/memories.ts";
import type { Page, PageOptions } from "../api/page.ts";
import { MemoirError } from "../domain/errors.ts";
import type { Memory } from "../domain/memory.ts";
import { checkId } from "../domain/text.ts";
import { MEMORIES_CALLS } from "../handles/calls.ts";
import { checked } from "../handles/checked.ts";
import { filterOf } from "./filter-of.ts";
import { mapped, pageFrom } from "./page.ts";
import type { Transport } from "./transport.ts";

/** The scope and the actor of every request. */
export interface Where {
  readonly scope: string;
  readonly agent: string | undefined;
  readonly thread: string | undefined;
  readonly legacy?: readonly string[] | undefined;
}

interface Item {
  readonly memory: Memory;
}

type Undone = Awaited<ReturnType<MemoriesHandle["undo"]>>;
type UndoneBatch = Awaited<ReturnType<MemoriesHandle["undoBatch"]>>;

export function itemPath(id: string, rest = ""): string {
  return `/api/ltm/items/${encodeURIComponent(checkId(id, "id"))}${rest}`;
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
    async get(id) {
      try {
        return (await proof(id)).memory;
      } catch (error) {
        if (MemoirError.is(error) && (error.code === "not_found" || error.code === "gone")) return null;
        throw error;
      }
    },

    proof,

    async list({ limit, cursor, signal, ...filter } = {}) {
      const page = await pageFrom<Item>(
        (at) =>
          send("GET", "/api/ltm/items", {
            query: { ...query, ...filterOf(filter), limit, cursor: at },
            signal,
          }),
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
      const { items } = await send<{ items: Relation[] }>("GET", path, {
        query: { ...query, limit },
        signal,
      });
      return items;
    },

    async undo(id, { reason, letsIn, signal } = {}) {
      const { memory, undone } = await (id === undefined
        ? send<Undone>("POST", "/api/ltm/undo", {
            body: { scope, agent, reason, letsIn },
            once: true,
            signal,
          })
        : send<Undone>("POST", itemPath(id, "/undo"), {
            query,
            body: { reason, letsIn },
            once: true,
            signal,
          }));
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
