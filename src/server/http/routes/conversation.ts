import { z } from "@hono/zod-openapi";
import { scopeQuery } from "../../../api/calls/schemas/common.ts";
import { answerFeed } from "../event-stream.ts";
import { type Route, routesAbout } from "../route.ts";
import { recallRoutes } from "./recall.ts";

const { get } = routesAbout("Events", "operator");

export const conversationRoutes: readonly Route[] = [
  recallRoutes.conversation,

  get("/api/ltm/conversation/changes", {
    summary: "Says when a conversation has changed, as server-sent events.",
    description:
      "Each message is `event: change` with empty `data`: something was said, read, decided or recorded, by any process. The first " +
      "comes at once. Read the conversation again then.",
    query: z.strictObject(scopeQuery),
    answer: z.object({}),
    type: "text/event-stream",
    run: async (call) => {
      const { followConversation } = call.authorizedScope(call.query);
      return answerFeed(call, (signal) => ticks(followConversation({ signal })));
    },
  }),
];

async function* ticks(feed: AsyncIterable<void>): AsyncGenerator<string, void, void> {
  for await (const _ of feed) yield "event: change\ndata: {}\n\n";
}
