import { z } from "@hono/zod-openapi";
import { withoutUndefined } from "../../domain/arguments.ts";
import { CHANGE_EVENTS } from "../../domain/change.ts";
import { invalidArgument, show } from "../../domain/errors.ts";
import { type Change, MemoirError } from "../../index.ts";
import { keyOf } from "../identify.ts";
import { ownScope, ownTenant, type Wanted } from "../own-scope.ts";
import { type Call, type Route, routesAbout } from "../route.ts";
import { moment, named, wantedScope } from "../schemas/common.ts";
import type { Service } from "../service.ts";

const { get } = routesAbout("Changes", "read");

/** Often enough that nothing in between takes the line for dead. */
const BEAT_MS = 15_000;
/** How often another process's changes are looked for; this one's come at once. */
const POLL_MS = 1_000;
const CURSOR = /^(?:start|\d{1,16}-\d{1,16})$/;

const ChangeSchema = named("Change", {
  cursor: z.string(),
  tenant: z.string(),
  scope: z.string(),
  rev: z.int(),
  memoryId: z.string(),
  event: z.enum(CHANGE_EVENTS),
  batch: z.string().nullable().describe("The operation that it was part of."),
  at: moment,
});

export const changeRoutes: readonly Route[] = [
  get("/api/ltm/changes", {
    summary: "Every change of a memory as it is committed, by any process, as server-sent events.",
    description:
      "Each message is `id: CURSOR`, `event: change` and one change as JSON in `data`. Without `scope`, of all scopes that " +
      "the key may use. Go on after the last one seen with `since`, or with the header `Last-Event-ID` as browsers do; " +
      "`since=start` begins with the oldest that is still kept. A change belongs to no category: a key that is bound to " +
      "some, or to an agent, sees none.",
    query: z.strictObject({
      ...wantedScope,
      since: z.string().regex(CURSOR, "must be a `cursor` of a change, or `start`").optional(),
    }),
    answer: ChangeSchema,
    type: "text/event-stream",
    run: async (call) => {
      const { service, principal, request } = call;
      const { memoir, stopping, log } = service;
      const { scope, scopes } = scopesOf(call);
      const since = lastSeen(request) ?? call.query.since;
      // A HEAD request would leave a stream open that nobody reads.
      if (request.method === "HEAD") return new Response(null, { headers: STREAM_HEADERS });
      const left = new AbortController();
      const signal = AbortSignal.any([stopping, call.signal, left.signal]);
      const close = openStream(service, principal.keyId);
      if (signal.aborted) close();
      signal.addEventListener("abort", close, { once: true });
      const { tenant } = principal;
      const feed = memoir.changes({ tenant, pollMs: POLL_MS, signal, ...withoutUndefined({ scope, since }) });
      const end = (): void => left.abort();
      const broken = (): void => log({ level: "warn", event: "feed broke", request: call.id });
      const key = keyOf(request) ?? "";
      return eventStream(messages(feed, scopes, { broken, end }), {
        beatMs: BEAT_MS,
        stillAllowed: () =>
          memoir.authenticate(key).then(
            (known) => known !== null,
            () => false,
          ),
        end,
      });
    },
  }),
];

/** One scope, all, or some of all. */
function scopesOf(call: Call<unknown, Wanted>): { scope?: string; scopes?: readonly string[] } {
  const { service, principal, query } = call;
  ownTenant(service, { ...principal, scopes: null });
  if (query.scope !== undefined || principal.scopes?.length === 1) {
    return { scope: ownScope(service, principal, query).scope };
  }
  return principal.scopes === null ? {} : { scopes: principal.scopes };
}

function lastSeen({ headers }: Request): string | undefined {
  const id = headers.get("last-event-id");
  if (id === null || id === "") return undefined;
  if (CURSOR.test(id)) return id;
  throw invalidArgument(`Last-Event-ID ${show(id)} is not a cursor of ours.`);
}

/** A feed that breaks ends the stream; the listener reconnects with the last cursor it has seen. */
async function* messages(
  feed: AsyncIterable<Change>,
  scopes: readonly string[] | undefined,
  { broken, end }: { broken(): void; end(): void },
): AsyncGenerator<string, void, void> {
  try {
    for await (const change of feed) {
      if (scopes?.includes(change.scope) === false) continue;
      yield `id: ${change.cursor}\nevent: change\ndata: ${JSON.stringify(change)}\n\n`;
    }
  } catch {
    broken();
  } finally {
    end();
  }
}

interface StreamOptions {
  /** How long the line may be silent. */
  readonly beatMs: number;
  /** Asked before anything is sent: whether the caller may still listen. */
  stillAllowed(): Promise<boolean>;
  /** The caller has left, or may listen no longer. */
  end(): void;
}

const STREAM_HEADERS = { "content-type": "text/event-stream; charset=utf-8", "x-accel-buffering": "no" };

/** Keeps the connection visibly open for proxies and callers. */
const BEAT = ": \n\n";

/**
 * Server-sent events from a feed of them. Nothing is taken from the feed before the caller has room for it, so a slow
 * reader costs no memory.
 */
export function eventStream(feed: AsyncIterator<string, void>, options: StreamOptions): Response {
  const bytes = new TextEncoder();
  let next: Promise<IteratorResult<string, void>> | undefined;
  const body = new ReadableStream<Uint8Array>({
    // The first beat lets the headers out.
    start: (controller) => controller.enqueue(bytes.encode(BEAT)),
    async pull(controller) {
      next ??= feed.next();
      const got = await within(options.beatMs, next);
      if (!(await options.stillAllowed())) {
        options.end();
        controller.close();
      } else if (got === undefined) {
        controller.enqueue(bytes.encode(BEAT));
      } else if (got.done === true) {
        controller.close();
      } else {
        next = undefined;
        controller.enqueue(bytes.encode(got.value));
      }
    },
    cancel: () => options.end(),
  });
  return new Response(body, { headers: STREAM_HEADERS });
}

/** The result, or `undefined` when it takes longer. */
async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Each costs a look at the database now and then. */
const MOST_OF_A_KEY = 20;

const open = new WeakMap<Service, Map<string, number>>();

/** Counts the streams that a key has open, and refuses one too many. Gives the way to close this one. */
function openStream(service: Service, keyId: string): () => void {
  const counts = open.get(service) ?? new Map<string, number>();
  open.set(service, counts);
  const count = counts.get(keyId) ?? 0;
  if (count >= MOST_OF_A_KEY) {
    throw new MemoirError(
      "rate_limited",
      `This key has ${count} streams open, which is the most there may be. Close one.`,
      { details: { retryAfterSeconds: 1 } },
    );
  }
  counts.set(keyId, count + 1);
  return () => {
    const left = (counts.get(keyId) ?? 1) - 1;
    if (left > 0) counts.set(keyId, left);
    else counts.delete(keyId);
  };
}
