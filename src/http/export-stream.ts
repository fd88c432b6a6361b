/** How long a reader may stall: an export holds a snapshot of the database open, which slows down all others. */
const STALL_MS = 60_000;

/** How long an export may take in all: meanwhile the log of the database grows, with words that others erase in it. */
const MOST_MS = 3_600_000;

/**
 * Lines as bytes, taken when the caller has room for them. One who stops reading and stays connected is cut off, so that
 * the file that was begun is seen to be none.
 */
export function exportStream(
  first: IteratorResult<string, void>,
  rest: AsyncGenerator<string, void, void>,
  { stallMs = STALL_MS, mostMs = MOST_MS }: { stallMs?: number; mostMs?: number } = {},
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let ahead: typeof first | undefined = first;
  let timer: NodeJS.Timeout | undefined;
  const ends = performance.now() + mostMs;
  const watch = (controller: ReadableStreamDefaultController): void => {
    const left = ends - performance.now();
    const why = left < stallMs ? "The export takes too long." : "Nobody reads the export.";
    timer = setTimeout(
      () => {
        controller.error(new Error(why));
        void rest.return();
      },
      Math.max(0, Math.min(stallMs, left)),
    );
    timer.unref();
  };
  return new ReadableStream<Uint8Array>(
    {
      start: watch,
      async pull(controller) {
        clearTimeout(timer);
        const { done, value } = ahead ?? (await rest.next());
        ahead = undefined;
        if (done === true) {
          controller.close();
          return;
        }
        controller.enqueue(encoder.encode(value));
        watch(controller);
      },
      async cancel() {
        clearTimeout(timer);
        await rest.return();
      },
    },
    { highWaterMark: 0 },
  );
}
