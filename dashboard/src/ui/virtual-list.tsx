import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

interface Props {
  readonly label: string;
  readonly count: number;
  readonly rowHeight: number;
  /** The row that the keyboard is on. */
  readonly active: number;
  row(index: number): JSX.Element;
  /** Told which rows are in sight, the rows beside them included. */
  onRange(first: number, last: number): void;
  onKeyDown(event: KeyboardEvent): void;
}

/** Rows drawn above and below those in sight. */
const BESIDE = 4;

/** A list of any length that draws only the rows in sight. All rows have the same height. */
export function VirtualList({
  label,
  count,
  rowHeight,
  active,
  row,
  onRange,
  onKeyDown,
}: Props): JSX.Element {
  const frame = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  // Drawn again only when another row comes into sight.
  const look = (): void => {
    const { current } = frame;
    if (current === null) return;
    const top = Math.floor(current.scrollTop / rowHeight) * rowHeight;
    const height = current.clientHeight;
    setView((before) => (before.top === top && before.height === height ? before : { top, height }));
  };
  useLayoutEffect(() => {
    const { current } = frame;
    if (current === null) return;
    const seen = new ResizeObserver(look);
    seen.observe(current);
    return () => seen.disconnect();
  }, [rowHeight]);
  const first = Math.max(0, Math.floor(view.top / rowHeight) - BESIDE);
  const last = Math.min(count, Math.ceil((view.top + view.height) / rowHeight) + 1 + BESIDE);
  useEffect(() => onRange(first, last), [first, last, count]);
  useEffect(() => {
    const { current } = frame;
    if (current === null || active < 0) return;
    const [top, bottom] = [active * rowHeight, (active + 1) * rowHeight];
    if (top < current.scrollTop) current.scrollTop = top;
    else if (bottom > current.scrollTop + current.clientHeight)
      current.scrollTop = bottom - current.clientHeight;
  }, [active, rowHeight]);
  return (
    <div
      class="virtual"
      ref={frame}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={count}
      aria-multiselectable="true"
      aria-activedescendant={active >= first && active < last ? `row-${active}` : undefined}
      onScroll={look}
      onKeyDown={onKeyDown}
    >
      <div class="virtual-space" role="presentation" style={{ height: `${count * rowHeight}px` }}>
        <div class="virtual-rows" role="rowgroup" style={{ transform: `translateY(${first * rowHeight}px)` }}>
          {Array.from({ length: Math.max(0, last - first) }, (_, i) => row(first + i))}
        </div>
      </div>
    </div>
  );
}
