import type { ComponentChildren, JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { ModelUsage } from "../../../../src/api/stats.ts";
import { useMemoir } from "../../connection.ts";
import { formatCost, formatNumber, t } from "../../i18n/index.ts";
import { useHasSample } from "../../sample.ts";
import { Chart } from "../../ui/chart.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Shown, useManaged } from "../../ui/managed.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { operatorInfo } from "./health.tsx";
import { sampleUsage } from "./sample-usage.ts";

const DAYS = 30;
const DAY_MS = 86_400_000;

const columns = (): Column<ModelUsage>[] => [
  { title: t("models.day"), cell: (row) => row.day },
  { title: t("models.role"), cell: (row) => row.role },
  { title: t("models.model"), cell: (row) => row.model },
  { title: t("models.calls"), number: true, cell: (row) => formatNumber(row.calls) },
  { title: t("models.failures"), number: true, cell: (row) => formatNumber(row.failures) },
  { title: t("models.input"), number: true, cell: (row) => formatNumber(row.input_tokens) },
  { title: t("models.output"), number: true, cell: (row) => formatNumber(row.output_tokens) },
  {
    title: t("models.cost"),
    number: true,
    cell: (row) => (row.cost === null ? "–" : formatCost(row.cost)),
  },
];

/** The cost of the language models, day by day, and the rest of today's budget. */
export function Models(): JSX.Element {
  const found = useManaged((memoir) =>
    memoir.operator().modelUsage({ since: Date.now() - (DAYS - 1) * DAY_MS }),
  );
  const hasSample = useHasSample();
  const sample = useMemo(() => sampleUsage(Date.now()), []);
  return (
    <Shown found={found}>
      {(rows) =>
        rows.length === 0 && hasSample ? (
          <>
            <p class="sample-figures">
              <span class="badge">{t("sample.badge")}</span> {t("sample.figures")}
            </p>
            <Usage rows={sample} />
          </>
        ) : (
          <Usage rows={rows} />
        )
      }
    </Shown>
  );
}

function Usage({ rows }: { rows: readonly ModelUsage[] }): JSX.Element {
  const { models, settings } = operatorInfo(useMemoir());
  const budget = settings.models.dailyTokenBudget;
  const day = new Date().toISOString().slice(0, 10);
  const today = rows.filter((row) => row.day === day);
  const spent = today.reduce((sum, row) => sum + tokensOf(row), 0);
  const isPriced = rows.some(({ cost }) => cost !== null);
  const tokens = useMemo(() => byDay(rows, t("models.total"), "--violet", tokensOf), [rows]);
  const cost = useMemo(() => byDay(rows, t("models.cost"), "--good", costOf), [rows]);
  const left =
    budget === null ? t("models.noBudget") : t("models.tokens", { n: Math.max(0, budget - spent) });
  return (
    <>
      <dl class="tiles">
        <Tile label={t("health.embedder")}>
          {models.embedder === null
            ? t("health.none")
            : models.embedder.models.join(", ") || models.embedder.status}
        </Tile>
        {Object.entries(models.language).map(([name, status]) => (
          <Tile key={name} label={name}>
            {status}
          </Tile>
        ))}
        <Tile label={t("models.today")}>{t("models.tokens", { n: spent })}</Tile>
        {isPriced && <Tile label={t("models.costToday")}>{formatCost(sumOf(today, costOf))}</Tile>}
        {isPriced && (
          <Tile label={t("models.costMonth", { n: DAYS })}>{formatCost(sumOf(rows, costOf))}</Tile>
        )}
        <Tile label={t("models.left")} tone={budget !== null && spent >= budget ? "bad" : ""}>
          {left}
          {budget !== null && (
            <progress value={Math.min(spent, budget)} max={budget} aria-label={t("models.today")} />
          )}
        </Tile>
      </dl>
      {rows.length === 0 ? (
        <Empty title={t("models.none")}>
          <p>{t("models.noneHint")}</p>
        </Empty>
      ) : (
        <>
          <div class="charts">
            <div class="card">
              <h2>{t("models.perDay")}</h2>
              <Chart label={t("models.perDay")} {...tokens} />
            </div>
            {isPriced && (
              <div class="card">
                <h2>{t("models.costPerDay")}</h2>
                <Chart label={t("models.costPerDay")} {...cost} />
              </div>
            )}
          </div>
          {!isPriced && <p class="dim">{t("models.pricesHint")}</p>}
          <Table
            columns={columns()}
            rows={rows.toReversed()}
            keyOf={(row) => `${row.day} ${row.role} ${row.model}`}
          />
        </>
      )}
    </>
  );
}

function Tile({
  label,
  tone = "",
  children,
}: {
  label: string;
  tone?: string;
  children: ComponentChildren;
}): JSX.Element {
  return (
    <div class={`tile ${tone}`}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const tokensOf = ({ input_tokens, output_tokens }: ModelUsage): number => input_tokens + output_tokens;
const costOf = ({ cost }: ModelUsage): number => cost ?? 0;

function sumOf(rows: readonly ModelUsage[], value: (row: ModelUsage) => number): number {
  return rows.reduce((sum, row) => sum + value(row), 0);
}

interface DayChart {
  readonly times: number[];
  readonly series: { label: string; color: string; values: number[]; bars: true }[];
}

function byDay(
  rows: readonly ModelUsage[],
  label: string,
  color: string,
  value: (row: ModelUsage) => number,
): DayChart {
  const last = Math.floor(Date.now() / DAY_MS);
  const values = new Array<number>(DAYS).fill(0);
  for (const row of rows) {
    const i = DAYS - 1 - (last - Date.parse(row.day) / DAY_MS);
    if (i >= 0 && i < DAYS) values[i]! += value(row);
  }
  const times = values.map((_, i) => ((last - DAYS + 1 + i) * DAY_MS) / 1_000);
  return { times, series: [{ label, color, values, bars: true }] };
}
