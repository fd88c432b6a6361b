import { z } from "@hono/zod-openapi";
import { RECALL_CALLS } from "../../../api/calls/recall.ts";
import { momentSchema, name, optional, scopeBody, shareSchema } from "../../../api/calls/schemas/common.ts";
import { queryFilterShape } from "../../../api/calls/schemas/memory.ts";
import {
  DegradedSchema,
  isUnsure,
  query,
  ReceiptSchema,
  recallFields,
} from "../../../api/calls/schemas/recall.ts";
import { roleAllows } from "../../../domain/api-key.ts";
import { withoutUndefined } from "../../../domain/arguments.ts";
import { wordsOf } from "../../../domain/chat-message.ts";
import { renderContexts } from "../../../domain/digest.ts";
import { QUERY_RETURNS } from "../../../domain/enums.ts";
import { invalidArgument } from "../../../domain/errors.ts";
import { injectInto } from "../../../domain/inject.ts";
import { MEMORY_FIELDS } from "../../../domain/memory.ts";
import { LIMITS } from "../../../domain/text.ts";
import { TOOL_NAMES, toolWrites } from "../../../domain/tool-definitions.ts";
import { type Degraded, MemoirError, type QueryRequest, type Recall } from "../../../index.ts";
import { lightHits, wireHits } from "../answer.ts";
import { scopeRoutes } from "../call-routes.ts";
import { digestsFor } from "../digests-for.ts";
import { checkRole } from "../identify.ts";
import { authorizedGroup, optionsOf } from "../own-scope.ts";
import { type Route, reply, routesAbout } from "../route.ts";
import type { Service } from "../service.ts";

const { post } = routesAbout("Recall", "read");

export const recallRoutes = scopeRoutes(RECALL_CALLS, (scope) => scope, {
  recall: async ({ authorizedScope, service, body, signal }) => {
    const { query, deliver = false, explain = false, ...rest } = body;
    const recall = await authorizedScope(rest).recall(query, optionsOf(rest, signal));
    countRecall(service, recall);
    return {
      hits: explain ? wireHits(recall.hits) : lightHits(recall.hits),
      degraded: recall.degraded,
      unsure: recall.unsure,
      prompt: recall.toPrompt(),
      receipt: recall.receipt,
      delivered: deliver && (await recordDelivery(recall)),
    };
  },

  delivered: async ({ authorizedScope, principal, body: { receipt, ...rest }, signal }) => {
    if (rest.reply !== undefined) checkRole(principal, "write");
    await authorizedScope(rest).delivered(receipt, optionsOf(rest, signal));
    return { delivered: true };
  },

  context: async ({ authorizedScope, principal, params: { reply }, query, signal }) => {
    const openOnly = !roleAllows(principal.role, "operator");
    const context = await authorizedScope(query).context(reply, { openOnly, signal });
    if (context !== null) return context;
    throw new MemoirError("not_found", `No context is on record for the reply ${reply} here.`, {
      details: { reply },
    });
  },

  person: async ({ service, principal, query: { person, ...rest }, signal }) => {
    const scope = authorizedGroup(service, principal, rest);
    const aboutPerson = await scope.person(person, optionsOf(rest, signal));
    if (aboutPerson !== null) return aboutPerson;
    throw new MemoirError("not_found", `Nobody has spoken in ${scope.scope} yet.`);
  },

  explain: async ({ authorizedScope, body: { query, ...rest }, signal }) => {
    const { hits, cut, ...explained } = await authorizedScope(rest).explain(query, optionsOf(rest, signal));
    const cutHits = wireHits(cut.map(({ hit }) => hit));
    return { hits: wireHits(hits), cut: cut.map(({ rule }, i) => ({ hit: cutHits[i], rule })), ...explained };
  },
});

const MAX_MESSAGES = 10_000;
const ChatMessageSchema = z
  .looseObject({ role: z.string().max(100), content: z.unknown() })
  .describe("As your model takes it; other fields are carried along.");
type ChatMessage = z.output<typeof ChatMessageSchema>;

/** For a bot without our library. */
export const contextRoute = post("/api/ltm/context", {
  summary: "Return your messages with the memory block inserted.",
  description:
    "For a bot without our library. Putting it in again replaces the block of before. It counts as given to an agent, " +
    "unless `deliver` is false.",
  body: z.strictObject({
    query: optional(query, "Default: the text of the last message of the role `user`."),
    messages: z.array(ChatMessageSchema).max(MAX_MESSAGES).optional(),
    ...recallFields,
    deliver: optional(z.boolean(), "Default: true."),
  }),
  answer: z.object({
    prompt: z.string().describe('`""` when there is nothing to say.'),
    messages: z.array(ChatMessageSchema),
    degraded: DegradedSchema,
    unsure: isUnsure,
    receipt: ReceiptSchema,
    delivered: z.boolean(),
  }),
  run: async ({ authorizedScope, service, principal, body, signal }) => {
    const { messages = [], query = lastSaid(messages), deliver = true, ...rest } = body;
    const scope = authorizedScope(rest);
    const recall = await scope.recall(query, optionsOf(rest, signal));
    countRecall(service, recall);
    const { digest, render } = service.memoir.settings;
    // A digest is made of the words and facts of several scopes, which a bound key does not see.
    const isFree = principal.scopes === null && principal.categories === null;
    const people =
      digest.inject && isFree && scope.scope.startsWith("group:")
        ? await digestsFor(scope, { query, asker: rest.asker }, signal)
        : [];
    const prompt = renderContexts(people, recall.toPrompt());
    return {
      prompt,
      messages: injectInto(messages, prompt, render.placement),
      degraded: recall.degraded,
      unsure: recall.unsure,
      receipt: recall.receipt,
      delivered: deliver && (await recordDelivery(recall)),
    };
  },
});

