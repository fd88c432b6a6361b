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

/** The first message in view, and how far below the top of the view it begins. */
interface Anchor {
  readonly id: string;
  readonly top: number;
}

function anchorIn(main: HTMLElement): Anchor | null {
  const edge = main.getBoundingClientRect().top;
  for (const one of main.querySelectorAll(".talk > li")) {
    const { top, bottom } = one.getBoundingClientRect();
    if (bottom > edge) return { id: one.id, top: top - edge };
  }
  return null;
}

function keepAt(main: HTMLElement, { id, top }: Anchor): void {
  const now = document.getElementById(id)?.getBoundingClientRect().top;
  if (now !== undefined) main.scrollTop += now - main.getBoundingClientRect().top - top;
}

/** Keeps the place: at the end while somebody reads the newest, else where they are, whatever is added above or below. */
export function useScrolling({ entries, wanted, older }: Options): Scrolling {
  const top = useRef<HTMLDivElement>(null);
  const atEnd = useRef(wanted === undefined);
  const anchor = useRef<Anchor | null>(null);
  const newest = useRef<string | undefined>(undefined);
  const [hasNewer, setNewer] = useState(false);
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
      atEnd.current = main.scrollHeight - main.scrollTop - main.clientHeight < NEAR;
      anchor.current = anchorIn(main);
      if (atEnd.current) setNewer(false);
    };
    main?.addEventListener("scroll", moved, { passive: true });
    return () => main?.removeEventListener("scroll", moved);
  }, []);
  useLayoutEffect(() => {
    const main = scroller();
    if (main === null || last === undefined) return;
    const isFirst = newest.current === undefined;
    if (isFirst && wanted !== undefined)
      document.getElementById(`event-${wanted}`)?.scrollIntoView({ block: "center" });
    else if (atEnd.current) toEnd();
    else if (anchor.current !== null) keepAt(main, anchor.current);
    if (!isFirst && newest.current !== last && !atEnd.current) setNewer(true);
    newest.current = last;
    anchor.current = anchorIn(main);
  }, [entries]);
  useEffect(() => {
    const sentinel = top.current;
    if (sentinel === null) return;
    const watch = new IntersectionObserver(([seen]) => seen?.isIntersecting === true && void older());
    watch.observe(sentinel);
    return () => watch.disconnect();
  }, [older]);
  return { top, hasNewer, toEnd };
}
