import { z } from "@hono/zod-openapi";
import { given } from "../../domain/arguments.ts";
import { MEMORY_FIELDS } from "../../domain/memory.ts";
import { LIMITS } from "../../domain/text.ts";
import type { Degraded, QueryRequest } from "../../index.ts";
import { type Route, reply, routesAbout } from "../route.ts";
import { moment, name, share, wanted } from "../schemas/common.ts";
import { queryFilterShape } from "../schemas/memory.ts";
import { counted } from "./recall.ts";

const { post } = routesAbout("Recall", "read");

type QueryFilters = NonNullable<QueryRequest["filters"]>;

const MOST_CATEGORIES = 1_000;
const level = z.int().min(1).max(5).nullable().optional();
const filters = queryFilterShape(MEMORY_FIELDS) as {
  [P in keyof QueryFilters]-?: z.ZodOptional<z.ZodType<Exclude<QueryFilters[P], undefined>>>;
};

const QuerySchema = z.strictObject({
  ...wanted,
  agent: name.optional().describe("The asking agent. A key bound to an agent acts as no other."),
  query: z.string().max(LIMITS.eventText),
  categories: z.array(name).max(MOST_CATEGORIES).optional(),
  filters: z
    .strictObject({ ...filters, importance_min: level, importance_max: level })
    .optional()
    .describe("Importance is 1 to 5 here."),
  top_k: z.int().optional(),
  return: z.enum(["bullets", "full"]).optional().describe("Default: `bullets`."),
  budget_tokens: z.int().optional(),
  threshold: share.optional(),
  scope: name
    .optional()
    .describe(
      "The scope to search. Default: the key's own scope where it has one, else the user of `filters.user_id`.",
    ),
});

const bullet = { id: z.string(), category: z.string(), text: z.string() };
const AnswerSchema = z.union([
  z.array(z.object(bullet)),
  z.array(
    z.object({
      ...bullet,
      score: z.number(),
      importance: z.int(),
      confidence: share,
      pinned: z.boolean(),
      tags: z.array(z.string()),
      user_id: z.string().nullable(),
      agent_id: z.string().nullable(),
      run_id: z.string().nullable(),
      actor_id: z.string().nullable(),
      role: z.string().nullable(),
      created_at: moment,
      updated_at: moment,
    }),
  ),
]);

export const queryRoutes: readonly Route[] = [
  post("/memory/query", {
    summary: "The supervisor's tool `memory.query`.",
    description:
      "Categories that the agent may not see are refused, whatever the filters say. The answer is a list, so why it may be " +
      "worse than it could be stands in the header `X-Memoir-Degraded`, and in words, percent-encoded, in `X-Memoir-Degraded-Detail`.",
    body: QuerySchema,
    answer: AnswerSchema,
    run: async ({ ownScope, service, principal, body, signal }) => {
      const { scope, agent, thread, legacy, filters, ...request } = body;
      const named = scope ?? userOf(body, principal.scopes);
      const handle = ownScope({ scope: named, agent, thread, legacy });
      const why: Degraded[] = [];
      const found = await handle.query(
        { ...given(request), ...(filters === undefined ? {} : { filters: given(filters) }) },
        { signal, onDegraded: (degraded) => why.push(degraded) },
      );
      const [degraded = null] = why;
      counted(service, { degraded });
      return reply(found, degraded === null ? {} : { headers: degradedHeaders(degraded) });
    },
  }),
];

function degradedHeaders({ reason, detail }: Degraded): Record<string, string> {
  return { "X-Memoir-Degraded": reason, "X-Memoir-Degraded-Detail": encodeURIComponent(detail) };
}

/** The one whose memories are asked for, where neither the request nor the key names a scope. */
function userOf(
  { filters }: z.output<typeof QuerySchema>,
  scopes: readonly string[] | null,
): string | undefined {
  const user = filters?.user_id;
  return user == null || scopes?.length === 1 ? undefined : `user:${user}`;
}
