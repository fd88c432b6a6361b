import type { RecallCallOptions } from "../recall.ts";
import type { ScopeHandle } from "../scope.ts";
import { about, type CallTable, type OptionNames, PAGE, SIGNAL } from "./call.ts";

const RECALL_OPTIONS: OptionNames<Omit<RecallCallOptions, "thread">> = {
  ...SIGNAL,
  from: true,
  asker: true,
  limit: true,
  maxTokens: true,
  tools: true,
  filters: true,
  categories: true,
  asOf: true,
  threshold: true,
  deadlineMs: true,
};

const LEGACY = "Scopes that are read along with it.";

export const RECALL = about("Recall", "read", {
  recall: {
    http: "POST /api/ltm/recall",
    summary: "Find the memories and quotes that answer a question, with the reasons.",
    description:
      '`prompt` is the block for the model, `""` when there is nothing to say. With `deliver` it counts as given to an agent. ' +
      "Hits are short; with `explain` each has every part of its score, its evidence and the whole memory or event.",
    args: ["query"],
    options: { ...RECALL_OPTIONS, thread: true },
    body: ({ z, optional, query, recallFields }) =>
      z.strictObject({
        query,
        ...recallFields,
        deliver: optional(z.boolean(), "Default: false."),
        explain: optional(
          z.boolean(),
          "Whole hits, with the parts of each score and the evidence. Default: false.",
        ),
      }),
    answer: ({ z, DegradedSchema, HitSchema, isDelivered, isUnsure, LightHitSchema, ReceiptSchema }) =>
      z.object({
        hits: z.union([z.array(LightHitSchema), z.array(HitSchema)]),
        degraded: DegradedSchema,
        unsure: isUnsure,
        prompt: z.string(),
        receipt: ReceiptSchema,
        delivered: isDelivered,
      }),
  },
  delivered: {
    http: "POST /api/ltm/recall/delivered",
    summary: "Mark a recall as delivered to an agent.",
    description:
      "It moves the place of the receipt's thread and the counts of access. Memories that the key may not see are passed over. " +
      "With `reply`, the block is recorded for that reply: `GET /api/ltm/contexts/{reply}` shows it.",
    args: ["receipt"],
    options: { ...SIGNAL, reply: true, question: true },
    body: ({ z, name, optional, ReceiptSchema, scopeBody }) =>
      z.strictObject({
        ...scopeBody,
        receipt: ReceiptSchema,
        reply: optional(name, "Your own id of the event that holds the reply."),
        question: optional(name, "Your own id of the event that holds the question."),
      }),
    answer: ({ z, isDelivered }) => z.object({ delivered: isDelivered }),
    gives: "nothing",
  },
  core: {
    http: "GET /api/ltm/core",
    summary: "The lines that stand in every prompt, whatever is asked.",
    description:
      "In the prompt's order, within the read policy's `coreTokens`; none where its `core` is off. `DELETE /api/ltm/items/{id}` " +
      "takes the line of a memory out, `PUT /api/ltm/events/{id}/core` that of a message.",
    options: { ...SIGNAL, asker: true },
    query: ({ z, listOf, name, optional, scopeQuery }) =>
      z.strictObject({
        ...scopeQuery,
        legacy: optional(listOf(name), LEGACY),
        asker: optional(name, "In a group, the account whose lines are listed. Default: nobody's own."),
      }),
    answer: ({ z, CoreLineSchema, DegradedSchema }) =>
      z.object({ lines: z.array(CoreLineSchema), degraded: DegradedSchema }),
    whose: ["scope", "agent", "legacy"],
  },
  contexts: {
    http: "GET /api/ltm/contexts",
    summary: "The replies of a scope with a context on record, newest first.",
    description: "A context is recorded where `POST /api/ltm/recall/delivered` names the reply.",
    options: PAGE,
    query: ({ z, paging, scopeQuery }) => z.strictObject({ ...scopeQuery, ...paging }),
    answer: ({ ContextEntrySchema, pageSchema }) => pageSchema(ContextEntrySchema),
    gives: "page",
  },
  context: {
    http: "GET /api/ltm/contexts/{reply}",
    summary: "What the model knew when it said this: the block that went with a reply.",
    description:
      "`reply` is your own id of the reply's event. Each line says what it said then, and what became of it since. Words of lines " +
      "that were replaced, forgotten or are held back are for keys with the role operator; lines of a scope that the request does not read are `unseen`.",
    args: ["reply"],
    options: { ...SIGNAL, openOnly: true },
    query: ({ z, listOf, name, optional, scopeQuery }) =>
      z.strictObject({ ...scopeQuery, legacy: optional(listOf(name), LEGACY) }),
    answer: ({ ContextSchema }) => ContextSchema,
    whose: ["scope", "agent", "legacy"],
    nullFor: ["not_found"],
  },
  person: {
    http: "GET /api/ltm/person",
    tag: "People",
    summary: "What is known about one person, in sections for people to read.",
    description:
      "Memories, and the person's own words where no memory says the same. Nothing is counted as delivered. 404 in a scope " +
      "that people share while nobody has spoken there. A key that is bound to categories has no such view.",
    args: ["person"],
    options: { ...SIGNAL, limit: true },
    query: ({ z, listOf, name, optional, scopeQuery }) =>
      z.strictObject({
        ...scopeQuery,
        legacy: optional(listOf(name), LEGACY),
        person: optional(name, "An account id. Default: the user of a user's scope, else who spoke last."),
        limit: optional(z.coerce.number().int(), "Lines of each section. Default: 6, at most 50."),
      }),
    answer: ({ AboutPersonSchema }) => AboutPersonSchema,
    whose: ["scope", "agent", "legacy"],
    nullFor: ["not_found"],
  },
  explain: {
    http: "POST /api/ltm/explain",
    role: "operator",
    tag: "Operator",
    summary: "A recall with the lines it left out, each with the rule that cut it.",
    description:
      "`floor`: not relevant enough; `gate`: the question needs no memory; `repeats`: a better line says the same; `type` and " +
      "`category`: enough of that; `items` and `tokens`: no room. `verdict` says why the memory or the message that is named is in the " +
      "block or not. Nothing is counted as delivered.",
    args: ["query"],
    options: { ...RECALL_OPTIONS, preset: true, memory: true, event: true },
    body: ({ z, name, optional, presetName, query, recallFields: { thread: _, ...fields } }) =>
      z.strictObject({
        query,
        ...fields,
        preset: optional(
          presetName,
          "With the read policy and the block of this preset. Default: those in force.",
        ),
        memory: optional(name, "A memory's id: `verdict` is about it."),
        event: optional(name, "A message's id: `verdict` is about it."),
      }),
    answer: ({ ExplanationSchema }) => ExplanationSchema,
    whose: ["scope", "agent", "legacy"],
  },
  conversation: {
    http: "GET /api/ltm/conversation",
    role: "operator",
    tag: "Events",
    summary: "The events of a scope, newest first, each with what became of it.",
    description:
      "`outcomes` are the decisions about it with their memories. `waits` says what it waits for and until when: to be read, " +
      "or for a person's answer.",
    options: PAGE,
    query: ({ z, paging, scopeQuery }) => z.strictObject({ ...scopeQuery, ...paging }),
    answer: ({ ConversationEntrySchema, pageSchema }) => pageSchema(ConversationEntrySchema),
    gives: "page",
  },
  followConversation: { options: SIGNAL },
  /** The answer has its reasons in headers. */
  query: { args: ["request"], options: { ...SIGNAL, onDegraded: true } },
} satisfies Partial<CallTable<ScopeHandle>>);
