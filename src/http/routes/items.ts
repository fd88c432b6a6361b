import { z } from "@hono/zod-openapi";
import { MEMORY_SORTS } from "../../domain/memory.ts";
import { ifMatch, matched } from "../if-match.ts";
import { oneScope, ownScope, ownTenant, severalScopes } from "../own-scope.ts";
import { type Route, reply, route } from "../route.ts";
import { given } from "../schemas/body.ts";
import {
  flag,
  name,
  pageAsked,
  pageOf,
  paging,
  reason,
  wantedAgent,
  wantedScope,
} from "../schemas/common.ts";
import { ProofSchema } from "../schemas/history.ts";
import { filterOf, ItemSchema, memoryFilters, memoryUpdate } from "../schemas/memory.ts";
import { isVisible, visibleStatuses } from "../visible.ts";
import { etagOf, itemOf, noItem, ownItem, replyItem } from "./item-of.ts";

const tag = "Memories";
const path = "/api/ltm/items/{id}";
const params = z.strictObject({ id: name });
const where = { ...wantedScope, ...wantedAgent };
const ordering = {
  sort: z
    .enum(MEMORY_SORTS)
    .optional()
    .describe("What the order goes by, the largest first. Default: `created`."),
  ascending: flag.optional().describe("The smallest first. Default: false."),
  skip: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_000_000_000)
    .optional()
    .describe("How many to pass over. Default: 0."),
};

const list = route(
  {
    method: "get",
    path: "/api/ltm/items",
    role: "read",
    tag,
    summary: "List memories, newest first.",
    description:
      "An operator sees every status but `soft_deleted` unless it asks; other keys see what is active, archived or expired. " +
      "Without `scope`, of all scopes of the tenant; with a kind alone (`scope=user`), of all of that kind. Filters are applied in the database. " +
      "`sort`, `ascending` and `skip` are for keys that see the whole tenant.",
    query: z.strictObject({ ...where, ...memoryFilters, ...ordering, ...paging }),
    answer: pageOf(ItemSchema),
  },
  async ({ service, principal, query, signal }) => {
    const status = visibleStatuses(principal, query.status);
    const options = { ...filterOf(query), status, ...pageAsked(query), signal };
    const { sort, ascending, skip } = query;
    const isOrdered = sort !== undefined || ascending !== undefined || skip !== undefined;
    const several = severalScopes(principal, query) ?? (isOrdered ? oneScope(principal, query) : null);
    if (several !== null) {
      const ordered = { ...options, ...several, sort, ascending, skip };
      const { items, next } = await ownTenant(service, principal).memories.list(ordered);
      return { items, next };
    }
    const handle = ownScope(service, principal, query);
    const { items, next } = await handle.memories.list(options);
    return { items: items.map((memory) => ({ scope: handle.scope, memory })), next };
  },
);

const count = route(
  {
    method: "get",
    path: "/api/ltm/count",
    role: "operator",
    tag,
    summary: "How many memories a list would give in all.",
    description: "With the scopes and filters of `GET /api/ltm/items`.",
    query: z.strictObject({ ...wantedScope, ...memoryFilters }),
    answer: z.object({ count: z.int() }),
  },
  async ({ service, principal, query }) => {
    const scopes = severalScopes(principal, query) ?? oneScope(principal, query);
    const options = { ...filterOf(query), ...given({ status: query.status }), ...scopes };
    return { count: await ownTenant(service, principal).memories.count(options) };
  },
);

const one = route(
  {
    method: "get",
    path,
    role: "read",
    tag,
    summary: "One memory with its evidence, quotes and validity.",
    params,
    query: z.strictObject(where),
    answer: ProofSchema,
  },
  async (call) => {
    const { handle, id } = await itemOf(call);
    const proof = await handle.memories.proof(id);
    if (!isVisible(call.principal, proof.memory)) throw noItem(id);
    return reply({ scope: handle.scope, ...proof }, { headers: { ETag: etagOf(proof.memory) } });
  },
);

const update = route(
  {
    method: "patch",
    path,
    role: "write",
    tag,
    summary: "Change a memory by hand.",
    description:
      "What is left out stays as it is. `status` takes `active`, `disabled`, `archived` and `shadow`; to forget, use DELETE. " +
      'With `If-Match: "REV"` only while the memory is as you have seen it, else 412.',
    params,
    query: z.strictObject(where),
    body: z.strictObject({ ...memoryUpdate, reason }),
    answer: ItemSchema,
  },
  async (call) => {
    const ifRev = ifMatch(call.request);
    const { reason: why, ...changes } = call.body;
    const { handle, id } = await ownItem(call);
    const options = given({ reason: why, ifRev, signal: call.signal });
    return replyItem(handle, await matched(ifRev, () => handle.memories.update(id, given(changes), options)));
  },
);

const remove = route(
  {
    method: "delete",
    path,
    role: "write",
    tag,
    summary: "Forget a memory.",
    description:
      "It is out of every read and can be restored for a while. With `hard=true` it is erased now, for good, also from the " +
      "history and from what was said; the answer is the last there is of it.",
    params,
    query: z.strictObject({ ...where, hard: flag.optional(), reason }),
    answer: ItemSchema,
  },
  async (call) => {
    const { hard, reason: why } = call.query;
    // Deleting again is no error; but who cannot see what was forgotten is not shown it so.
    let isShown = true;
    const { handle, id } = await ownItem(call, (principal, memory) => {
      isShown = isVisible(principal, memory);
      return isShown || memory.status === "soft_deleted";
    });
    const options = given({ hard, reason: why, signal: call.signal });
    const memory = await handle.memories.delete(id, options);
    return replyItem(handle, isShown ? memory : { ...memory, text: "", key: "", tags: [] });
  },
);

export const itemRoutes: readonly Route[] = [list, count, one, update, remove];
