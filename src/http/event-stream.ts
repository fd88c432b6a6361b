export interface StreamOptions {
  /** How long the line may be silent. */
  readonly beatMs: number;
  /** Asked before anything is sent: whether the caller may still listen. */
  stillAllowed(): Promise<boolean>;
  /** The caller has left, or may listen no longer. */
  end(): void;
}

export const STREAM_HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "x-accel-buffering": "no",
};

/** So that proxies and callers see that the line is open. */
const BEAT = ": \n\n";

/**
 * Server-sent events from a feed of them. Nothing is taken from the feed before the caller has room for it, so whoever
 * reads slowly costs no memory.
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

/** What comes of it, or `undefined` when it takes longer. */
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
