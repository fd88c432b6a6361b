import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import { type MemoirEngine, type MemoirOptions, openMemoir } from "../index.ts";
import type { Io } from "./io.ts";
import { run } from "./main.ts";

export interface Runner {
  /** A temporary folder for each test, or for all of them. */
  readonly cwd: string;
  memoir(args: readonly string[], around?: Around): Promise<Ran>;
  json<T>(args: readonly string[], around?: Around): Promise<T>;
  /** Adds a memory and gives its short id. */
  add(...args: string[]): Promise<string>;
  /** Another process on the same database, without an embedder and without jobs. */
  library<T>(work: (memoir: MemoirEngine) => Promise<T>, options?: MemoirOptions): Promise<T>;
}

/**
 * For the body of a test file or of a `describe`: the command line in an empty folder, without an embedder. `shared`:
 * one folder for all its tests, which then only read. Default: each has its own.
 */
export function useRunner({ shared = false } = {}): Runner {
  let cwd = "";
  (shared ? beforeAll : beforeEach)(() => {
    cwd = mkdtempSync(join(tmpdir(), "memoir-cli-"));
  });
  (shared ? afterAll : afterEach)(() => rmSync(cwd, { recursive: true }));

  const memoir = (args: readonly string[], { env, ...around }: Around = {}): Promise<Ran> =>
    runIn(cwd, args, { env: { MEMOIR_EMBEDDER: "none", ...env }, ...around });
  const json = async <T>(args: readonly string[], around?: Around): Promise<T> => {
    const { code, out, err } = await memoir([...args, "--json"], around);
    if (out === "") throw new Error(`memoir ${args.join(" ")} ended with ${code}: ${err}`);
    return JSON.parse(out) as T;
  };
  return {
    get cwd() {
      return cwd;
    },
    memoir,
    json,
    add: async (...args) => (await json<{ memory: { shortId: string } }>(["add", ...args])).memory.shortId,
    async library(work, options) {
      const database = join(cwd, "memoir.db");
      const engine = await openMemoir({ embedder: "none", background: false, database, ...options });
      try {
        return await work(engine);
      } finally {
        await engine.close();
      }
    },
  };
}

export interface Around {
  readonly env?: Record<string, string>;
  /** The content of stdin. */
  readonly typed?: string;
  /** All three streams are a terminal this wide. Default: they are none. */
  readonly columns?: number;
  readonly signal?: AbortSignal;
  readonly terminated?: AbortSignal;
  /** Hears all that stands on stdout so far. */
  readonly onOut?: (text: string) => void;
}

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** The command line in this process, for tests, with everything around it given. */
export async function runIn(
  cwd: string,
  args: readonly string[],
  { env = {}, typed = "", columns, signal, terminated, onOut }: Around = {},
): Promise<Ran> {
  const said = { out: "", err: "" };
  const stream = (name: "out" | "err"): PassThrough => {
    const through = new PassThrough();
    through.on("data", (chunk) => {
      said[name] += String(chunk);
      if (name === "out") onOut?.(said.out);
    });
    return columns === undefined ? through : Object.assign(through, { isTTY: true, columns });
  };
  const stdin = new PassThrough();
  if (columns !== undefined) Object.assign(stdin, { isTTY: true });
  stdin.end(typed);
  const never = new AbortController().signal;
  const io: Io = {
    stdin,
    stdout: stream("out"),
    stderr: stream("err"),
    env,
    cwd,
    self: "memoir",
    signal: signal ?? never,
    terminated: () => terminated ?? never,
  };
  const code = await run(args, io);
  // The last output may still be in the streams' buffers.
  await setImmediate();
  return { code, ...said };
}

/** The home folder is the runner's own, for presets that keep a file there. */
export function useHome(cli: Pick<Runner, "cwd">): void {
  beforeEach(() => {
    vi.stubEnv("HOME", cli.cwd);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });
}
