import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { ModelUsageRow } from "../../../../src/api/stats.ts";
import { useMemoir } from "../../connection.ts";
import { formatNumber, t } from "../../i18n/index.ts";
import { useChanges } from "../../live.ts";
import { useAsync } from "../../ui/async.ts";
import { Chart } from "../../ui/chart.tsx";
import { Empty, Problem } from "../../ui/empty.tsx";
import { operatorInfo } from "./health.tsx";

const DAYS = 30;
const DAY_MS = 86_400_000;

/** What the language models cost, day by day, and what is left of today's budget. */
export function Models(): JSX.Element {
  const memoir = useMemoir();
  const version = useChanges();
  const found = useAsync(
    () => memoir.operator().modelUsage({ since: Date.now() - DAYS * DAY_MS }),
    [memoir, version],
  );
  const { models, settings } = operatorInfo(memoir);
  const budget = settings.models.dailyTokenBudget;
  const rows = found.value ?? [];
  const today = new Date().toISOString().slice(0, 10);
  const spent = rows.filter(({ day }) => day === today).reduce((sum, row) => sum + tokensOf(row), 0);
  const chart = useMemo(() => byDay(rows), [found.value]);
  if (found.error !== undefined) return <Problem error={found.error} />;
  return (
    <>
      <dl class="tiles">
        <div class="tile">
          <dt>{t("health.embedder")}</dt>
          <dd>
            {models.embedder === null
              ? t("health.none")
              : models.embedder.models.join(", ") || models.embedder.status}
          </dd>
        </div>
        {Object.entries(models.language).map(([name, status]) => (
          <div class="tile" key={name}>
            <dt>{name}</dt>
            <dd>{status}</dd>
          </div>
        ))}
        <div class="tile">
          <dt>{t("models.today")}</dt>
          <dd>{t("models.tokens", { n: spent })}</dd>
        </div>
        <div class={`tile ${budget !== null && spent >= budget ? "bad" : ""}`}>
          <dt>{t("models.left")}</dt>
          <dd>
            {budget === null ? t("models.noBudget") : t("models.tokens", { n: Math.max(0, budget - spent) })}
          </dd>
        </div>
      </dl>
      {found.value !== undefined && rows.length === 0 ? (
        <Empty title={t("models.none")}>
          <p>{t("models.noneHint")}</p>
        </Empty>
      ) : (
        <>
          <div class="card">
            <h2>{t("models.perDay")}</h2>
            <Chart label={t("models.perDay")} times={chart.times} series={chart.series} />
          </div>
          <div class="card scroll-x">
            <table>
              <thead>
                <tr>
                  <th>{t("models.day")}</th>
                  <th>{t("models.role")}</th>
                  <th>{t("models.model")}</th>
                  <th class="number">{t("models.calls")}</th>
                  <th class="number">{t("models.failures")}</th>
                  <th class="number">{t("models.input")}</th>
                  <th class="number">{t("models.output")}</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={`${row.day} ${row.role} ${row.model}`}>
                    <td>{row.day}</td>
                    <td>{row.role}</td>
                    <td>{row.model}</td>
                    <td class="number">{formatNumber(row.calls)}</td>
                    <td class="number">{formatNumber(row.failures)}</td>
                    <td class="number">{formatNumber(row.input_tokens)}</td>
                    <td class="number">{formatNumber(row.output_tokens)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </>
  );
}

function tokensOf({ input_tokens, output_tokens }: ModelUsageRow): number {
  return input_tokens + output_tokens;
}

function byDay(rows: readonly ModelUsageRow[]): {
  times: number[];
  series: { label: string; color: string; values: number[]; bars: true }[];
} {
  const last = Math.floor(Date.now() / DAY_MS);
  const values = new Array<number>(DAYS).fill(0);
  for (const row of rows) {
    const i = DAYS - 1 - (last - Date.parse(row.day) / DAY_MS);
    if (i >= 0 && i < DAYS) values[i]! += tokensOf(row);
  }
  const times = values.map((_, i) => ((last - DAYS + 1 + i) * DAY_MS) / 1_000);
  return { times, series: [{ label: t("models.total"), color: "--violet", values, bars: true }] };
}
