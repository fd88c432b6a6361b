import type { World } from "./world.ts";

/** Sooner than this nobody wonders. */
const SOON_MS = 500;
const CLEAR = "\r\u001b[K";

/** Says on a terminal what takes so long, on one line that goes away again. `what` is asked anew for each frame. */
export async function patiently<T>(
  { io: { stderr, env }, out }: World,
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
