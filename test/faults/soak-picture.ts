import { duration, STYLE, text } from "../../bench/sizes/picture.ts";
import { byRound, percentile, type SoakReport } from "./soak-report.ts";

const WIDTH = 900;
const PANEL = 230;
const PLOT = { left: 70, right: 880, top: 46, bottom: 190 } as const;
const LINES = [
  { name: "p99", share: 0.99, colour: "#d9702b" },
  { name: "p50", share: 0.5, colour: "#2f7fd8" },
] as const;
/** The median and the 99th percentile of each minute, one panel a database, and the moments of the faults, as an SVG. */
export function soakPicture(reports: readonly SoakReport[]): string {
  const height = reports.length * PANEL + 10;
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="Answer times over time under faults, median and 99th percentile of each minute">`,
    `  <style>${STYLE}.fault { stroke: #a364d9; stroke-width: 1; stroke-dasharray: 2 3; }</style>`,
    ...reports.flatMap((report, i) => [
      `  <g transform="translate(0 ${i * PANEL})">`,
      ...panel(report),
      "  </g>",
    ]),
    "</svg>",
  ].join("\n")}\n`;
}

function panel(report: SoakReport): string[] {
  const rounds = byRound(report);
  const minutes = Math.ceil(rounds.at(-1)?.at ?? 1);
  const lines = LINES.map((line) => ({
    ...line,
    points: rounds.map(({ at, ms }) => ({ at, micros: percentile(line.share, ms) * 1_000 })),
  }));
  const all = lines.flatMap(({ points }) => points.map(({ micros }) => micros));
  const [low, high] = [Math.floor(log(Math.min(...all))), Math.ceil(log(Math.max(...all)))];
  const x = (at: number): number => PLOT.left + (at / minutes) * (PLOT.right - PLOT.left);
  const y = (micros: number): number =>
    PLOT.bottom - ((log(micros) - low) / (high - low || 1)) * (PLOT.bottom - PLOT.top);
  const decades = Array.from({ length: high - low + 1 }, (_, i) => 10 ** (low + i));
  const ticks = Array.from({ length: 7 }, (_, i) => Math.round((minutes * i) / 6));
  const others = report.injected.filter(({ what }) => what !== "SIGKILL");
  return [
    text(PLOT.left, 20, `${report.engine}: answer times of each minute`, "start", "title"),
    ...LINES.map(({ name, colour }, i) => label(PLOT.right - 60 + i * 40, 20, name, colour)),
    text(PLOT.right - 90, 20, "other faults", "end"),
    `  <line class="fault" x1="${PLOT.right - 84}" x2="${PLOT.right - 84}" y1="10" y2="22"/>`,
    ...decades.flatMap((micros) => [
      `  <line class="grid" x1="${PLOT.left}" x2="${PLOT.right}" y1="${at(y(micros))}" y2="${at(y(micros))}"/>`,
      text(PLOT.left - 8, y(micros) + 4, duration(micros), "end"),
    ]),
    ...ticks.map((minute) => text(x(minute), PLOT.bottom + 18, `${minute} min`, "middle")),
    ...others.map(({ at: when, what }) => {
      const px = at(x(when / 60_000));
      return `  <line class="fault" x1="${px}" x2="${px}" y1="${PLOT.top}" y2="${PLOT.bottom}"><title>${what}</title></line>`;
    }),
    ...lines.map(
      ({ colour, points }) =>
        `  <polyline fill="none" stroke="${colour}" stroke-width="2" points="${points.map((one) => `${at(x(one.at))},${at(y(one.micros))}`).join(" ")}"/>`,
    ),
  ];
}

const log = Math.log10;
const at = (value: number): string => value.toFixed(1);

function label(x: number, y: number, words: string, colour: string): string {
  return `  <text x="${at(x)}" y="${at(y)}" style="fill:${colour};font-weight:600">${words}</text>`;
}
