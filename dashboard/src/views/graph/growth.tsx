import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { ActivityRow } from "../../../../src/api/stats.ts";
import { t } from "../../i18n/index.ts";
import { Chart } from "../../ui/chart.tsx";

const DAY_S = 86_400;

/**
 * The effect of a change on the number of memories. An erasure is of one that was forgotten before, and changes
 * nothing.
 */
const STEP: Readonly<Partial<Record<ActivityRow["event"], number>>> = { ADD: 1, TTL: -1, RESTORE: 1 };

/** How many memories there were, and how many came each day. */
export function Growth({ activity }: { activity: readonly ActivityRow[] }): JSX.Element {
  const { times, totals, added } = useMemo(() => byDay(activity), [activity]);
  const series = useMemo(
    () => [
      { label: t("growth.total"), color: "--accent", values: totals },
      { label: t("growth.added"), color: "--good", values: added, bars: true },
    ],
    [totals, added],
  );
  return (
    <section class="card" aria-labelledby="growth">
      <h2 id="growth">{t("growth.title")}</h2>
      <p class="dim">{t("growth.intro")}</p>
      <Chart
        label={t("growth.label", { total: totals.at(-1) ?? 0, added: added.reduce((sum, n) => sum + n, 0) })}
        times={times}
        series={series}
      />
    </section>
  );
}

function byDay(activity: readonly ActivityRow[]): { times: number[]; totals: number[]; added: number[] } {
  const first = activity[0];
  if (first === undefined) return { times: [], totals: [], added: [] };
  // The day before the first one, from which it grew; and today.
  const start = Date.parse(first.day) / 1_000 - DAY_S;
  const days = Math.floor(Date.now() / 1_000 / DAY_S) - start / DAY_S + 1;
  const times = Array.from({ length: days }, (_, i) => start + i * DAY_S);
  const change = new Float64Array(days);
  const added = new Array<number>(days).fill(0);
  for (const { day, event, count } of activity) {
    const i = (Date.parse(day) / 1_000 - start) / DAY_S;
    if (i < 0 || i >= days) continue;
    change[i]! += (STEP[event] ?? 0) * count;
    if (event === "ADD") added[i]! += count;
  }
  let total = 0;
  const totals = Array.from(change, (one) => {
    total += one;
    return total;
  });
  return { times, totals, added };
}
