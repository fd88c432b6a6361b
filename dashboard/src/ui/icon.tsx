import type { JSX } from "preact";

/** Strokes on a 24 by 24 grid. */
const PATHS = {
  memories: "M4 6h16M4 12h16M4 18h10",
  conversation: "M4 5h16v11H9l-5 4z",
  playground: "M5 4h6v6H5zM13 14h6v6h-6zM8 10v7h5M16 14V7h-5",
  review: "M4 12l5 5L20 6",
  graph:
    "M6 6m-2.5 0a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0M18 8m-2.5 0a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0M11 18m-2.5 0a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0-5 0M8.4 6.5l7.2 1.2M7 8.3l3 7.4M16.6 10l-4.4 6",
  operations:
    "M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.1 2.1M16.3 16.3l2.1 2.1M5.6 18.4l2.1-2.1M16.3 7.7l2.1-2.1",
  person: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4 21c0-4.4 3.6-7 8-7s8 2.6 8 7",
  search: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l4 4",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6L19 19M5 19l1.4-1.4M17.6 6.4L19 5",
  moon: "M20 14.5A8 8 0 0 1 9.5 4 8 8 0 1 0 20 14.5z",
  out: "M14 4h5v16h-5M10 8l-4 4 4 4M6 12h10",
  pin: "M9 3h6l-1 6 3 4H7l3-4zM12 13v8",
  docs: "M6 3h9l4 4v14H6zM9 12h7M9 16h7",
  back: "M15 5l-7 7 7 7",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }): JSX.Element {
  return (
    <svg class="glyph" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
