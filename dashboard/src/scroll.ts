import { useLayoutEffect } from "preact/hooks";
import { randomId } from "../../src/client/random-id.ts";

/** How far down each entry of the browser's history was left, by its id. */
const positions = new Map<string, number>();
/** So long a page may take until it is as long as it was. */
const GROWS_MS = 5_000;

/** The id of the present entry of the browser's history. */
export function entryId(): string {
  const { entry } = (history.state ?? {}) as { entry?: string };
  if (entry !== undefined) return entry;
  const id = randomId();
  history.replaceState({ entry: id }, "");
  return id;
}

export function keepPosition(id: string, position: number): void {
  positions.set(id, position);
}

export function keptPosition(id: string): number {
  return positions.get(id) ?? 0;
}

/** A page that somebody comes back to is where it was left; a new one is at its top. */
export function useKeptScroll(id: string): void {
  useLayoutEffect(() => {
    const main = document.getElementById("main");
    if (main === null) return;
    const wanted = keptPosition(id);
    const until = performance.now() + GROWS_MS;
    let frame = 0;
    const settle = (): void => {
      cancelAnimationFrame(frame);
      frame = 0;
    };
    const reach = (): void => {
      main.scrollTop = wanted;
      const isThere = Math.abs(main.scrollTop - wanted) < 1;
      frame = isThere || performance.now() > until ? 0 : requestAnimationFrame(reach);
    };
    reach();
    const moved = (): void => {
      if (frame === 0) keepPosition(id, main.scrollTop);
    };
    main.addEventListener("scroll", moved, { passive: true });
    const hands = ["wheel", "pointerdown", "keydown"] as const;
    for (const one of hands) addEventListener(one, settle, { passive: true });
    return () => {
      settle();
      main.removeEventListener("scroll", moved);
      for (const one of hands) removeEventListener(one, settle);
    };
  }, [id]);
}
