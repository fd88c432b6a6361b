import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { afterEach, beforeAll, beforeEach } from "vitest";

export const root = fileURLToPath(new URL("../..", import.meta.url));
export const BINARY = join(root, "bin/memoir.js");

/** For tests about meaning: the embedder that a user has who says nothing about it. */
export const BY_DEFAULT = { MEMOIR_EMBEDDER: "" };

export interface Around {
  readonly env?: Readonly<Record<string, string>>;
  /** The content of stdin; `null` leaves it open. Default: empty. */
  readonly stdin?: string | null;
  readonly onStart?: (child: ChildProcess) => void;
  /** Hears all that it has said so far. */
  readonly onText?: (child: ChildProcess, text: string) => void;
}

interface Ran {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

export interface Program {
  /** A temporary folder for each test. */
  readonly cwd: string;
  memoir(args: readonly string[], around?: Around): Promise<Ran>;
  /** The same with `--json`; it has to end well and in silence. */
  json<T>(args: readonly string[], around?: Around): Promise<T>;
}

/** For the body of a test file: the built program, each command in a separate process in an empty folder. */
export function useProgram(): Program {
  let cwd = tmpdir();
  beforeAll(buildIfStale, 300_000);
  beforeEach(() => {
    cwd = mkdtempSync(join(tmpdir(), "memoir-e2e-"));
  });
  afterEach(() => {
    rmSync(cwd, { recursive: true });
    cwd = tmpdir(); // for what runs before all tests of a block
  });

  const memoir = (args: readonly string[], around?: Around): Promise<Ran> => start(cwd, args, around);
  return {
    get cwd() {
      return cwd;
    },
    memoir,
    async json<T>(args: readonly string[], around?: Around) {
      const { code, out, err } = await memoir([...args, "--json"], around);
      if (code !== 0 || err !== "") throw new Error(`memoir ${args.join(" ")} ended with ${code}: ${err}`);
      return JSON.parse(out) as T;
    },
  };
}

/** The environment of a process: none of this one's settings, and an embedder only where a test asks for it. */
export function environment(env: Around["env"] = {}): Record<string, string> {
  const { PATH = "", NODE_COMPILE_CACHE = "" } = process.env;
  return { PATH, NODE_COMPILE_CACHE, MEMOIR_EMBEDDER: "none", ...env };
}

function start(
  cwd: string,
  args: readonly string[],
  { env, stdin = "", onStart, onText }: Around = {},
): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [BINARY, ...args], { cwd, env: environment(env) });
    const said = { out: "", err: "" };
    const listen = (name: "out" | "err") => (text: string) => {
      said[name] += text;
      onText?.(child, said.out + said.err);
    };
    child.stdout.setEncoding("utf8").on("data", listen("out"));
    child.stderr.setEncoding("utf8").on("data", listen("err"));
    child.once("error", reject);
    child.once("close", (code, signal) => resolve({ code, signal, ...said }));
    if (stdin !== null) giveInput(child.stdin, stdin, reject);
    onStart?.(child);
  });
}

/** Exits with 0 when dist was built from what is there now. */
const IS_FRESH = `import { readFileSync } from "node:fs";
import { buildFingerprint, stampFile } from "./scripts/lib/fingerprint.js";
process.exit(readFileSync(stampFile, "utf8") === buildFingerprint() ? 0 : 1);`;

let isBuilt = false;

/** Builds dist, once in a process; sources do not change while tests run. */
export function buildIfStale(): void {
  if (isBuilt) return;
  const node = (...args: string[]) => spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
  if (node("--input-type=module", "-e", IS_FRESH).status !== 0) {
    const built = node("scripts/build.js");
    if (built.status !== 0) throw new Error(`the build failed: ${built.stdout}${built.stderr}`);
  }
  isBuilt = true;
}

/** Types something to a program, which may end before it has read it. */
export function giveInput(to: Writable, text: string, failed: (error: Error) => void): void {
  to.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") failed(error);
  });
  to.end(text);
}
