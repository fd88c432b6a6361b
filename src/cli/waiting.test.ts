import { PassThrough } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";
import { patiently } from "./waiting.ts";

async function shown(ms: number, { isTTY = true, env = {} } = {}): Promise<string> {
  const stderr = Object.assign(new PassThrough(), { isTTY });
  let asked = 0;
  expect(await patiently({ stderr, env }, () => `Loading ${++asked}…`, delay(ms, "done"))).toBe("done");
  return String(stderr.read() ?? "");
}

it("says what takes long on a terminal, and takes it away", async () => {
  expect(await shown(1_200)).toBe("\r\u001b[KLoading 1…\r\u001b[KLoading 2…\r\u001b[K");
});

it.each([
  ["when it is soon done", 50, {}],
  ["where there is no terminal", 700, { isTTY: false }],
  ["on a terminal that cannot", 700, { env: { TERM: "dumb" } }],
])("is silent %s", async (_, ms, around) => {
  expect(await shown(ms, around)).toBe("");
});

it("takes it away when the work fails", async () => {
  const stderr = Object.assign(new PassThrough(), { isTTY: true });
  const failing = delay(700).then(() => Promise.reject(new Error("no")));
  await expect(patiently({ stderr, env: {} }, () => "Loading…", failing)).rejects.toThrow("no");
  expect(String(stderr.read())).toBe("\r\u001b[KLoading…\r\u001b[K");
});
