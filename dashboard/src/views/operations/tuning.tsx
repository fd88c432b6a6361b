import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Drift, ObjectiveScore, Trial, TuningStep } from "../../../../src/api/tuning.ts";
import { useMemoir } from "../../connection.ts";
import { formatAgo, formatTime, t, term } from "../../i18n/index.ts";
import { Empty } from "../../ui/empty.tsx";
import { Shown, useManaged } from "../../ui/managed.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { ChangedSettings } from "./changed-settings.tsx";
import { Differences } from "./differences.tsx";

const TONES: Readonly<Record<Trial["comparison"]["verdict"], string>> = {
  better: "good",
  worse: "bad",
  undecided: "warn",
};

/** Policies that are tried on the logged decisions: scores and differences side by side, canaries, drift, every step. */
export function Tuning(): JSX.Element {
  const { tuning, policy } = useMemoir().operator();
  const found = useManaged(async () => {
    const [trials, drift, steps] = await Promise.all([
      tuning.trials(),
      tuning.drift(),
      tuning.steps({ limit: 50 }),
    ]);
    return { trials, drift, steps: steps.items };
  });
  const [patch, setPatch] = useState("");
  const propose = (): Promise<void> =>
    found.run(async () => {
      const { trial, reasons } = await tuning.propose(
        patch.trim() === "" ? null : (JSON.parse(patch) as object),
      );
      return trial === null ? reasons.join(" ") : t("tuning.proposed", { n: trial.version });
    });
  return (
    <Shown found={found}>
      {({ trials, drift, steps }) => (
        <>
          <form
            class="card"
            onSubmit={(event) => {
              event.preventDefault();
              void propose();
            }}
          >
            <h2>{t("tuning.propose")}</h2>
            <p class="dim">{t("tuning.proposeHint")}</p>
            <label class="field">
              <span>{t("tuning.patch")}</span>
              <textarea
                class="mono"
                rows={2}
                spellcheck={false}
                placeholder={'{ "writePolicy": { "minConfidence": 0.7 } }'}
                value={patch}
                onInput={(event) => setPatch(event.currentTarget.value)}
              />
            </label>
            <div class="buttons">
              <button type="submit" class="primary">
                {t(patch.trim() === "" ? "tuning.search" : "tuning.try")}
              </button>
              <button
                type="button"
                onClick={() =>
                  void found.run(async () => t("policy.inForce", { n: (await policy.rollback()).version }))
                }
              >
                {t("tuning.rollback")}
              </button>
            </div>
          </form>
          <DriftCard drift={drift} />
          {trials.length === 0 ? (
            <Empty title={t("tuning.none")}>
              <p>{t("tuning.noneHint")}</p>
            </Empty>
          ) : (
            trials.map((trial) => (
              <TrialCard
                key={`${trial.version} ${trial.updatedAt.getTime()}`}
                trial={trial}
                onCompare={() => void found.run(() => tuning.compare(trial.version))}
                onCanary={() =>
                  void found.run(async () => {
                    const { share } = await tuning.canary(trial.version);
                    return t("tuning.canaryOn", { n: Math.round(share * 100) });
                  })
                }
                onPromote={() =>
                  void found.run(async () =>
                    t("policy.inForce", { n: (await tuning.promote(trial.version)).version }),
                  )
                }
                onWithdraw={() => void found.run(() => tuning.withdraw(trial.version))}
              />
            ))
          )}
          <Steps steps={steps} onUndo={(num) => void found.run(() => tuning.undo(num))} />
        </>
      )}
    </Shown>
  );
}

function percent(share: number): string {
  return `${Math.round(share * 1_000) / 10} %`;
}

function DriftCard({ drift: { recent, sincePolicy, open } }: { drift: Drift }): JSX.Element {
  const spans = [
    { title: t("tuning.recent"), span: recent },
    ...(sincePolicy === null
      ? []
      : [{ title: t("tuning.sincePolicy", { n: sincePolicy.version }), span: sincePolicy }]),
  ];
  return (
    <section class="card">
      <h2>{t("tuning.drift")}</h2>
      {spans.map(({ title, span }) => (
        <div key={title}>
          <p>
            {title}:{" "}
            <span class={`badge ${span.alarms.length > 0 ? "bad" : span.similarity === null ? "" : "good"}`}>
              {span.similarity === null
                ? t("tuning.tooFew", { n: span.current.claims })
                : t("tuning.similarity", { n: span.similarity.toFixed(2) })}
            </span>
          </p>
          <ul>
            {span.alarms.map((alarm) => (
              <li key={alarm}>{alarm}</li>
            ))}
          </ul>
        </div>
      ))}
      {open.length > 0 && <p role="alert">{t("tuning.open", { n: open.length })}</p>}
    </section>
  );
}