function countRecall({ metrics }: Service, { degraded }: Pick<Recall, "degraded">): void {
  metrics.count("memoir_recalls_total", { degraded: degraded?.reason ?? "no" });
}

/** The answer is valid even if it cannot be recorded, as in read-only mode. */
async function recordDelivery(recall: Pick<Recall, "delivered">): Promise<boolean> {
  try {
    await recall.delivered();
    return true;
  } catch (error) {
    if (MemoirError.is(error)) return false;
    throw error;
  }
}

function lastSaid(messages: readonly ChatMessage[]): string {
  const said = messages
    .filter(({ role }) => role === "user")
    .map((message) => wordsOf(message.content ?? message.parts));
  const last = said.findLast((words) => words !== "");
  if (last !== undefined) return last;
  throw invalidArgument("Say what to look for: `query`, or `messages` with a text of the role user.");
}

type QueryFilters = NonNullable<QueryRequest["filters"]>;

const level = z.int().min(1).max(5).nullable().optional();
const filters = queryFilterShape(MEMORY_FIELDS) as {
  [P in keyof QueryFilters]-?: z.ZodOptional<z.ZodType<Exclude<QueryFilters[P], undefined>>>;
};

const QuerySchema = z.strictObject({
  ...scopeBody,
  agent: optional(name, "The asking agent. A key bound to an agent acts as no other."),
  query: z.string().max(LIMITS.eventText),
  categories: recallFields.categories,
  filters: optional(
    z.strictObject({ ...filters, importance_min: level, importance_max: level }),
    "Importance is 1 to 5 here.",
  ),
  top_k: z.int().optional(),
  return: optional(z.enum(QUERY_RETURNS), "Default: `bullets`."),
  budget_tokens: z.int().optional(),
  threshold: shareSchema.optional(),
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
      confidence: shareSchema,
      pinned: z.boolean(),
      tags: z.array(z.string()),
      user_id: z.string().nullable(),
      agent_id: z.string().nullable(),
      run_id: z.string().nullable(),
      actor_id: z.string().nullable(),
      role: z.string().nullable(),
      created_at: momentSchema,
      updated_at: momentSchema,
    }),
  ),
]);

/** Calls of a model's or a supervisor's tools. */
export const toolRoutes: readonly Route[] = [
  post("/memory/query", {
    summary: "The supervisor's tool `memory.query`.",
    description:
      "Categories that the agent may not see are refused, whatever the filters say. The answer is a list, so why it may be " +
      "worse than it could be stands in the header `X-Memoir-Degraded`, and in words, percent-encoded, in `X-Memoir-Degraded-Detail`.",
    body: QuerySchema,
    answer: AnswerSchema,
    run: async ({ authorizedScope, service, principal, body, signal }) => {
      const { scope, agent, thread, legacy, filters, ...request } = body;
      // The user whose memories are asked for, where neither the request nor the key names a scope.
      const user = principal.scopes?.length === 1 ? null : filters?.user_id;
      const scopeName = scope ?? (user == null ? undefined : `user:${user}`);
      const handle = authorizedScope({ scope: scopeName, agent, thread, legacy });
      const why: Degraded[] = [];
      const answer = await handle.query(
        {
          ...withoutUndefined(request),
          ...(filters === undefined ? {} : { filters: withoutUndefined(filters) }),
        },
        { signal, onDegraded: (degraded) => why.push(degraded) },
      );
      const [degraded = null] = why;
      countRecall(service, { degraded });
      return reply(answer, degraded === null ? {} : { headers: degradedHeaders(degraded) });
    },
  }),

  post("/api/ltm/tools/{name}", {
    summary: "Run one of the preset's tools for a model.",
    description:
      "`answer` is what to tell the model, also where its arguments are wrong. The settings' `tools` say which there are; " +
      "those that store or forget need a key with the role `write` or more.",
    params: z.strictObject({ name: z.enum(TOOL_NAMES) }),
    body: z.strictObject({ ...scopeBody, arguments: z.unknown().optional() }),
    answer: z.object({
      answer: z.string(),
      result: z
        .record(z.string(), z.unknown())
        .nullable()
        .describe("The same as plain data; `null` where the arguments are wrong."),
    }),
    run: async ({ authorizedScope, principal, params: { name }, body, signal }) => {
      if (toolWrites(name)) checkRole(principal, "write");
      const tools = authorizedScope(body).tools();
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
