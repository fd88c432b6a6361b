import { count, duration } from "../sizes/picture.ts";
import type { Row } from "./report.ts";

const WIDTH = 900;
const ROW = 44;
/** Between two peers of a row, so that the same share does not hide one. */
const STEP = 3.5;
const TOP = 92;
const LEFT = { from: 225, to: 500 } as const;
const RIGHT = { from: 590, to: 870 } as const;
/** Relatives have related colours, all of which stand apart on white and on black. */
const COLOURS: Readonly<Record<string, string>> = {
  plain: "#8a8f98",
  history: "#b08968",
  last: "#c9b458",
  memoir: "#2f7fd8",
  "memoir-model": "#1b4f8f",
  langgraph: "#2d9d78",
  mem0: "#d9702b",
  "mem0-memory": "#e8a77d",
  "mem0-model": "#a8452f",
  mastra: "#a364d9",
};

const STYLE = `
    text { font: 12px system-ui, sans-serif; fill: #333; }
    .grid { stroke: #8885; stroke-width: 1; }
    .title { font-size: 14px; font-weight: 600; }
    @media (prefers-color-scheme: dark) { text { fill: #ddd; } }
  `;

/** Questions answered on each set, and the time of a recall against the number of memories, as an SVG. */
export function comparisonPicture(rows: readonly Row[]): string {
  const measured = rows.filter(({ figures }) => figures !== null);
  const peers = [...new Map(measured.map(({ peer, name }) => [peer, name]))];
  const sets = [...new Map(measured.map(({ set, title }) => [set, title]))];
  const bottom = TOP + sets.length * ROW - ROW / 2 + 24;
  const legendTop = bottom + 56;
  const height = legendTop + Math.ceil(peers.length / 3) * 20 + 10;
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="Questions answered on each data set, and time of a recall against the number of memories, for Memoir and others">`,
    `  <style>${STYLE}</style>`,
    ...answeredPanel(measured, sets, bottom),
    ...timePanel(measured, peers, bottom),
    ...peers.map(([peer, name], i) => {
      const [x, y] = [24 + (i % 3) * 290, legendTop + Math.floor(i / 3) * 20];
      return `  <circle cx="${x}" cy="${y - 4}" r="5" fill="${colourOf(peer)}"/>${text(x + 12, y, name)}`;
    }),
    "</svg>",
  ].join("\n")}\n`;
}

function answeredPanel(
  rows: readonly Row[],
  sets: readonly (readonly [id: string, title: string])[],
  bottom: number,
): string[] {
  const x = (share: number): number => LEFT.from + share * (LEFT.to - LEFT.from);
  return [
    text(24, 28, "Questions answered within the same budget of tokens", "start", "title"),
    text(24, 48, "“full history” has no budget: what it costs is in the table"),
    ...[0, 0.25, 0.5, 0.75, 1].flatMap((share) => [
      `  <line class="grid" x1="${at(x(share))}" x2="${at(x(share))}" y1="${TOP - 16}" y2="${bottom - 12}"/>`,
      text(x(share), bottom + 6, `${100 * share} %`, "middle"),
    ]),
    ...sets.flatMap(([set, title], i) => {
      const y = TOP + i * ROW;
      const dots = rows
        .filter((row) => row.set === set && !row.costOnly)
        .map(({ peer, figures }, position, all) => {
          const cy = y + (position - (all.length - 1) / 2) * STEP;
          return `  <circle cx="${at(x(figures!.answered))}" cy="${at(cy)}" r="5" fill="${colourOf(peer)}"/>`;
        });
      return [text(LEFT.from - 14, y + 4, title, "end"), ...dots];
    }),
  ];
}

function timePanel(
  rows: readonly Row[],
  peers: readonly (readonly [id: string, name: string])[],
  bottom: number,
): string[] {
  const sized = rows.filter(({ size }) => size !== null);
  if (sized.length === 0) return [];
  const sizes = [...new Set(sized.map(({ size }) => size!))];
  const micros = (row: Row): number => Math.max(1, row.figures!.recallMs * 1_000);
  const low = Math.floor(Math.log10(Math.min(...sized.map(micros))));
  const high = Math.ceil(Math.log10(Math.max(...sized.map(micros))));
  const x = logScale(Math.min(...sizes), Math.max(...sizes), RIGHT.from, RIGHT.to);
  const y = logScale(10 ** low, 10 ** high, bottom - 12, TOP - 16);
  return [
    text(RIGHT.from - 60, 28, "Time of a recall, without embedding", "start", "title"),
    ...Array.from({ length: high - low + 1 }, (_, i) => 10 ** (low + i)).flatMap((value) => [
      `  <line class="grid" x1="${RIGHT.from}" x2="${RIGHT.to}" y1="${at(y(value))}" y2="${at(y(value))}"/>`,
      text(RIGHT.from - 8, y(value) + 4, duration(value), "end"),
    ]),
    ...sizes.map((size) => text(x(size), bottom + 6, count(size), "middle")),
    text((RIGHT.from + RIGHT.to) / 2, bottom + 26, "memories", "middle"),
    ...peers.flatMap(([peer]) => {
      const own = sized.filter((row) => row.peer === peer);
      const points = own.map((row) => `${at(x(row.size!))},${at(y(micros(row)))}`);
      return [
        `  <polyline fill="none" stroke="${colourOf(peer)}" stroke-width="2" points="${points.join(" ")}"/>`,
        ...points.map((point) => {
          const [cx, cy] = point.split(",");
          return `  <circle cx="${cx}" cy="${cy}" r="4" fill="${colourOf(peer)}"/>`;
        }),
      ];
    }),
  ];
}

function logScale(least: number, most: number, from: number, to: number): (value: number) => number {
  const span = Math.log10(most / least) || 1;
  return (value) => from + (Math.log10(value / least) / span) * (to - from);
}

const colourOf = (peer: string): string => COLOURS[peer] ?? "#888";

const at = (value: number): string => value.toFixed(1);

function text(x: number, y: number, words: string, anchor = "start", name?: string): string {
  const style = name === undefined ? "" : ` class="${name}"`;
  return `  <text${style} x="${at(x)}" y="${at(y)}" text-anchor="${anchor}">${words}</text>`;
}
