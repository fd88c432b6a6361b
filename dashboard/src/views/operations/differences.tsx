import type { JSX } from "preact";
import type { DecisionDifference, Trial } from "../../../../src/api/tuning.ts";
import { useMemoir } from "../../connection.ts";
import { formatAgo, formatTime, t, term } from "../../i18n/index.ts";
import { href } from "../../router.ts";
import { useAsync } from "../../ui/async.ts";
import { Empty, Problem } from "../../ui/empty.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { Words } from "../../ui/words.tsx";

const SHOWN = 50;

/** What becomes of a claim, as a badge. */
function Fate({ fate }: { fate: string }): JSX.Element {
  return <span class={`badge status-${fate}`}>{term("fate", fate)}</span>;
}

/** The decisions that a candidate makes otherwise: both policies side by side. */
export function Differences({ trial, base }: { trial: Trial; base: number }): JSX.Element {
  const memoir = useMemoir();
  const found = useAsync(async () => {
    const operator = memoir.operator();
    const { items } = await operator.tuning.differences(trial.version, { limit: SHOWN });
    const texts = await Promise.all(
      items.map(async ({ memoryId }) =>
        memoryId === null ? null : ((await operator.memories.find(memoryId))?.memory.text ?? null),
      ),
    );
    return items.map((item, i) => ({ ...item, text: texts[i] ?? null }));
  }, [memoir, trial.version, trial.updatedAt.getTime()]);
  if (found.error !== undefined) return <Problem error={found.error} />;
  if (found.value === undefined) return <div class="loading" />;
  if (found.value.length === 0) return <Empty title={t("tuning.same")} />;
  const columns: readonly Column<DecisionDifference & { text: string | null }>[] = [
    {
      title: t("tuning.claim"),
      cell: ({ scope, memoryId, text }) => (
        <>
          <bdi class="scope">{scope}</bdi>{" "}
          {memoryId !== null && text !== null ? (
            <a href={href(["memory", memoryId], { scope })}>
              <Words text={text} />
            </a>
          ) : (
            <span class="dim">{t("tuning.noMemory")}</span>
          )}
        </>
      ),
    },
    { title: t("policy.version", { n: base }), cell: ({ was }) => <Fate fate={was} /> },
    {
      title: t("tuning.trial", { n: trial.version }),
      cell: ({ becomes, reason }) => (
        <>
          <Fate fate={becomes} /> <small>{reason}</small>
        </>
      ),
    },
    { title: t("tuning.when"), cell: ({ at }) => <span title={formatTime(at)}>{formatAgo(at)}</span> },
  ];
  return (
    <>
      <Table
        columns={columns}
        rows={found.value}
        keyOf={({ scope, eventId, memoryId, at }) => `${scope} ${eventId} ${memoryId} ${at.getTime()}`}
      />
      {trial.comparison.changed > found.value.length && (
        <p class="dim">{t("tuning.more", { n: trial.comparison.changed - found.value.length })}</p>
      )}
    </>
  );
}
