import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import Plot from "uplot";
import { formatDay, t } from "../i18n/index.ts";
import { useTheme } from "../theme.ts";
import "uplot/dist/uPlot.min.css";

export interface Series {
  readonly label: string;
  readonly color: string;
  readonly values: readonly number[];
  readonly bars?: boolean;
}

interface Props {
  readonly label: string;
  /** Seconds since 1970. */
  readonly times: readonly number[];
  readonly series: readonly Series[];
}

const HEIGHT = 200;
const DAY_S = 86_400;
/** Whole days from one label to the next: half days would name each day twice. */
const STEPS = [1, 2, 3, 7, 14, 30, 60, 90, 180, 365, 730].map((days) => days * DAY_S);

/** Lines and bars over time, in the colours of the page. */
export function Chart({ label, times, series }: Props): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const theme = useTheme();
  useEffect(() => {
    const { current } = box;
    if (current === null || times.length === 0) return;
    const style = getComputedStyle(document.documentElement);
    const color = (name: string): string => style.getPropertyValue(name).trim();
    const axis = {
      stroke: color("--dim"),
      grid: { stroke: color("--line"), width: 1 },
      ticks: { stroke: color("--line"), width: 1 },
      font: "11px system-ui, sans-serif",
    };
    // Half a step at both ends, so that the first and the last bar are whole.
    const side = series.some(({ bars }) => bars === true) ? ((times[1] ?? 0) - (times[0] ?? 0)) / 2 : 0;
    const plot = new Plot(
      {
        width: current.clientWidth,
        height: HEIGHT,
        tzDate: (at) => Plot.tzDate(new Date(at * 1_000), "Etc/UTC"),
        legend: { show: true },
        cursor: { drag: { x: false, y: false } },
        scales: { x: { range: (_, from, to) => [from - side, to + side] } },
        axes: [
          {
            ...axis,
            space: 64,
            incrs: STEPS,
            values: (_, splits) => splits.map((at) => formatDay(new Date(at * 1_000))),
          },
          {
            ...axis,
            size: (_, labels) => 18 + 6.5 * Math.max(3, ...(labels ?? []).map((one) => one.length)),
          },
        ],
        series: [
          {
            label: t("chart.day"),
            value: (_, at) => (at === null ? "–" : formatDay(new Date(at * 1_000))),
          },
          ...series.map((one) => ({
            label: one.label,
            stroke: color(one.color),
            width: 2,
            points: { show: times.length < 3 },
            ...(one.bars === true
              ? {
                  paths: Plot.paths.bars!({ size: [0.6, 24] }),
                  fill: color(one.color),
                  points: { show: false },
                }
              : {}),
          })),
        ],
      },
      [[...times], ...series.map(({ values }) => [...values])] as Plot.AlignedData,
      current,
    );
    const seen = new ResizeObserver(() => plot.setSize({ width: current.clientWidth, height: HEIGHT }));
    seen.observe(current);
    return () => {
      seen.disconnect();
      plot.destroy();
    };
  }, [times, series, theme]);
  return <div class="chart" ref={box} role="img" aria-label={label} />;
}
