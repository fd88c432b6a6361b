import { colorsFor } from "../src/cli/output.ts";
import { cutToWidth } from "../src/cli/width.ts";

const FRAME_MS = 100;
const LINE_MS = 5_000;
const BAR = 24;
const CLEAR = "\r\u001b[K";

/** Shows on stderr how far long work has come. */
export interface Progress {
  step(done: number, total: number): void;
  /** Takes a line that is still being written off the screen. */
  end(): void;
}

interface Stream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** A bar on a terminal; elsewhere a line at the beginning, now and then, and at the end. */
export function showProgress(
  what: string,
  stream: Stream = process.stderr,
  clock: () => number = () => performance.now(),
): Progress {
  const bar = stream.isTTY === true && process.env.TERM !== "dumb";
  const { cyan, dim } = colorsFor(stream, process.env);
  const began = clock();
  let shownAt = Number.NEGATIVE_INFINITY;
  return {
    step(done, total) {
      const now = clock();
      if (now - shownAt < (bar ? FRAME_MS : LINE_MS) && done < total) return;
      shownAt = now;
      const said = `${done} of ${total}${rest(now - began, done, total)}`;
      if (!bar) {
        stream.write(`${what}: ${said}\n`);
        return;
      }
      const filled = total === 0 ? BAR : Math.round((done / total) * BAR);
      const name = cutToWidth(what, Math.max(8, (stream.columns ?? 80) - 1 - BAR - 4 - said.length));
      stream.write(`${CLEAR}${name}  ${cyan("━".repeat(filled))}${dim("─".repeat(BAR - filled))}  ${said}`);
    },
    end() {
      if (bar) stream.write(CLEAR);
    },
  };
}

function rest(spentMs: number, done: number, total: number): string {
  if (done >= total) return `, ${seconds(spentMs)}`;
  return done === 0 || spentMs < 1_000 ? "" : `, ${seconds((spentMs / done) * (total - done))} to go`;
}

const seconds = (ms: number): string =>
  ms < 90_000 ? `${(ms / 1_000).toFixed(ms < 9_950 ? 1 : 0)} s` : `${Math.round(ms / 60_000)} min`;
