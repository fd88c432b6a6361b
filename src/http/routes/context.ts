import { z } from "@hono/zod-openapi";
import { wordsOf } from "../../domain/chat-message.ts";
import { MemoirError } from "../../index.ts";
import { ownScope } from "../own-scope.ts";
import { type Route, route } from "../route.ts";
import { DegradedSchema, query, recallFields, recallOptions } from "../schemas/recall.ts";
import { counted, noted } from "./recall.ts";

const MOST_MESSAGES = 10_000;
const ChatMessageSchema = z
  .looseObject({ role: z.string().max(100), content: z.unknown() })
  .describe("As your model takes it; other fields are carried along.");
type ChatMessage = z.output<typeof ChatMessageSchema>;

const context = route(
  {
    method: "post",
    path: "/api/ltm/context",
    role: "read",
    tag: "Recall",
    summary: "Return your messages with the memory block inserted.",
    description:
      "For a bot without our library. Putting it in again replaces the block of before. It counts as given to an agent, " +
      "unless `deliver` is false.",
    body: z.strictObject({
      query: query.optional().describe("Default: the text of the last message of the role `user`."),
      messages: z.array(ChatMessageSchema).max(MOST_MESSAGES).optional(),
      ...recallFields,
      deliver: z.boolean().optional().describe("Default: true."),
    }),
    answer: z.object({
      prompt: z.string().describe('`""` when there is nothing to say.'),
      messages: z.array(ChatMessageSchema),
      degraded: DegradedSchema,
      delivered: z.boolean(),
    }),
  },
  async ({ service, principal, body, signal }) => {
    const { messages = [], deliver = true } = body;
    const handle = ownScope(service, principal, body);
    const found = await handle.recall(body.query ?? lastSaid(messages), recallOptions(body, signal));
    counted(service, found);
    return {
      prompt: found.toPrompt(),
      messages: found.injectInto(messages),
      degraded: found.degraded,
      delivered: deliver && (await noted(found)),
    };
  },
);

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

export const contextRoutes: readonly Route[] = [context];
