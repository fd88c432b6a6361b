import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { MemoirError } from "../../domain/errors.ts";
import type { MemoirEngine } from "../../index.ts";
import { beside, type Output } from "../output.ts";
import type { WorkReport } from "./report.ts";

/** One look of the engine finds so many scopes with texts to embed; as many jobs mean that there may be more. */
const ONE_LOOK = 200;

/** Runs what is ready until nothing is. */
export async function workOnce(
  memoir: MemoirEngine,
  { counts }: WorkReport,
  stop: AbortSignal,
): Promise<void> {
  for (let before = counts.done; ; before = counts.done) {
    const working = memoir.work();
    // Nobody listens to it any more once it is interrupted.
    working.catch(() => undefined);
    await Promise.race([working, aborted(stop)]);
    if (stop.aborted) throw new MemoirError("aborted", "Interrupted.");
    if (counts.done - before < ONE_LOOK) return;
  }
}

const TELL_MS = 1_000;
/** Commands write without an embedder and ask for no vectors; so does a process whose model is not there yet. */
const LOOK_MS = 10_000;

/** Lets the engine run its jobs until `stop`, and says when its embedder changes. */
export async function workUntil(memoir: MemoirEngine, out: Output, stop: AbortSignal): Promise<void> {
  const tell = embedderTeller(memoir, out);
  let looking: Promise<void> | undefined;
  let lookedAt = performance.now();
  while (!stop.aborted) {
    tell();
    if (looking === undefined && performance.now() - lookedAt >= LOOK_MS) {
      // Why it failed is in the embedder's state.
      looking = memoir
        .work()
        .catch(() => undefined)
        .finally(() => {
          looking = undefined;
          lookedAt = performance.now();
        });
    }
    // A timer that keeps the process alive, which the engine's own do not.
    await delay(TELL_MS, undefined, { signal: stop }).catch(() => undefined);
  }
}

/** Says what the embedder says of itself, when it says something new; numbers that move are nothing new. */
function embedderTeller(memoir: MemoirEngine, out: Output): () => void {
  let before = "";
  return () => {
    const state = memoir.models().embedder;
    if (state === null) return;
    const { status, detail } = state;
    const sense = `${status} ${detail.replaceAll(/\d[\d.]*/g, "#")}`;
    if (sense === before) return;
    before = sense;
    if (out.json) out.record({ event: "embedder", at: new Date(), status, detail });
    else if (status === "failed") out.notice(detail);
    else out.lines(beside(out.screen, "Embedder:", 9, detail));
  };
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, "abort");
}
