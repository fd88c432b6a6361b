import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { exportStream } from "./transfer.ts";

describe("an export on its way out", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const begun = async (
    mostMs = 100_000,
  ): Promise<{ stream: ReadableStream<Uint8Array>; ended: () => boolean }> => {
    let ended = false;
    const lines = (async function* () {
      try {
        yield* ["one\n", "二\n", "three\n"];
      } finally {
        ended = true;
      }
    })();
    return {
      stream: exportStream(await lines.next(), lines, { stallMs: 1_000, mostMs }),
      ended: () => ended,
    };
  };

  it("is whole when somebody reads on, however slowly", async () => {
    const { stream, ended } = await begun();
    let text = "";
    for await (const piece of stream) {
      text += new TextDecoder().decode(piece);
      await vi.advanceTimersByTimeAsync(900);
    }
    expect([text, ended()]).toEqual(["one\n二\nthree\n", true]);
  });

  it.each([0, 1, 2])(
    "is cut off, and lets go of the database, when nobody reads after %i pieces",
    async (read) => {
      const { stream, ended } = await begun();
      const reader = stream.getReader();
      for (let i = 0; i < read; i += 1) await reader.read();
      await vi.advanceTimersByTimeAsync(999);
      expect(ended()).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      expect(ended()).toBe(true);
      await expect(reader.read()).rejects.toThrow("Nobody reads");
    },
  );

  it("S20: is cut off when it takes too long in all, however it is read", async () => {
    const { stream, ended } = await begun(1_500);
    const reader = stream.getReader();
    await reader.read();
    await vi.advanceTimersByTimeAsync(900);
    await reader.read();
    expect(ended()).toBe(false);
    await vi.advanceTimersByTimeAsync(600);
    expect(ended()).toBe(true);
    await expect(reader.read()).rejects.toThrow("too long");
  });

  it("lets go of the database when the caller leaves", async () => {
    const { stream, ended } = await begun();
    await stream.cancel();
    expect(ended()).toBe(true);
  });
});
