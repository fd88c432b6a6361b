import { setTimeout as pause } from "node:timers/promises";
import { type McpServer, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { withoutUndefined } from "../../domain/arguments.ts";
import { show } from "../../domain/errors.ts";
import { MemoirError } from "../../index.ts";
import type { McpAccess } from "./connection.ts";
import { MEMORIES_URI, memoryUri } from "./resources.ts";

/** Changes that arrive together are reported together: a bulk forget is one notification. */
const TOGETHER_MS = 50;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Follows the change feed of a connection's scope and tells which resources have changed, until the signal. A feed that
 * breaks is taken up again where it broke; one that is refused is not.
 */
export function watch(
  { memoir, scope, mayWatch }: McpAccess,
  tell: (uris: ReadonlySet<string>) => void,
  signal: AbortSignal,
): void {
  if (!mayWatch) return;
  let news = new Set<string>();
  const tellAll = (): void => {
    const changedUris = news;
    news = new Set();
    if (!signal.aborted) tell(changedUris);
  };
  const add = (...uris: string[]): void => {
    if (news.size === 0) setTimeout(tellAll, TOGETHER_MS);
    for (const uri of uris) news.add(uri);
  };
  const follow = async (): Promise<void> => {
    let since: string | undefined;
    let wait = FIRST_PAUSE_MS;
    while (!signal.aborted) {
      try {
        const { tenant, scope: name } = scope;
        for await (const change of memoir.changes({
          tenant,
          scope: name,
          signal,
          ...withoutUndefined({ since }),
        })) {
          since = change.cursor;
          wait = FIRST_PAUSE_MS;
          add(MEMORIES_URI, memoryUri(change.memoryId));
        }
      } catch (error) {
        if (isFinal(error)) return;
      }
      await pause(wait, undefined, { signal, ref: false });
      wait = Math.min(2 * wait, LONGEST_PAUSE_MS);
      // A client that has seen no change yet cannot know what it missed.
      if (since === undefined) add(MEMORIES_URI);
    }
  };
  // The pause rejects when the signal comes.
  follow().catch(() => undefined);
}

function isFinal(error: unknown): boolean {
  return MemoirError.is(error) && ["unauthorized", "not_allowed", "closed"].includes(error.code);
}

/** One connection's most; each is a line of text and costs nothing else. */
const MAX_SUBSCRIPTIONS = 1_000;
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
  const notify = (uris: ReadonlySet<string>): void => {
    if (subscribed.size === 0) return;
    for (const uri of uris) {
      // A client that has gone is noticed where the connection closes.
      if (subscribed.has(uri)) server.sendResourceUpdated({ uri }).catch(() => undefined);
    }
    server.sendResourceListChanged().catch(() => undefined);
  };
  server.setRequestHandler("resources/subscribe", ({ params: { uri } }) => {
    if (!OURS.test(uri)) {
      throw invalidParamsError(
        `There is no ${show(uri)} to subscribe to. There are ${MEMORIES_URI} and memoir://memory/ID.`,
      );
    }
    if (subscribed.size >= MAX_SUBSCRIPTIONS && !subscribed.has(uri)) {
      throw invalidParamsError(
        `A connection has ${MAX_SUBSCRIPTIONS} subscriptions at most. Subscribe to ${MEMORIES_URI} for all of them.`,
      );
    }
    subscribed.add(uri);
    if (!watching) {
      watching = true;
      watch(access, notify, closed.signal);
    }
    return {};
  });
  server.setRequestHandler("resources/unsubscribe", ({ params: { uri } }) => {
    subscribed.delete(uri);
    return {};
  });
}

function invalidParamsError(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
