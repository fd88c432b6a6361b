import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { Job, JobCounts } from "../../../../src/domain/job.ts";
import { formatScope } from "../../../../src/domain/scope.ts";
import { useMemoir } from "../../connection.ts";
import { formatAgo, formatTime, t, term } from "../../i18n/index.ts";
import { Empty } from "../../ui/empty.tsx";
import { Shown, useManaged } from "../../ui/managed.tsx";
import { type Column, Table } from "../../ui/table.tsx";

/** Jobs come and go without a change of a memory. */
const LOOK_MS = 5_000;

const COUNTED = ["ready", "waiting", "running", "failing", "dead"] as const;
const TONES: Readonly<Record<string, string>> = { dead: "bad", running: "good" };

/** The queue: what waits, what runs, what has failed for good. */
export function Jobs(): JSX.Element {
  const { jobs } = useMemoir().operator();
  const found = useManaged(async () => {
    const [kinds, page] = await Promise.all([jobs.stats(), jobs.list({}, { limit: 100 })]);
    return { kinds, items: page.items, dead: kinds.reduce((sum, one) => sum + one.dead, 0) };
  });
  useEffect(() => {
    const timer = setInterval(found.reload, LOOK_MS);
    return () => clearInterval(timer);
  }, [found.reload]);
  const columns: readonly Column<Job>[] = [
    { title: t("jobs.kind"), cell: (job) => job.kind },
    {
      title: t("field.scope"),
      cell: (job) => (job.scope === null ? "–" : <bdi class="scope">{formatScope(job.scope)}</bdi>),
    },
    {
      title: t("field.status"),
      cell: (job) => <span class={`badge ${TONES[job.status] ?? ""}`}>{term("job", job.status)}</span>,
    },
    {
      title: t("jobs.next"),
      cell: (job) => <span title={formatTime(job.runAt)}>{formatAgo(job.runAt)}</span>,
    },
    { title: t("jobs.tries"), number: true, cell: (job) => `${job.attempts}/${job.maxAttempts}` },
    { title: t("jobs.error"), cell: (job) => job.lastError },
    {
      title: "",
      number: true,
      cell: (job) => (
        <>
          {(job.status === "dead" || job.lastError !== null) && (
            <button type="button" onClick={() => void found.run(() => jobs.retry(job.id))}>
              {t("jobs.retry")}
            </button>
          )}{" "}
          <button type="button" onClick={() => void found.run(() => jobs.cancel(job.id))}>
            {t("action.cancel")}
          </button>
        </>
      ),
    },
  ];
  return (
    <Shown found={found}>
      {({ kinds, items, dead }) => (
        <>
          {dead > 0 && (
            <div class="card problem-card">
              <p>{t("jobs.dead", { n: dead })}</p>
              <button
                type="button"
                class="primary"
                onClick={() => void found.run(async () => t("jobs.retried", { n: await jobs.retryDead() }))}
              >
                {t("jobs.retryAll")}
              </button>
            </div>
          )}
          {items.length === 0 ? (
            <Empty title={t("jobs.none")}>
              <p>{t("jobs.noneHint")}</p>
            </Empty>
          ) : (
            <>
              <Table
                title={t("jobs.kinds")}
                columns={countColumns()}
                rows={kinds}
                keyOf={({ kind }) => kind}
              />
              <Table title={t("jobs.list")} columns={columns} rows={items} keyOf={({ id }) => id} />
            </>
          )}
        </>
      )}
    </Shown>
  );
}

function countColumns(): Column<JobCounts>[] {
  return [
    { title: t("jobs.kind"), cell: (row) => row.kind },
    ...COUNTED.map((name) => ({
      title: t(name === "dead" ? "job.dead" : `jobs.${name}`),
      number: true,
      cell: (row: JobCounts) => row[name],
    })),
    {
      title: t("jobs.oldest"),
      number: true,
      cell: (row) => (row.oldestMs === 0 ? "–" : formatAgo(new Date(Date.now() - row.oldestMs))),
    },
  ];
}
