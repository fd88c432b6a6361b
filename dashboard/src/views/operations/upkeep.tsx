import type { JSX } from "preact";
import type { MemoirClient } from "../../../../src/client/index.ts";
import { useMemoir } from "../../connection.ts";
import { formatAgo, formatTime, t, term } from "../../i18n/index.ts";
import { useChanges } from "../../live.ts";
import { useAction, useAsync } from "../../ui/async.ts";
import { Problem } from "../../ui/empty.tsx";

interface Run {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly error: string | null;
  readonly startedAt: Date;
}

interface UpkeepCalls {
  status(): Promise<
    readonly {
      readonly name: string;
      readonly about: string;
      readonly schedule: string | null;
      readonly nextAt: Date | null;
      readonly last: Run | null;
    }[]
  >;
  runs(options: { limit: number }): Promise<readonly Run[]>;
  run(name: string): Promise<unknown>;
}

/** The server's upkeep; a server without one has no such calls. */
export function upkeepOf(memoir: MemoirClient): UpkeepCalls | undefined {
  return (memoir.operator() as { upkeep?: UpkeepCalls }).upkeep;
}

export function Upkeep(): JSX.Element | null {
  const memoir = useMemoir();
  const act = useAction();
  const version = useChanges();
  const upkeep = upkeepOf(memoir);
  const found = useAsync(async () => {
    const [jobs, runs] = await Promise.all([upkeep?.status() ?? [], upkeep?.runs({ limit: 50 }) ?? []]);
    return { jobs, runs };
  }, [memoir, version]);
  if (upkeep === undefined) return null;
  if (found.error !== undefined) return <Problem error={found.error} />;
  const { jobs = [], runs = [] } = found.value ?? {};
  return (
    <>
      <div class="card scroll-x">
        <h2>{t("ops.upkeep")}</h2>
        <table>
          <thead>
            <tr>
              <th>{t("jobs.kind")}</th>
              <th>{t("upkeep.schedule")}</th>
              <th>{t("jobs.next")}</th>
              <th>{t("upkeep.last")}</th>
              <th />
            </tr>
          </thead>
          <tbody>
            {jobs.map(({ name, about, schedule, nextAt, last }) => (
              <tr key={name}>
                <td>
                  <b>{name}</b>
                  <br />
                  <small>{about}</small>
                </td>
                <td>
                  <code>{schedule ?? "–"}</code>
                </td>
                <td>{nextAt === null ? "–" : formatAgo(nextAt)}</td>
                <td>
                  {last === null
                    ? t("memory.never")
                    : `${term("run", last.status)} · ${formatAgo(last.startedAt)}`}
                </td>
                <td class="number">
                  <button type="button" onClick={() => void act(() => upkeep.run(name)).then(found.reload)}>
                    {t("upkeep.run")}
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div class="card scroll-x">
        <h2>{t("upkeep.runs")}</h2>
        <table>
          <tbody>
            {runs.map(({ id, name, status, counts, error, startedAt }) => (
              <tr key={id}>
                <td title={formatTime(startedAt)}>{formatAgo(startedAt)}</td>
                <td>{name}</td>
                <td>
                  <span class={`badge ${status === "failed" ? "bad" : status === "done" ? "good" : "warn"}`}>
                    {term("run", status)}
                  </span>
                </td>
                <td>
                  {Object.entries(counts)
                    .map(([what, n]) => `${what} ${n}`)
                    .join(", ")}
                </td>
                <td>{error}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
