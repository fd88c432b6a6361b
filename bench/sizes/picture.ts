/** The cost of an operation in a scope of a given size, in microseconds of CPU. */
export interface Point {
  readonly size: number;
  readonly micros: number;
}

export interface Line {
  readonly name: string;
  readonly points: readonly Point[];
  /** The same in a scope of 100 in a very large database; `null` where it was not measured. */
  readonly large: number | null;
}

const WIDTH = 780;
const HEIGHT = 420;
const PLOT = { left: 80, right: 560, top: 40, bottom: 350 } as const;
/** Where the points of the large database stand. */
const LARGE_X = 620;
const NAME_X = 650;
/** Least distance of two names. */
const NAME_GAP = 16;
/** Colours that stand apart on white and on black, and for people who see few of them. */
const COLOURS = ["#2f7fd8", "#d9702b", "#2d9d78", "#a364d9"] as const;

/** Readable on a light and on a dark page. */
export const STYLE = `
    text { font: 12px system-ui, sans-serif; fill: #333; }
    .grid { stroke: #8885; stroke-width: 1; }
    .title { font-size: 14px; font-weight: 600; }
    @media (prefers-color-scheme: dark) { text { fill: #ddd; } }
  `;

/** Cost against size as an SVG, both axes logarithmic, readable on a light and on a dark page. */
export function costPicture(lines: readonly Line[], largeMemories: number): string {
  const sizes = [...new Set(lines.flatMap(({ points }) => points.map(({ size }) => size)))].sort(
    (a, b) => a - b,
  );
  const all = lines.flatMap(({ points, large }) => [
    ...points.map(({ micros }) => micros),
    ...(large === null ? [] : [large]),
  ]);
  const x = scale(Math.min(...sizes), Math.max(...sizes), PLOT.left, PLOT.right);
  const [lowest, highest] = [10 ** Math.floor(log(Math.min(...all))), 10 ** Math.ceil(log(Math.max(...all)))];
  const y = scale(lowest, highest, PLOT.bottom, PLOT.top);
  const decades = Array.from({ length: Math.round(log(highest / lowest)) + 1 }, (_, i) => lowest * 10 ** i);
  const lastOf = ({ points, large }: Line): number => large ?? points.at(-1)?.micros ?? lowest;
  const names = apart(lines.map((line) => y(lastOf(line))));
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Processor time of remember, recall, observe and a day's upkeep against the number of memories">`,
    `  <style>${STYLE}</style>`,
    text(PLOT.left, 20, "Processor time against the number of memories", "start", "title"),
    ...decades.flatMap((micros) => [
      `  <line class="grid" x1="${PLOT.left}" x2="${LARGE_X}" y1="${at(y(micros))}" y2="${at(y(micros))}"/>`,
      text(PLOT.left - 8, y(micros) + 4, duration(micros), "end"),
    ]),
    ...sizes.map((size) => text(x(size), PLOT.bottom + 20, count(size), "middle")),
    text((PLOT.left + PLOT.right) / 2, PLOT.bottom + 44, "memories in the scope", "middle"),
    text(LARGE_X, PLOT.bottom + 20, "100 of", "middle"),
    text(LARGE_X, PLOT.bottom + 36, count(largeMemories), "middle"),
    ...lines.flatMap(({ name, points, large }, i) => {
      const colour = COLOURS[i % COLOURS.length]!;
      const places = points.map(({ size, micros }) => [x(size), y(micros)] as const);
      const dots = large === null ? places : [...places, [LARGE_X, y(large)] as const];
      return [
        `  <polyline fill="none" stroke="${colour}" stroke-width="2" points="${places.map(([px, py]) => `${at(px)},${at(py)}`).join(" ")}"/>`,
        ...dots.map(([px, py]) => `  <circle cx="${at(px)}" cy="${at(py)}" r="4" fill="${colour}"/>`),
        `  <text x="${NAME_X}" y="${at(names[i]! + 4)}" style="fill:${colour};font-weight:600">${name}</text>`,
      ];
    }),
    "</svg>",
  ].join("\n")}\n`;
}

const log = Math.log10;
const at = (value: number): string => value.toFixed(1);

function scale(least: number, most: number, from: number, to: number): (value: number) => number {
  const span = log(most) - log(least) || 1;
  return (value) => from + ((log(value) - log(least)) / span) * (to - from);
}

/** Words in a picture. */
export function text(x: number, y: number, words: string, anchor: string, name?: string): string {
  const style = name === undefined ? "" : ` class="${name}"`;
  return `  <text${style} x="${at(x)}" y="${at(y)}" text-anchor="${anchor}">${words}</text>`;
}

/** The same heights, moved so far that names do not cover each other. */
function apart(heights: readonly number[]): number[] {
  const moved = [...heights];
  const order = heights.map((_, i) => i).sort((a, b) => heights[a]! - heights[b]!);
  for (const [n, i] of order.entries()) {
    const above = order[n - 1];
    if (above !== undefined) moved[i] = Math.max(moved[i]!, moved[above]! + NAME_GAP);
  }
  return moved;
}

export function duration(micros: number): string {
  if (micros < 1_000) return `${round(micros)} µs`;
  return micros < 1e6 ? `${round(micros / 1_000)} ms` : `${round(micros / 1e6)} s`;
}

export function count(value: number): string {
  if (value < 1_000) return String(value);
  return value < 1e6 ? `${round(value / 1_000)}k` : `${round(value / 1e6)} million`;
}

const round = (value: number): string =>
  (value < 10 ? Number(value.toFixed(1)) : Math.round(value)).toString();
