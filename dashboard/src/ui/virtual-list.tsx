import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { entryId, keepPosition, keptPosition } from "../scroll.ts";
import { RowHeights } from "./row-heights.ts";

interface Props {
  readonly label: string;
  /** Tells the lists of one entry of the browser's history apart. */
  readonly name: string;
  readonly count: number;
  /** The height of a row that was not drawn yet. */
  readonly estimate: number;
  /** The row that the keyboard is on. */
  readonly active: number;
  /** One element each. */
  row(index: number): JSX.Element;
  /** Told which rows are in sight, the rows beside them included. */
  onRange(first: number, last: number): void;
  onKeyDown(event: KeyboardEvent): void;
}

/** Rows drawn above and below those in sight. */
const BESIDE = 4;

interface View {
  readonly first: number;
  readonly last: number;
}

/** A list of any length that draws only the rows in sight, each as high as its words need. */
export function VirtualList(props: Props): JSX.Element {
  const { label, name, count, estimate, active, row, onRange, onKeyDown } = props;
  const frame = useRef<HTMLDivElement>(null);
  const drawn = useRef<HTMLDivElement>(null);
  const heights = useRef(new RowHeights(count, estimate));
  const width = useRef(0);
  const [{ first, last }, setView] = useState<View>({ first: 0, last: Math.min(count, 12) });
  const [, redraw] = useState(0);
  if (heights.current.count !== count) heights.current = heights.current.resized(count);
  // Drawn again only when another row comes into sight.
  const look = (): void => {
    const { current } = frame;
    if (current === null) return;
    const rows = heights.current;
    if (width.current !== current.clientWidth) {
      width.current = current.clientWidth;
      heights.current = new RowHeights(rows.count, estimate);
      redraw((before) => before + 1);
    }
    const next = {
      first: Math.max(0, rows.at(current.scrollTop) - BESIDE),
      last: Math.min(rows.count, rows.at(current.scrollTop + current.clientHeight) + 1 + BESIDE),
    };
    setView((before) => (before.first === next.first && before.last === next.last ? before : next));
  };
  useLayoutEffect(() => {
    const { current } = frame;
    if (current === null) return;
    const seen = new ResizeObserver(look);
    seen.observe(current);
    return () => seen.disconnect();
  }, []);
  const id = useRef(`${entryId()} ${name}`);
  // Where somebody left it, in rows: until they move it, whatever the rows above turn out to need.
  const left = useRef(keptPosition(id.current) || null);
  const release = (): void => {
    left.current = null;
  };
  const scrolled = (): void => {
    look();
    if (frame.current !== null && left.current === null && count > 0)
      keepPosition(id.current, heights.current.rowsTo(frame.current.scrollTop));
  };
  // Each drawing may show rows that were not measured, or new words in those that were.
  useLayoutEffect(() => {
    const { current } = frame;
    if (current === null || drawn.current === null) return;
    let [grown, above] = [0, 0];
    for (const [i, element] of [...drawn.current.children].entries()) {
      const index = first + i;
      const isAbove = heights.current.offset(index) < current.scrollTop;
      const change = heights.current.set(index, (element as HTMLElement).offsetHeight);
      grown += Math.abs(change);
      if (isAbove) above += change;
    }
    if (left.current !== null && count > 0) current.scrollTop = heights.current.offsetAfter(left.current);
    if (grown === 0) return;
    // The words that somebody reads stay where they are.
    if (above !== 0 && first > 0 && left.current === null) current.scrollTop += above;
    redraw((before) => before + 1);
    look();
  });
  useEffect(() => onRange(first, Math.min(count, last)), [first, last, count]);
  useEffect(look, [count]);
  const reveal = (): void => {
    const { current } = frame;
    if (current === null || active < 0) return;
    const [top, bottom] = [heights.current.offset(active), heights.current.offset(active + 1)];
    if (top < current.scrollTop) current.scrollTop = top;
    else if (bottom > current.scrollTop + current.clientHeight)
      current.scrollTop = bottom - current.clientHeight;
  };
  useEffect(() => {
    reveal();
    // Rows that were drawn for it are measured by then.
    const again = requestAnimationFrame(reveal);
    return () => cancelAnimationFrame(again);
  }, [active]);
  const until = Math.min(count, last);
  return (
    <div
      class="virtual"
      ref={frame}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={count}
      aria-multiselectable="true"
      aria-activedescendant={active >= first && active < until ? `row-${active}` : undefined}
      onScroll={scrolled}
      onWheel={release}
      onPointerDown={release}
      onKeyDown={(event) => {
        release();
        onKeyDown(event);
      }}
    >
      <div class="virtual-space" role="presentation" style={{ height: `${heights.current.offset(count)}px` }}>
        <div
          class="virtual-rows"
          role="rowgroup"
          ref={drawn}
          style={{ transform: `translateY(${heights.current.offset(first)}px)` }}
        >
          {Array.from({ length: Math.max(0, until - first) }, (_, i) => row(first + i))}
        </div>
      </div>
    </div>
  );
}
