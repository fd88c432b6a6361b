import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { bundled } from "./bundled.ts";

export interface Child {
  readonly process: ChildProcess;
  /** Its standard error, for the message of a failing test. */
  readonly errors: () => string;
  /** Resolves with its exit code, or `null` after a signal. */
  readonly ended: Promise<number | null>;
}

/** Starts one of the tests' scripts in a separate process; each line it prints goes to `onLine`. */
export function startChild(
  file: URL,
  args: readonly string[],
  onLine: (line: string) => void,
  env: Readonly<Record<string, string>> = {},
): Child {
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", bundled(file).pathname, ...args],
    {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...env },
    },
  );
  let errors = "";
  child.stderr.on("data", (data) => {
    errors += String(data);
  });
  const lines = createInterface({ input: child.stdout });
  lines.on("line", onLine);
  const ended = Promise.all([
    new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code))),
    new Promise<void>((resolve) => lines.once("close", resolve)),
  ]).then(([code]) => code);
  return { process: child, errors: () => errors, ended };
}
