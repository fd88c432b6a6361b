import { type McpServer, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { show } from "../domain/errors.ts";
import type { McpAccess } from "./access.ts";
import { MEMORIES_URI } from "./resources.ts";
import { watch } from "./watch.ts";

/** One connection's most; each is a line of text and costs nothing else. */
const MOST = 1_000;
const OURS = /^memoir:\/\/memor(?:ies|y\/[^/]{1,200})$/;

/**
 * `resources/subscribe` of a connection that lasts: the feed is followed from the first subscription on, and until the
 * connection closes.
 */
export function addSubscriptions({ server }: McpServer, access: McpAccess): void {
  const subscribed = new Set<string>();
  const closed = new AbortController();
  let watching = false;
  const before = server.onclose;
  server.onclose = () => {
    closed.abort();
    before?.();
  };
  server.setRequestHandler("resources/subscribe", ({ params: { uri } }) => {
    if (!OURS.test(uri)) {
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `There is no ${show(uri)} to subscribe to. There are ${MEMORIES_URI} and memoir://memory/ID.`,
      );
    }
    if (subscribed.size >= MOST && !subscribed.has(uri)) {
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `A connection has ${MOST} subscriptions at most. Subscribe to ${MEMORIES_URI} for all of them.`,
      );
    }
    subscribed.add(uri);
    if (!watching) {
      watching = true;
      watch(access, (uris) => told(uris), closed.signal);
    }
    return {};
  });
  server.setRequestHandler("resources/unsubscribe", ({ params: { uri } }) => {
    subscribed.delete(uri);
    return {};
  });
  const told = (uris: ReadonlySet<string>): void => {
    if (subscribed.size === 0) return;
    for (const uri of uris) {
      // A client that has gone is noticed where the connection closes.
      if (subscribed.has(uri)) server.sendResourceUpdated({ uri }).catch(() => undefined);
    }
    server.sendResourceListChanged().catch(() => undefined);
  };
}
