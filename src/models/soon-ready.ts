import type { Embedder } from "./embedder.ts";

/** A model that lies on the disk is loaded in this time; one that is being downloaded is not waited for. */
const SOON_MS = 3_000;

const waits = new WeakMap<Embedder, Promise<void>>();

/**
 * Resolves when the embedder is ready, and at the latest some seconds after somebody first asked: what is told and asked
 * right after the start is found by its meaning too, and nobody waits twice for a model that does not come.
 */
export function soonReady(embedder: Embedder): Promise<void> {
  const known = waits.get(embedder);
  if (known !== undefined) return known;
  const wait = new Promise<void>((resolve) => {
    // It keeps the process alive: somebody waits, and the model's thread does not.
    const timer = setTimeout(resolve, SOON_MS);
    embedder
      .ready()
      .catch(() => undefined)
      .then(() => {
        clearTimeout(timer);
        resolve();
      });
  });
  waits.set(embedder, wait);
  return wait;
}
