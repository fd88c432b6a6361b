import { expect, it, vi } from "vitest";
import type { Embedder } from "./embedder.ts";
import { soonReady } from "./soon-ready.ts";

it("a model that never comes is waited for once, and the wait keeps the process alive", async () => {
  vi.useFakeTimers();
  try {
    const timers = vi.spyOn(globalThis, "setTimeout");
    const embedder: Embedder = {
      models: [],
      state: () => ({ status: "loading", detail: "" }),
      ready: () => new Promise(() => undefined),
      embedDocuments: async () => [],
      embedQuery: async () => [],
      close: async () => undefined,
    };
    const wait = soonReady(embedder);
    expect(timers).toHaveBeenCalledTimes(1);
    expect((timers.mock.results[0]!.value as NodeJS.Timeout).hasRef()).toBe(true);
    await vi.advanceTimersByTimeAsync(3_000);
    await wait;
    expect(soonReady(embedder)).toBe(wait);
  } finally {
    vi.restoreAllMocks();
    vi.useRealTimers();
  }
});
