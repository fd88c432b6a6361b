import { z } from "@hono/zod-openapi";
import { pageSchema, paging, scopeQuery } from "../../../api/calls/schemas/common.ts";
import { ConversationEntrySchema } from "../../../api/calls/schemas/conversation.ts";
import { answerFeed } from "../event-stream.ts";
import { optionsOf } from "../own-scope.ts";
import { type Route, routesAbout } from "../route.ts";

const { get } = routesAbout("Events", "operator");

const path = "/api/ltm/conversation";

export const conversationRoutes: readonly Route[] = [
  get(path, {
    summary: "The events of a scope, newest first, each with what became of it.",
    description:
      "`outcomes` are the decisions about it with their memories. `waits` says what it waits for and until when: to be read, " +
      "or for a person's answer.",
    query: z.strictObject({ ...scopeQuery, ...paging }),
    answer: pageSchema(ConversationEntrySchema),
    run: ({ ownScope, query, signal }) => ownScope(query).conversation(optionsOf(query, signal)),
  }),

  get(`${path}/changes`, {
    summary: "Says when a conversation has changed, as server-sent events.",
    description:
      "Each message is `event: change` with empty `data`: something was said, read, decided or recorded, by any process. The first " +
      "comes at once. Read the conversation again then.",
    query: z.strictObject(scopeQuery),
    answer: z.object({}),
    type: "text/event-stream",
    run: async (call) => {
      const { followConversation } = call.ownScope(call.query);
      return answerFeed(call, (signal) => ticks(followConversation({ signal })));
    },
  }),
];

async function* ticks(feed: AsyncIterable<void>): AsyncGenerator<string, void, void> {
  for await (const _ of feed) yield "event: change\ndata: {}\n\n";
}
