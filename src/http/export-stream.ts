/** So long nobody may take anything: an export holds a snapshot of the database open, for which all others pay. */
const STALL_MS = 60_000;

/**
 * Lines as bytes, taken when the caller has room for them. One who stops reading and stays connected is cut off, so that
 * the file that was begun is seen to be none.
 */
export function exportStream(
  first: IteratorResult<string, void>,
  rest: AsyncGenerator<string, void, void>,
  stallMs: number = STALL_MS,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let ahead: typeof first | undefined = first;
  let timer: NodeJS.Timeout | undefined;
  const watch = (controller: ReadableStreamDefaultController): void => {
    timer = setTimeout(() => {
      controller.error(new Error("Nobody reads the export."));
      void rest.return();
    }, stallMs);
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
