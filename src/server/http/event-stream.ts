import { MemoirError } from "../../index.ts";
import { apiKeyOf } from "./identify.ts";
import type { Call } from "./route.ts";
import type { Service } from "./service.ts";

/** Often enough that nothing in between takes the line for dead. */
const BEAT_MS = 15_000;

/**
 * Answers with server-sent events until the caller leaves, the server stops or the key is taken back. `feed` gets the
 * signal that ends it; one that breaks ends the stream, and the caller connects again.
 */
export function answerFeed(call: Call, feed: (signal: AbortSignal) => AsyncIterable<string>): Response {
  const { service, principal, request } = call;
  const { memoir, stopping, log } = service;
  // A HEAD request would leave a stream open that nobody reads.
  if (request.method === "HEAD") return new Response(null, { headers: STREAM_HEADERS });
  const clientGone = new AbortController();
  const signal = AbortSignal.any([stopping, call.signal, clientGone.signal]);
  const close = openStream(service, principal.keyId);
  if (signal.aborted) close();
  signal.addEventListener("abort", close, { once: true });
  const end = (): void => clientGone.abort();
  const broken = (): void => log({ level: "warn", event: "feed broke", request: call.id });
  const key = apiKeyOf(request) ?? "";
  return eventStream(untilBroken(feed(signal), { broken, end }), {
    beatMs: BEAT_MS,
    stillAllowed: () =>
      memoir.authenticate(key).then(
        (known) => known !== null,
        () => false,
      ),
    end,
  });
}

async function* untilBroken(
  feed: AsyncIterable<string>,
  { broken, end }: { broken(): void; end(): void },
): AsyncGenerator<string, void, void> {
  try {
    yield* feed;
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
      const got = await resultWithin(options.beatMs, next);
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
async function resultWithin<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
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
const MAX_OF_A_KEY = 20;

const open = new WeakMap<Service, Map<string, number>>();

/** Counts the streams that a key has open, and refuses one too many. Gives the way to close this one. */
function openStream(service: Service, keyId: string): () => void {
  const counts = open.get(service) ?? new Map<string, number>();
  open.set(service, counts);
  const count = counts.get(keyId) ?? 0;
  if (count >= MAX_OF_A_KEY) {
    throw new MemoirError(
      "rate_limited",
      `This key has ${count} streams open, which is the most there may be. Close one.`,
      { details: { retryAfterSeconds: 1 } },
    );
  }
  counts.set(keyId, count + 1);
  return () => {
    const remaining = (counts.get(keyId) ?? 1) - 1;
    if (remaining > 0) counts.set(keyId, remaining);
    else counts.delete(keyId);
  };
}
