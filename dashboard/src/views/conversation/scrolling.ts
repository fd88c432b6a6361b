import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ConversationEntry } from "../../../../src/api/conversation.ts";

/** So near to the end, in pixels, somebody reads the newest. */
const NEAR = 80;

function scroller(): HTMLElement | null {
  return document.getElementById("main");
}

interface Scrolling {
  /** Stands above the oldest message: what is older is loaded when it comes into view. */
  readonly top: RefObject<HTMLDivElement | null>;
  /** Whether something was said below what is in view. */
  readonly hasNewer: boolean;
  toEnd(): void;
}

interface Options {
  readonly entries: readonly ConversationEntry[];
  /** The event that a link names. */
  readonly wanted: string | undefined;
  older(): Promise<void>;
}

/** Keeps the place: at the end while somebody reads the newest, else where they are, whatever is added above or below. */
export function useScrolling({ entries, wanted, older }: Options): Scrolling {
  const top = useRef<HTMLDivElement>(null);
  const atEnd = useRef(wanted === undefined);
  const shown = useRef<{ first: string; last: string; fromEnd: number } | null>(null);
  const [hasNewer, setNewer] = useState(false);
  const first = entries[0]?.event.id;
  const last = entries.at(-1)?.event.id;
  const toEnd = (): void => {
    const main = scroller();
    main?.scrollTo({ top: main.scrollHeight });
    atEnd.current = true;
    setNewer(false);
  };
  useEffect(() => {
    const main = scroller();
    const moved = (): void => {
      if (main === null) return;
      const fromEnd = main.scrollHeight - main.scrollTop;
      atEnd.current = fromEnd - main.clientHeight < NEAR;
      if (shown.current !== null) shown.current = { ...shown.current, fromEnd };
      if (atEnd.current) setNewer(false);
    };
    main?.addEventListener("scroll", moved, { passive: true });
    return () => main?.removeEventListener("scroll", moved);
  }, []);
  useLayoutEffect(() => {
    const main = scroller();
    if (main === null || first === undefined || last === undefined) return;
    const before = shown.current;
    if (before === null && wanted !== undefined)
      document.getElementById(`event-${wanted}`)?.scrollIntoView({ block: "center" });
    else if (atEnd.current) toEnd();
    else if (before !== null && before.first !== first) main.scrollTop = main.scrollHeight - before.fromEnd;
    if (before !== null && before.last !== last && !atEnd.current) setNewer(true);
    shown.current = { first, last, fromEnd: main.scrollHeight - main.scrollTop };
  }, [entries]);
  useEffect(() => {
    const sentinel = top.current;
    if (sentinel === null) return;
    const watch = new IntersectionObserver(([seen]) => seen?.isIntersecting === true && void older());
    watch.observe(sentinel);
    return () => watch.disconnect();
  }, [older, first]);
  return { top, hasNewer, toEnd };
}
