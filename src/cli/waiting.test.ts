import { PassThrough } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";
import type { Context } from "./context.ts";
import { patiently } from "./waiting.ts";

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

it("says what takes long on a terminal, and takes it away", async () => {
  const { context, text } = terminal();
  let asked = 0;
  expect(await patiently(context, () => `Loading ${++asked}…`, delay(1_200, "done"))).toBe("done");
  const frames = text().split("\r\u001b[K");
  expect(frames.slice(0, 2)).toEqual(["", "Loading 1…"]);
  expect(frames.at(-1)).toBe("");
});

it.each([
  ["when it is soon done", 50, {}],
  ["where there is no terminal", 700, { isTTY: false }],
  ["with --json", 700, { json: true }],
  ["on a terminal that cannot", 700, { env: { TERM: "dumb" } }],
])("is silent %s", async (_, ms, around) => {
  const { context, text } = terminal(around);
  expect(await patiently(context, () => "Loading…", delay(ms, "done"))).toBe("done");
  expect(text()).toBe("");
});

it("takes it away when the work fails", async () => {
  const { context, text } = terminal();
  const failing = delay(700).then(() => Promise.reject(new Error("no")));
  await expect(patiently(context, () => "Loading…", failing)).rejects.toThrow("no");
  expect(text().endsWith("Loading…\r\u001b[K")).toBe(true);
});
