import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Context } from "./context.ts";
import { patiently } from "./terminal.ts";

interface Around {
  readonly isTTY?: boolean;
  readonly env?: Record<string, string>;
  readonly json?: boolean;
}

function terminal({ isTTY = true, env = {}, json = false }: Around = {}): {
  context: Context;
  text: () => string;
} {
  const stderr = Object.assign(new PassThrough(), { isTTY });
  const context = { io: { stderr, env }, out: { json } } as unknown as Context;
  return { context, text: () => String(stderr.read() ?? "") };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const delay = (ms: number): Promise<string> =>
  new Promise((resolve) => {
    setTimeout(() => resolve("done"), ms);
  });

it("says what takes long on a terminal, and takes it away", async () => {
  const { context, text } = terminal();
  let asked = 0;
  const waiting = patiently(context, () => `Loading ${++asked}…`, delay(1_200));
  await vi.advanceTimersByTimeAsync(1_200);
  expect(await waiting).toBe("done");
  expect(text().split("\r\u001b[K")).toEqual(["", "Loading 1…", "Loading 2…", ""]);
});

it.each([
  ["when it is soon done", 450, {}],
  ["where there is no terminal", 700, { isTTY: false }],
  ["with --json", 700, { json: true }],
  ["on a terminal that cannot", 700, { env: { TERM: "dumb" } }],
])("is silent %s", async (_, ms, around) => {
  const { context, text } = terminal(around);
  const waiting = patiently(context, () => "Loading…", delay(ms));
  await vi.advanceTimersByTimeAsync(ms);
  expect(await waiting).toBe("done");
  expect(text()).toBe("");
});

it("takes it away when the work fails", async () => {
  const { context, text } = terminal();
  const failing = delay(700).then(() => Promise.reject(new Error("no")));
  const failed = expect(patiently(context, () => "Loading…", failing)).rejects.toThrow("no");
  await vi.advanceTimersByTimeAsync(700);
  await failed;
  expect(text()).toBe("\r\u001b[KLoading…\r\u001b[K");
});
