import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { formatScope } from "../../../../src/domain/scope.ts";
import { useMemoir } from "../../connection.ts";
import { formatAgo, formatTime, t, term } from "../../i18n/index.ts";
import { useChanges } from "../../live.ts";
import { useAction, useAsync } from "../../ui/async.ts";
import { Empty, Problem } from "../../ui/empty.tsx";
import { useToasts } from "../../ui/toast.tsx";

/** Jobs come and go without a change of a memory. */
const LOOK_MS = 5_000;

/** The queue: what waits, what runs, what has failed for good. */
export function Jobs(): JSX.Element {
  const memoir = useMemoir();
  const act = useAction();
  const { show } = useToasts();
  const version = useChanges();
  const { jobs } = memoir.operator();
  const found = useAsync(async () => {
    const [kinds, page] = await Promise.all([jobs.stats(), jobs.list({}, { limit: 100 })]);
    return { kinds, items: page.items };
  }, [memoir, version]);
  useEffect(() => {
    const timer = setInterval(found.reload, LOOK_MS);
    return () => clearInterval(timer);
  }, [found.reload]);
  if (found.error !== undefined) return <Problem error={found.error} />;
  const { kinds = [], items = [] } = found.value ?? {};
  const dead = kinds.reduce((sum, one) => sum + one.dead, 0);
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    await act(work);
    found.reload();
  };
  return (
    <>
      {dead > 0 && (
        <div class="card problem-card">
          <p>{t("jobs.dead", { n: dead })}</p>
          <button
            type="button"
            class="primary"
            onClick={() =>
              void run(async () => {
                const n = await jobs.retryDead();
                show({ text: t("jobs.retried", { n }) });
              })
            }
          >
            {t("jobs.retryAll")}
          </button>
        </div>
      )}
      <div class="card scroll-x">
        <h2>{t("jobs.kinds")}</h2>
        <table>
          <thead>
            <tr>
              <th>{t("jobs.kind")}</th>
              {(["ready", "waiting", "running", "failing", "dead"] as const).map((name) => (
                <th class="number" key={name}>
                  {t(`jobs.${name}`)}
                </th>
              ))}
              <th class="number">{t("jobs.oldest")}</th>
            </tr>
          </thead>
          <tbody>
            {kinds.map((one) => (
              <tr key={one.kind}>
                <td>{one.kind}</td>
                {(["ready", "waiting", "running", "failing", "dead"] as const).map((name) => (
                  <td class="number" key={name}>
                    {one[name]}
                  </td>
                ))}
                <td class="number">
                  {one.oldestMs === 0 ? "–" : formatAgo(new Date(Date.now() - one.oldestMs))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {found.value !== undefined && items.length === 0 ? (
        <Empty title={t("jobs.none")}>
          <p>{t("jobs.noneHint")}</p>
        </Empty>
      ) : (
        <div class="card scroll-x">
          <h2>{t("jobs.list")}</h2>
          <table>
            <thead>
              <tr>
                <th>{t("jobs.kind")}</th>
                <th>{t("field.scope")}</th>
                <th>{t("field.status")}</th>
                <th>{t("jobs.next")}</th>
                <th class="number">{t("jobs.tries")}</th>
                <th>{t("jobs.error")}</th>
                <th />
              </tr>
            </thead>
            <tbody>
              {items.map((job) => (
                <tr key={job.id}>
                  <td>{job.kind}</td>
                  <td>{job.scope === null ? "–" : <span class="scope">{formatScope(job.scope)}</span>}</td>
                  <td>
                    <span
                      class={`badge ${job.status === "dead" ? "bad" : job.status === "running" ? "good" : ""}`}
                    >
                      {term("job", job.status)}
                    </span>
                  </td>
                  <td title={formatTime(job.runAt)}>{formatAgo(job.runAt)}</td>
                  <td class="number">
                    {job.attempts}/{job.maxAttempts}
                  </td>
                  <td>{job.lastError}</td>
                  <td class="number">
                    {(job.status === "dead" || job.lastError !== null) && (
                      <button type="button" onClick={() => void run(() => jobs.retry(job.id))}>
                        {t("jobs.retry")}
                      </button>
                    )}{" "}
                    <button type="button" onClick={() => void run(() => jobs.cancel(job.id))}>
                      {t("action.cancel")}
                    </button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
