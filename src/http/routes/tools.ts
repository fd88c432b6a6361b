import { z } from "@hono/zod-openapi";
import { given } from "../../domain/arguments.ts";
import { MEMORY_FIELDS } from "../../domain/memory.ts";
import { LIMITS } from "../../domain/text.ts";
import { toolWrites } from "../../domain/tool-definitions.ts";
import { TOOL_NAMES } from "../../domain/tool-names.ts";
import { type Degraded, MemoirError, type QueryRequest } from "../../index.ts";
import { checkRole } from "../identify.ts";
import { type Route, reply, routesAbout } from "../route.ts";
import { moment, name, optional, share, wanted } from "../schemas/common.ts";
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
  agent: optional(name, "The asking agent. A key bound to an agent acts as no other."),
  query: z.string().max(LIMITS.eventText),
  categories: z.array(name).max(MOST_CATEGORIES).optional(),
  filters: optional(
    z.strictObject({ ...filters, importance_min: level, importance_max: level }),
    "Importance is 1 to 5 here.",
  ),
  top_k: z.int().optional(),
  return: optional(z.enum(["bullets", "full"]), "Default: `bullets`."),
  budget_tokens: z.int().optional(),
  threshold: share.optional(),
  scope: optional(
    name,
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

/** What a model or a supervisor calls as a tool. */
export const toolRoutes: readonly Route[] = [
  post("/memory/query", {
    summary: "The supervisor's tool `memory.query`.",
    description:
      "Categories that the agent may not see are refused, whatever the filters say. The answer is a list, so why it may be " +
      "worse than it could be stands in the header `X-Memoir-Degraded`, and in words, percent-encoded, in `X-Memoir-Degraded-Detail`.",
    body: QuerySchema,
    answer: AnswerSchema,
    run: async ({ ownScope, service, principal, body, signal }) => {
      const { scope, agent, thread, legacy, filters, ...request } = body;
      // The user whose memories are asked for, where neither the request nor the key names a scope.
      const user = principal.scopes?.length === 1 ? null : filters?.user_id;
      const named = scope ?? (user == null ? undefined : `user:${user}`);
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

  post("/api/ltm/tools/{name}", {
    summary: "Run one of the preset's tools for a model.",
    description:
      "`answer` is what to tell the model, also where its arguments are wrong. The settings' `tools` say which there are; " +
      "those that store or forget need a key with the role `write` or more.",
    params: z.strictObject({ name: z.enum(TOOL_NAMES) }),
    body: z.strictObject({ ...wanted, arguments: z.unknown().optional() }),
    answer: z.object({
      answer: z.string(),
      result: z
        .record(z.string(), z.unknown())
        .nullable()
        .describe("The same as plain data; `null` where the arguments are wrong."),
    }),
    run: async ({ ownScope, principal, params: { name }, body, signal }) => {
      if (toolWrites(name)) checkRole(principal, "write");
      const tools = ownScope(body).tools();
      const tool = tools.find((one) => one.name === name);
      if (tool !== undefined) {
        const { text, result } = await tool.call(body.arguments, { signal });
        return { answer: text, result };
      }
      const there = tools.map((one) => one.name).join(", ") || "none";
      throw new MemoirError("not_found", `The settings give no tool ${name} here. There are: ${there}.`, {
        details: { tool: name },
      });
    },
  }),
];

function degradedHeaders({ reason, detail }: Degraded): Record<string, string> {
  return { "X-Memoir-Degraded": reason, "X-Memoir-Degraded-Detail": encodeURIComponent(detail) };
}
