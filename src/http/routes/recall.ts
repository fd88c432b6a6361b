import { z } from "@hono/zod-openapi";
import { wordsOf } from "../../domain/chat-message.ts";
import { MemoirError, type Recall } from "../../index.ts";
import { lightHits, wireHits } from "../answer.ts";
import { optionsOf } from "../own-scope.ts";
import { type Route, routesAbout } from "../route.ts";
import { optional, wanted } from "../schemas/common.ts";
import {
  DegradedSchema,
  HitSchema,
  LightHitSchema,
  query,
  ReceiptSchema,
  recallFields,
} from "../schemas/recall.ts";
import type { Service } from "../service.ts";

const { post } = routesAbout("Recall", "read");

const delivered = z
  .boolean()
  .describe(
    "Whether it is on record that an agent was given this: the thread's place and the counts of access.",
  );

const MOST_MESSAGES = 10_000;
const ChatMessageSchema = z
  .looseObject({ role: z.string().max(100), content: z.unknown() })
  .describe("As your model takes it; other fields are carried along.");
type ChatMessage = z.output<typeof ChatMessageSchema>;

export const recallRoutes: readonly Route[] = [
  post("/api/ltm/recall", {
    summary: "Find the memories and quotes that answer a question, with the reasons.",
    description:
      '`prompt` is the block for the model, `""` when there is nothing to say. With `deliver` it counts as given to an agent. ' +
      "Hits are short; with `explain` each has every part of its score, its evidence and the whole memory or event.",
    body: z.strictObject({
      query,
      ...recallFields,
      deliver: optional(z.boolean(), "Default: false."),
      explain: optional(
        z.boolean(),
        "Whole hits, with the parts of each score and the evidence. Default: false.",
      ),
    }),
    answer: z.object({
      hits: z.union([z.array(LightHitSchema), z.array(HitSchema)]),
      degraded: DegradedSchema,
      prompt: z.string(),
      receipt: ReceiptSchema,
      delivered,
    }),
    run: async ({ ownScope, service, body, signal }) => {
      const { query, deliver = false, explain = false, ...rest } = body;
      const found = await ownScope(rest).recall(query, optionsOf(rest, signal));
      counted(service, found);
      return {
        hits: explain ? wireHits(found.hits) : lightHits(found.hits),
        degraded: found.degraded,
        prompt: found.toPrompt(),
        receipt: found.receipt,
        delivered: deliver && (await noted(found)),
      };
    },
  }),

  post("/api/ltm/recall/delivered", {
    summary: "Mark a recall as delivered to an agent.",
    description:
      "It moves the place of the receipt's thread and the counts of access. Memories that the key may not see are passed over.",
    body: z.strictObject({ ...wanted, receipt: ReceiptSchema }),
    answer: z.object({ delivered }),
    run: async ({ ownScope, body }) => {
      await ownScope(body).delivered(body.receipt);
      return { delivered: true };
    },
  }),

  post("/api/ltm/context", {
    summary: "Return your messages with the memory block inserted.",
    description:
      "For a bot without our library. Putting it in again replaces the block of before. It counts as given to an agent, " +
      "unless `deliver` is false.",
    body: z.strictObject({
      query: optional(query, "Default: the text of the last message of the role `user`."),
      messages: z.array(ChatMessageSchema).max(MOST_MESSAGES).optional(),
      ...recallFields,
      deliver: optional(z.boolean(), "Default: true."),
    }),
    answer: z.object({
      prompt: z.string().describe('`""` when there is nothing to say.'),
      messages: z.array(ChatMessageSchema),
      degraded: DegradedSchema,
      delivered: z.boolean(),
    }),
    run: async ({ ownScope, service, body, signal }) => {
      const { messages = [], query = lastSaid(messages), deliver = true, ...rest } = body;
      const found = await ownScope(rest).recall(query, optionsOf(rest, signal));
      counted(service, found);
      return {
        prompt: found.toPrompt(),
        messages: found.injectInto(messages),
        degraded: found.degraded,
        delivered: deliver && (await noted(found)),
      };
    },
  }),
];

/** Counts a recall for `/metrics`. */
export function counted({ metrics }: Service, { degraded }: Pick<Recall, "degraded">): void {
  metrics.count("memoir_recalls_total", { degraded: degraded?.reason ?? "no" });
}

/** The answer is valid even if it cannot be recorded, as in read-only mode. */
async function noted(found: Pick<Recall, "delivered">): Promise<boolean> {
  try {
    await found.delivered();
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
  throw new MemoirError(
    "invalid_argument",
    "Say what to look for: `query`, or `messages` with a text of the role user.",
  );
}
