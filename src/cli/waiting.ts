import type { Context } from "./context.ts";

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
  let shown = false;
  const timer = setInterval(() => {
    shown = true;
    stderr.write(`${CLEAR}${what()}`);
  }, SOON_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
    if (shown) stderr.write(CLEAR);
  }
}
