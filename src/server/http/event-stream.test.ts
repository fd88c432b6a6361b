import { describe, expect, it } from "vitest";
import { eventStream } from "./event-stream.ts";

async function* feedOf(taken: string[], ...all: string[]): AsyncGenerator<string, void, void> {
  for (const one of all) {
    taken.push(one);
    yield one;
  }
}

/** Never says anything. */
const silent: AsyncIterator<string, void> = { next: () => new Promise(() => undefined) };

function readerOf(response: Response): { read(): Promise<string | undefined>; cancel(): Promise<void> } {
  const reader = response.body!.getReader();
  const decoder = new TextDecoder();
  return {
    read: async () => {
      const { value } = await reader.read();
      return value === undefined ? undefined : decoder.decode(value);
    },
    cancel: () => reader.cancel(),
  };
}

describe("eventStream", () => {
  const ends: string[] = [];
  const options = { beatMs: 60_000, stillAllowed: async () => true, end: () => void ends.push("end") };

  it("says that it is open, then each message, and ends with its feed", async () => {
    const response = eventStream(feedOf([], "data: 1\n\n", "data: 二\n\n"), options);
    expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    expect(await response.text()).toBe(": \n\ndata: 1\n\ndata: 二\n\n");
  });

  it("takes from the feed no more than there is room for", async () => {
    const taken: string[] = [];
    const reader = readerOf(eventStream(feedOf(taken, "1", "2", "3", "4"), options));
    expect(taken).toEqual([]);
    expect(await reader.read()).toBe(": \n\n");
    expect(await reader.read()).toBe("1");
    expect(taken.length).toBeLessThan(4);
  });

  it("beats while the feed is silent, and loses nothing by it", async () => {
    let say: (message: string) => void = () => undefined;
    const said = new Promise<string>((resolve) => {
      say = resolve;
    });
    const feed = { next: async () => ({ value: await said, done: false }) as IteratorResult<string, void> };
    const reader = readerOf(eventStream(feed, { ...options, beatMs: 1 }));
    for (let i = 0; i < 3; i += 1) expect(await reader.read()).toBe(": \n\n");
    say("at last");
    let heard = await reader.read();
    while (heard === ": \n\n") heard = await reader.read();
    expect(heard).toBe("at last");
  });

  it("ends once the caller may listen no longer, before it says another word", async () => {
    let allowed = true;
    const stream = eventStream(feedOf([], "1", "2", "3", "4"), {
      ...options,
      stillAllowed: async () => allowed,
    });
    const reader = readerOf(stream);
    await reader.read();
    ends.length = 0;
    allowed = false;
    const rest = [await reader.read(), await reader.read()];
    expect(rest.at(-1)).toBeUndefined();
    expect(ends).toEqual(["end"]);
  });

  it("ends when the caller leaves", async () => {
    ends.length = 0;
    await readerOf(eventStream(silent, options)).cancel();
    expect(ends).toEqual(["end"]);
  });
});
