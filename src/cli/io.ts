import { readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { Environment } from "../runtime/environment.ts";

type Terminal<S> = S & { readonly isTTY?: boolean; readonly columns?: number };

/** The input and output of a command: streams, environment, signals. */
export interface Io {
  readonly stdin: Terminal<Readable>;
  readonly stdout: Terminal<Writable>;
  readonly stderr: Terminal<Writable>;
  readonly env: Environment;
  readonly cwd: string;
  /** How the user calls us, so that the commands we suggest work as they stand. */
  readonly self: string;
  /** Ctrl-C. */
  readonly signal: AbortSignal;
  /** SIGTERM, for a command that runs until it is stopped: from this call on the signal asks and no longer kills. */
  terminated(): AbortSignal;
}

export function processIo(signal: AbortSignal, terminated: () => AbortSignal): Io {
  const cwd = process.cwd();
  return {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    cwd,
    self: selfOf(process.env, process.argv[1] ?? "memoir", cwd),
    signal,
    terminated,
  };
}

function selfOf(env: Environment, script: string, cwd: string): string {
  if (env.npm_command) return "npm exec memoir --";
  return basename(script) === "memoir.js" ? `node ${relative(cwd, script)}` : "memoir";
}

/** For a command that runs until it is stopped: by Ctrl-C, by SIGTERM, or because the reader of its output closed the pipe. */
export function stopSignal(io: Io): AbortSignal {
  const outputClosed = new AbortController();
  io.stdout.once("error", () => outputClosed.abort());
  return AbortSignal.any([io.signal, io.terminated(), outputClosed.signal]);
}

export interface GlobalFlags {
  readonly json?: boolean;
  readonly database?: string;
  readonly config?: string;
  readonly server?: string;
  readonly apiKey?: string;
  readonly preset?: string;
  readonly tenant?: string;
  readonly model?: string;
  readonly embedder?: string;
  readonly user?: string;
  readonly group?: string;
  readonly project?: string;
  readonly global?: boolean;
}

const FLAGS = ["user", "group", "project", "global"] as const;

export function namedByFlag(flags: GlobalFlags): (typeof FLAGS)[number] | undefined {
  return FLAGS.find((flag) => flags[flag] !== undefined);
}

/** Two folders up from here, in the sources as in the build. */
export function packageFolder(): string {
  return fileURLToPath(new URL("../..", import.meta.url));
}

export function packageInfo(): { readonly version: string; readonly engines: { readonly node: string } } {
  return JSON.parse(readFileSync(join(packageFolder(), "package.json"), "utf8"));
}
