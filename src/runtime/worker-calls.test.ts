import { expect, it } from "vitest";
import { type CancelCall, WorkerCalls } from "./worker-calls.ts";

interface Ask {
  readonly kind: "ask";
  readonly id: number;
}

function started() {
  const posted: (Ask | CancelCall)[] = [];
  const calls = new WorkerCalls<Ask>((request) => posted.push(request));
  const ask = (signal?: AbortSignal): Promise<unknown> => calls.call((id) => ({ kind: "ask", id }), signal);
  return { posted, calls, ask };
}

it("settles each call by its number, in any order", async () => {
  const { calls, ask } = started();
  const both = Promise.allSettled([ask(), ask()]);
  calls.settle({ kind: "error", id: 2, error: { code: "closed", message: "no", details: {} } });
  calls.settle({ kind: "done", id: 1, result: "one" });
  calls.settle({ kind: "done", id: 9, result: "of nobody" });
  expect(await both).toMatchObject([
    { value: "one" },
    { reason: { name: "MemoirError", code: "closed", message: "no" } },
  ]);
  expect(calls.size).toBe(0);
});

it("cancels a call that is aborted, and sends none for a signal that already is", async () => {
  const { posted, calls, ask } = started();
  const leaving = new AbortController();
  const call = ask(leaving.signal);
  leaving.abort("left");
  await expect(call).rejects.toBe("left");
  await expect(ask(leaving.signal)).rejects.toBe("left");
  expect(posted).toEqual([
    { kind: "ask", id: 1 },
    { kind: "cancel", id: 1 },
  ]);
  expect(calls.size).toBe(0);
});

it("fails all calls when the worker is gone", async () => {
  const { calls, ask } = started();
  const both = Promise.allSettled([ask(), ask()]);
  const gone = new Error("gone");
  calls.failAll(gone);
  expect(await both).toMatchObject([{ reason: gone }, { reason: gone }]);
});