interface TrialProps {
  readonly trial: Trial;
  onCompare(): void;
  onCanary(): void;
  onPromote(): void;
  onWithdraw(): void;
}

function TrialCard({ trial, onCompare, onCanary, onPromote, onWithdraw }: TrialProps): JSX.Element {
  const { version, base, status, share, actor, reason, createdAt, settings, comparison } = trial;
  const { verdict, reasons, holdout, changed, decisions, notReplayed } = comparison;
  const [shown, setShown] = useState(false);
  const isOpen = status === "shadow" || status === "canary";
  const columns: readonly Column<ObjectiveScore>[] = [
    { title: t("tuning.objective"), cell: ({ objective }) => term("objective", objective) },
    { title: t("tuning.active"), number: true, cell: ({ active }) => percent(active) },
    { title: t("tuning.candidate"), number: true, cell: ({ candidate }) => percent(candidate) },
    {
      title: t("tuning.change"),
      number: true,
      cell: ({ difference: { value, low, high } }) =>
        `${percent(value)} (${percent(low)} … ${percent(high)})`,
    },
    {
      title: "",
      cell: ({ withinBound }) =>
        withinBound ? null : <span class="badge bad">{t("tuning.outOfBound")}</span>,
    },
  ];
  return (
    <section class="card version" aria-label={t("tuning.trial", { n: version })}>
      <header>
        <h2>{t("tuning.trial", { n: version })}</h2>
        <span class={`badge ${TONES[verdict]}`}>{term("verdict", verdict)}</span>
        <span class="badge">
          {term("trial", status)}
          {share > 0 && ` ${percent(share)}`}
        </span>
        <small>
          {actor} · {formatTime(createdAt)}
          {reason !== "" && ` · ${reason}`}
        </small>
      </header>
      <ChangedSettings settings={settings} />
      <p>{reasons.join(" ")}</p>
      {notReplayed.length > 0 && (
        <p class="dim">{t("tuning.notReplayed", { names: notReplayed.join(", ") })}</p>
      )}
      <Table
        title={t("tuning.heldOut", { n: holdout.decisions, labelled: holdout.labelled })}
        columns={columns}
        rows={holdout.objectives}
        keyOf={({ objective }) => objective}
      />
      <div class="buttons">
        <button type="button" aria-expanded={shown} onClick={() => setShown(!shown)}>
          {t("tuning.differences", { n: changed, all: decisions })}
        </button>
        <button type="button" onClick={onCompare}>
          {t("tuning.compare")}
        </button>
        {isOpen && verdict !== "worse" && (
          <>
            {status === "shadow" && (
              <button type="button" onClick={onCanary}>
                {t("tuning.canary")}
              </button>
            )}
            <button type="button" onClick={onPromote}>
              {t("tuning.promote")}
            </button>
          </>
        )}
        {isOpen && (
          <button type="button" onClick={onWithdraw}>
            {t("tuning.withdraw")}
          </button>
        )}
      </div>
      {shown && <Differences trial={trial} base={base} />}
    </section>
  );
}

function Steps({ steps, onUndo }: { steps: readonly TuningStep[]; onUndo(num: number): void }): JSX.Element {
  const columns: readonly Column<TuningStep>[] = [
    { title: t("tuning.when"), cell: ({ at }) => <span title={formatTime(at)}>{formatAgo(at)}</span> },
    { title: t("tuning.step"), cell: ({ kind, version }) => `${term("step", kind)} ${version}` },
    { title: t("tuning.who"), cell: ({ actor }) => actor },
    { title: t("policy.reason"), cell: ({ reason }) => reason },
    {
      title: "",
      number: true,
      cell: ({ num, kind, undoneBy }) =>
        undoneBy === null && kind !== "clear" ? (
          <button type="button" onClick={() => onUndo(num)}>
            {t("action.undo")}
          </button>
        ) : null,
    },
  ];
  if (steps.length === 0) return <p class="dim">{t("tuning.noSteps")}</p>;
  return (
    <Table
      title={t("tuning.steps")}
      columns={columns}
      rows={steps}
      keyOf={({ num }) => String(num)}
      isFaded={({ undoneBy }) => undoneBy !== null}
    />
  );
}
