import { PassThrough } from "node:stream";
import { setImmediate } from "node:timers/promises";
import type { Io } from "./io.ts";
import { run } from "./main.ts";

export interface Around {
  readonly env?: Record<string, string>;
  /** What stands on stdin. */
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
  // What was written last may still be on its way through the streams.
  await setImmediate();
  return { code, ...said };
}
