import type { JSX } from "preact";
import type { OpCount } from "../../../../src/api/stats.ts";
import type { MemoirClient } from "../../../../src/client/index.ts";
import { useMemoir } from "../../connection.ts";
import { formatNumber, t, term } from "../../i18n/index.ts";
import { useChanges } from "../../live.ts";
import { keptIn } from "../../scopes.ts";
import { useAction, useAsync } from "../../ui/async.ts";
import { Problem } from "../../ui/empty.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { useToasts } from "../../ui/toast.tsx";

/** Fields that only an operator's key gets. */
export interface OperatorInfo {
  readonly models: {
    readonly embedder: { readonly status: string; readonly models: readonly string[] } | null;
    readonly language: Readonly<Record<string, string>>;
  };
  readonly database: {
    readonly engine: string;
    readonly engineVersion: string;
    readonly schemaVersion: number;
  };
  readonly settings: { readonly models: { readonly dailyTokenBudget: number | null } };
}

export function operatorInfo(memoir: MemoirClient): OperatorInfo {
  return memoir.server as unknown as OperatorInfo;
}

export function Health(): JSX.Element {
  const memoir = useMemoir();
  const act = useAction();
  const { show } = useToasts();
  const version = useChanges();
  const found = useAsync(async () => {
    const operator = memoir.operator();
    const [ready, stats, kinds, operations] = await Promise.all([
      fetch("/ready").then((answer) => answer.json() as Promise<{ status: string }>),
      operator.stats(),
      operator.jobs.stats(),
      operator.operations({ since: Date.now() - 86_400_000 }),
    ]);
    return { ready, stats, kinds, operations };
  }, [memoir, version]);
  const { models, database } = operatorInfo(memoir);
  if (found.error !== undefined) return <Problem error={found.error} />;
  if (found.value === undefined) return <div class="loading" />;
  const { ready, stats, kinds, operations } = found.value;
  const dead = kinds.reduce((sum, one) => sum + one.dead, 0);
  const waiting = kinds.reduce((sum, one) => sum + one.ready + one.running, 0);
  const readOnly = async (on: boolean): Promise<void> => {
    await act(async () => {
      await memoir.operator().readOnly(on);
      show({
        text: t(on ? "health.stopped" : "health.allowed"),
        undo: () => memoir.operator().readOnly(!on).then(found.reload),
      });
    });
    found.reload();
  };
  const tile = (label: string, value: string, tone = ""): JSX.Element => (
    <div class={`tile ${tone}`}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
  return (
    <>
      <dl class="tiles">
        {tile(t("health.server"), term("health", ready.status), ready.status === "ready" ? "good" : "bad")}
        {tile(t("health.version"), memoir.server.version)}
        {tile(t("health.database"), `${database.engine} ${database.engineVersion}`)}
        {tile(t("health.preset"), memoir.preset)}
        {tile(
          t("health.embedder"),
          models.embedder === null ? t("health.none") : term("health", models.embedder.status),
        )}
        {tile(
          t("health.language"),
          Object.entries(models.language)
            .map(([name, status]) => `${name}: ${term("health", status)}`)
            .join(", ") || t("health.none"),
        )}
        {tile(t("health.scopes"), formatNumber(stats.totals.scopes))}
        {tile(t("nav.memories"), formatNumber(stats.scopes.reduce((sum, one) => sum + keptIn(one), 0)))}
        {tile(t("health.events"), formatNumber(stats.totals.events))}
        {tile(t("health.queue"), formatNumber(waiting))}
        {tile(t("health.dead"), formatNumber(dead), dead > 0 ? "bad" : "")}
      </dl>
      <div class="card">
        <h2>{t("health.readOnly")}</h2>
        <p>{t(stats.readOnly ? "health.isStopped" : "health.isAllowed")}</p>
        <div class="buttons start">
          <button
            type="button"
            class={stats.readOnly ? "primary" : "danger"}
            onClick={() => void readOnly(!stats.readOnly)}
          >
            {t(stats.readOnly ? "health.allow" : "health.stop")}
          </button>
        </div>
      </div>
      {operations.length === 0 ? (
        <div class="card">
          <h2>{t("health.day")}</h2>
          <p class="dim">{t("health.quiet")}</p>
        </div>
      ) : (
        <Table
          title={t("health.day")}
          columns={columns()}
          rows={operations}
          keyOf={({ node, op, status }) => `${node} ${op} ${status}`}
        />
      )}
    </>
  );
}

const columns = (): Column<OpCount>[] => [
  { title: t("health.node"), cell: ({ node }) => term("op.node", node) },
  { title: t("health.op"), cell: ({ op }) => term("op", op) },
  {
    title: t("field.status"),
    cell: ({ status }) => (
      <span class={`badge ${status === "error" ? "bad" : ""}`}>{term("op.status", status)}</span>
    ),
  },
  { title: t("health.times"), number: true, cell: ({ count }) => formatNumber(count) },
];
