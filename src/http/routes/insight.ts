import { z } from "@hono/zod-openapi";
import { given } from "../../domain/arguments.ts";
import { CUT_RULES } from "../../domain/budget.ts";
import { HISTORY_EVENTS, WRITE_OUTCOMES } from "../../domain/change.ts";
import { PRESET_NAMES, SOURCES } from "../../domain/names.ts";
import { LIMITS } from "../../domain/text.ts";
import { oneScope, severalScopes } from "../own-scope.ts";
import { type Route, routesAbout } from "../route.ts";
import { name, pageOf, paging, span, wanted, wantedScope } from "../schemas/common.ts";
import { MessageSchema } from "../schemas/event.ts";
import { HistorySchema } from "../schemas/history.ts";
import { MemorySchema } from "../schemas/memory.ts";
import { DegradedSchema, HitSchema, query, recallFields, recallOptions } from "../schemas/recall.ts";
import { wireHits } from "../wire.ts";

const { get, post } = routesAbout("Operator", "operator");

const { thread: _, ...explained } = recallFields;

const DraftSchema = MemorySchema.pick({
  ...{ text: true, key: true, kind: true, type: true, category: true, tags: true },
  ...{ status: true, subject: true, confidence: true, importance: true },
});

export const insightRoutes: readonly Route[] = [
  post("/api/ltm/explain", {
    summary: "A recall with the lines it left out, each with the rule that cut it.",
    description:
      "`floor`: not relevant enough; `twin`: a quote whose words a memory has; `repeats`: a better line says the same; `type` and " +
      "`category`: enough of that; `items` and `tokens`: no room. Nothing is counted as delivered.",
    body: z.strictObject({
      query,
      ...explained,
      preset: z
        .enum(PRESET_NAMES)
        .optional()
        .describe("With the read policy and the block of this preset. Default: those in force."),
      memory: name.optional().describe("A memory's id; `verdict` says what became of it."),
    }),
    answer: z.object({
      hits: z.array(HitSchema),
      cut: z.array(z.object({ hit: HitSchema, rule: z.enum(CUT_RULES) })),
      floors: z.partialRecord(z.enum(SOURCES), z.number()),
      degraded: DegradedSchema,
      prompt: z.string(),
      tokens: z.int(),
      limits: z.object({ maxItems: z.int(), maxTokens: z.int().nullable() }),
      verdict: z.enum(["shown", ...CUT_RULES, "status", "kind", "strength", "unrelated"]).nullable(),
    }),
    run: async ({ ownScope, body, signal }) => {
      const { query: words, preset, memory } = body;
      const options = { ...recallOptions(body, signal), ...given({ preset, memory }) };
      const { hits, cut, ...rest } = await ownScope(body).explain(words, options);
      const left = wireHits(cut.map(({ hit }) => hit));
      return { hits: wireHits(hits), cut: cut.map(({ rule }, i) => ({ hit: left[i], rule })), ...rest };
    },
  }),

  post("/api/ltm/preview", {
    summary: "Extract and decide without writing: the outcome that these messages would have.",
    description: "A language model is asked as usual, where there is one, and its tokens count.",
    body: z.strictObject({ ...wanted, messages: z.array(MessageSchema).max(LIMITS.batch) }),
    answer: z.object({
      texts: z.array(z.string()),
      redacted: z.int(),
      entries: z.array(
        z.object({
          outcome: z.enum(WRITE_OUTCOMES),
          text: z.string(),
          reason: z.string(),
          message: z.int(),
          memory: DraftSchema.nullable(),
          meets: MemorySchema.nullable(),
          replaces: z.array(MemorySchema),
        }),
      ),
    }),
    run: ({ ownScope, body, signal }) => ownScope(body).preview(body.messages.map(given), { signal }),
  }),

  get("/api/ltm/audit", {
    summary: "The audit log: every change of a memory in all scopes, with actor and reason, newest first.",
    query: z.strictObject({ ...wantedScope, ...paging }),
    answer: pageOf(z.object({ scope: z.string(), change: HistorySchema })),
    run: ({ ownTenant, principal, query: asked, signal }) => {
      const scopes = severalScopes(principal, asked) ?? oneScope(principal, asked);
      return ownTenant().history({ limit: asked.limit, cursor: asked.cursor, ...scopes, signal });
    },
  }),

  get("/api/ltm/activity", {
    summary: "How many memories were added, changed and forgotten, by UTC day.",
    query: z.strictObject({ ...wantedScope, ...span }),
    answer: z.object({
      activity: z.array(z.object({ day: z.string(), event: z.enum(HISTORY_EVENTS), count: z.int() })),
    }),
    run: async ({ ownTenant, principal, query: { since, until, ...asked } }) => {
      const scope = asked.scope === undefined ? {} : oneScope(principal, asked);
      const options = { ...scope, ...given({ since, until }) };
      return { activity: await ownTenant().activity(options) };
    },
  }),
];
