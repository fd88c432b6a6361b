import { z } from "@hono/zod-openapi";
import { momentSchema, namedObject, scopeParams } from "../../../api/calls/schemas/common.ts";
import { withoutUndefined } from "../../../domain/arguments.ts";
import { CHANGE_EVENTS } from "../../../domain/change.ts";
import { invalidArgument, show } from "../../../domain/errors.ts";
import type { Change } from "../../../index.ts";
import { answerFeed } from "../event-stream.ts";
import { authorizedScope, authorizedTenant, type ScopeRequest } from "../own-scope.ts";
import { type Call, type Route, routesAbout } from "../route.ts";

const { get } = routesAbout("Changes", "read");

/** How often another process's changes are looked for; this one's come at once. */
const POLL_MS = 1_000;
const CURSOR = /^(?:start|\d{1,16}-\d{1,16})$/;

const ChangeSchema = namedObject("Change", {
  cursor: z.string(),
  tenant: z.string(),
  scope: z.string(),
  rev: z.int(),
  memoryId: z.string(),
  event: z.enum(CHANGE_EVENTS),
  batch: z.string().nullable().describe("The operation that it was part of."),
  at: momentSchema,
});

export const changeRoutes: readonly Route[] = [
  get("/api/ltm/changes", {
    summary: "Every change of a memory as it is committed, by any process, as server-sent events.",
    description:
      "Each message is `id: CURSOR`, `event: change` and one change as JSON in `data`. Without `scope`, of all scopes that " +
      "the key may use. Go on after the last one seen with `since`, or with the header `Last-Event-ID` as browsers do; " +
      "`since=start` begins with the oldest that is still kept. A change belongs to no category: a key that is bound to " +
      "some, or to an agent, sees none.",
    query: z.strictObject({
      ...scopeParams,
      since: z.string().regex(CURSOR, "must be a `cursor` of a change, or `start`").optional(),
    }),
    answer: ChangeSchema,
    type: "text/event-stream",
    run: async (call) => {
      const { memoir } = call.service;
      const { tenant } = call.principal;
      const { scope, scopes } = scopesOf(call);
      const since = lastSeen(call.request) ?? call.query.since;
      return answerFeed(call, (signal) =>
        messages(
          memoir.changes({ tenant, pollMs: POLL_MS, signal, ...withoutUndefined({ scope, since }) }),
          scopes,
        ),
      );
    },
  }),
];

/** One scope, all, or some of all. */
function scopesOf(call: Call<unknown, ScopeRequest>): { scope?: string; scopes?: readonly string[] } {
  const { service, principal, query } = call;
  authorizedTenant(service, { ...principal, scopes: null });
  if (query.scope !== undefined || principal.scopes?.length === 1) {
    return { scope: authorizedScope(service, principal, query).scope };
  }
  return principal.scopes === null ? {} : { scopes: principal.scopes };
}

function lastSeen({ headers }: Request): string | undefined {
  const id = headers.get("last-event-id");
  if (id === null || id === "") return undefined;
  if (CURSOR.test(id)) return id;
  throw invalidArgument(`Last-Event-ID ${show(id)} is not a cursor of ours.`);
}

async function* messages(
  feed: AsyncIterable<Change>,
  scopes: readonly string[] | undefined,
): AsyncGenerator<string, void, void> {
  for await (const change of feed) {
    if (scopes?.includes(change.scope) === false) continue;
    yield `id: ${change.cursor}\nevent: change\ndata: ${JSON.stringify(change)}\n\n`;
  }
}
