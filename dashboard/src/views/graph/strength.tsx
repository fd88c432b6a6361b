import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { Memory } from "../../../../src/domain/memory.ts";
import { strengthAt } from "../../../../src/domain/strength.ts";
import { formatNumber, t } from "../../i18n/index.ts";
import { Chart } from "../../ui/chart.tsx";

const DAY_MS = 86_400_000;
const BACK = 30;
const AHEAD = 180;
/** Below this a memory is laid aside by presets that go by strength. */
const WEAK = 0.2;

/** How alive the memories are, and what becomes of it if nothing is said again. */
export function Strength({ memories }: { memories: readonly Memory[] }): JSX.Element {
  const { times, mean, alive } = useMemo(() => decay(memories), [memories]);
  const series = useMemo(
    () => [
      { label: t("strength.mean"), color: "--good", values: mean },
      { label: t("strength.alive"), color: "--violet", values: alive },
    ],
    [mean, alive],
  );
  return (
    <section class="card" aria-labelledby="strength">
      <h2 id="strength">{t("strength.title")}</h2>
      <p class="dim">{t("strength.intro")}</p>
      <Chart
        label={t("strength.label", {
          now: formatNumber(Number((mean[BACK] ?? 0).toFixed(2))),
          later: formatNumber(Number((mean.at(-1) ?? 0).toFixed(2))),
        })}
        times={times}
        series={series}
      />
    </section>
  );
}

function decay(memories: readonly Memory[]): { times: number[]; mean: number[]; alive: number[] } {
  const now = Date.now();
  const times: number[] = [];
  const mean: number[] = [];
  const alive: number[] = [];
  for (let day = -BACK; day <= AHEAD; day += 1) {
    const at = new Date(now + day * DAY_MS);
    const there = memories.filter(({ createdAt }) => createdAt <= at || day >= 0);
    const strengths = there.map(({ strength, strengthAt: anchor }) =>
      Math.min(strength, strengthAt(strength, anchor, at)),
    );
    times.push(at.getTime() / 1_000);
    mean.push(strengths.length === 0 ? 0 : strengths.reduce((sum, one) => sum + one, 0) / strengths.length);
    alive.push(strengths.length === 0 ? 0 : strengths.filter((one) => one >= WEAK).length / strengths.length);
  }
  return { times, mean, alive };
}
