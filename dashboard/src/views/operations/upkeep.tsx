import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { UpkeepCounts, UpkeepResult, UpkeepRun, UpkeepStatus } from "../../../../src/api/upkeep.ts";
import { useMemoir } from "../../connection.ts";
import { formatAgo, formatTime, t, term } from "../../i18n/index.ts";
import { href } from "../../router.ts";
import { Empty } from "../../ui/empty.tsx";
import { Shown, useManaged } from "../../ui/managed.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Words } from "../../ui/words.tsx";

const TONES: Readonly<Record<UpkeepRun["status"], string>> = { done: "good", failed: "bad", running: "warn" };

/** The jobs that keep the memories in order: when they run, what they did, and the way back. */
export function Upkeep(): JSX.Element {
  const { upkeep } = useMemoir().operator();
  const found = useManaged(async () => {
    const [jobs, runs] = await Promise.all([upkeep.status(), upkeep.runs({ limit: 50 })]);
    return { jobs, runs };
  });
  const [dry, setDry] = useState<UpkeepResult>();
  const look = (name: string): Promise<void> =>
    found.run(async () => setDry(await upkeep.run(name, { dryRun: true })));
  const run = async ({ name, reversible }: UpkeepStatus): Promise<void> => {
    if (!reversible && !confirm(t("upkeep.sure", { name }))) return;
    setDry(undefined);
    await found.run(async () => {
      const { counts } = await upkeep.run(name);
      return t("upkeep.ran", { name, counts: countsText(counts) });
    });
  };
  const jobColumns: readonly Column<UpkeepStatus>[] = [
    {
      title: t("upkeep.job"),
      cell: ({ name, about }) => (
        <>
          <b>{name}</b>
          <br />
          <small>{about}</small>
        </>
      ),
    },
    {
      title: t("upkeep.schedule"),
      cell: ({ schedule }) => (schedule === null ? t("upkeep.byHand") : <code>{schedule}</code>),
    },
    { title: t("upkeep.next"), cell: ({ nextAt }) => (nextAt === null ? "–" : formatAgo(nextAt)) },
    {
      title: t("upkeep.last"),
      cell: ({ last }) => (last === null ? t("memory.never") : <RunStatus run={last} />),
    },
    {
      title: "",
      number: true,
      cell: (job) => (
        <>
          <button type="button" onClick={() => void look(job.name)}>
            {t("upkeep.dry")}
          </button>{" "}
          <button type="button" class={job.reversible ? "" : "danger"} onClick={() => void run(job)}>
            {t("upkeep.run")}
          </button>
        </>
      ),
    },
  ];
  return (
    <Shown found={found}>
      {({ jobs, runs }) => {
        const reversible = new Set(jobs.filter((job) => job.reversible).map(({ name }) => name));
        const mayUndo = ({ name, status, counts }: UpkeepRun): boolean =>
          reversible.has(name) && status === "done" && Object.values(counts).some((n) => n > 0);
        const runColumns: readonly Column<UpkeepRun>[] = [
          {
            title: t("upkeep.when"),
            cell: ({ startedAt }) => <span title={formatTime(startedAt)}>{formatAgo(startedAt)}</span>,
          },
          { title: t("upkeep.job"), cell: ({ name }) => name },
          {
            title: t("field.status"),
            cell: (one) => <span class={`badge ${TONES[one.status]}`}>{term("run", one.status)}</span>,
          },
          { title: t("upkeep.did"), cell: ({ counts, error }) => error ?? countsText(counts) },
          {
            title: "",
            number: true,
            cell: (one) =>
              mayUndo(one) ? (
                <button
                  type="button"
                  onClick={() =>
                    void found.run(async () => t("upkeep.undone", { n: (await upkeep.undo(one.id)).undone }))
                  }
                >
                  {t("action.undo")}
                </button>
              ) : null,
          },
        ];
        return (
          <>
            <p class="dim">{t("upkeep.intro")}</p>
            <Table columns={jobColumns} rows={jobs} keyOf={({ name }) => name} />
            <div role="status">{dry !== undefined && <DryRun result={dry} />}</div>
            {runs.length === 0 ? (
              <Empty title={t("upkeep.none")}>
                <p>{t("upkeep.noneHint")}</p>
              </Empty>
            ) : (
              <Table title={t("upkeep.runs")} columns={runColumns} rows={runs} keyOf={({ id }) => id} />
            )}
          </>
        );
      }}
    </Shown>
  );
}

function RunStatus({ run }: { run: UpkeepRun }): JSX.Element {
  return (
    <>
      <span class={`badge ${TONES[run.status]}`}>{term("run", run.status)}</span>{" "}
      <small title={formatTime(run.startedAt)}>{formatAgo(run.startedAt)}</small>
    </>
  );
}

/** The changes of a dry run. */
function DryRun({ result }: { result: UpkeepResult }): JSX.Element {
  const { name, changes, counts, more } = result;
  return (
    <section class="card">
      <h2>{t("upkeep.would", { name })}</h2>
      <p class="dim">{changes.length === 0 ? t("upkeep.nothing") : countsText(counts)}</p>
      <ul>
        {changes.slice(0, 50).map(({ action, scope, memoryId, text, detail }, i) => (
          <li key={`${i} ${memoryId}`}>
            <span class="badge">{action}</span> {scope !== null && <bdi class="scope">{scope}</bdi>}{" "}
            {memoryId !== null && scope !== null && text !== null ? (
              <a href={href(["memory", memoryId], { scope })}>
                <Words text={text} />
              </a>
            ) : (
              text !== null && <Words text={text} />
            )}{" "}
            <small>{detail}</small>
          </li>
        ))}
      </ul>
      {(more || changes.length > 50) && <p class="dim">{t("upkeep.more")}</p>}
    </section>
  );
}

function countsText(counts: UpkeepCounts): string {
  const some = Object.entries(counts).filter(([, n]) => n > 0);
  return some.length === 0 ? t("upkeep.nothing") : some.map(([what, n]) => `${what} ${n}`).join(", ");
}
