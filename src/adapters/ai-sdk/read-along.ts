import { isRecord } from "../../domain/arguments.ts";
import { firstUnits, LIMITS } from "../../domain/text.ts";
import type { StreamPart } from "../model-call.ts";

export interface Listener<P> {
  /** Sees each part before it goes on, and may replace it. */
  part(part: P): P | Promise<P>;
  /** Once, with the answer's text so far: at the end, when the stream breaks or when its reader leaves. */
  end(text: string): Promise<void>;
}

/**
 * The same stream, read along. It is read whether or not somebody wants its parts: leaving a loop over `textStream` does
 * not end the stream below it. Its end waits for `end()`; errors pass after the parts before them, and leaving ends it.
 */
export function readAlong<P extends StreamPart>(
  stream: ReadableStream<P>,
  listener: Listener<P>,
): ReadableStream<P> {
  const reader = stream.getReader();
  const answer = answerText();
  const parts: ReturnType<typeof reader.read>[] = [];
  const read = async (): Promise<void> => {
    for (;;) {
      const next = reader.read();
      parts.push(next);
      const { done, value } = await next;
      if (done) return;
      answer.add(value);
    }
  };
  const ended = read()
    .catch(() => undefined)
    .then(() => listener.end(answer.text()));
  return new ReadableStream<P>(
    {
      async pull(controller) {
        const { done, value } = await parts.shift()!;
        if (!done) return controller.enqueue(await listener.part(value));
        await ended;
        controller.close();
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

/** Texts of different parts are separated by a line break, as in the message that the SDK makes of them. */
function answerText(): { add(part: StreamPart): void; text(): string } {
  let text = "";
  let last: unknown;
  return {
    add(part) {
      if (part.type !== "text-delta" || text.length >= LIMITS.eventText || !isRecord(part)) return;
      if (text !== "" && part.id !== last) text += "\n";
      last = part.id;
      text = firstUnits(text + String(part.delta ?? ""), LIMITS.eventText);
    },
    text: () => text,
  };
}
