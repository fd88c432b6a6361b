import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { PRESET_NAMES, type PresetName } from "../../../../src/api/preset-name.ts";
import type { Explanation } from "../../../../src/api/recall.ts";
import { useMemoir } from "../../connection.ts";
import { formatTime, t } from "../../i18n/index.ts";
import { useChanges } from "../../live.ts";
import { useScopes } from "../../scopes.ts";
import { useAsync } from "../../ui/async.ts";
import { Empty, Problem } from "../../ui/empty.tsx";
import { Block, CutLines, HitLines } from "./lines.tsx";

/** Steps of the slider from the day before the scope's first to now. */
const STEPS = 200;
const DAY_MS = 86_400_000;

/** A question, and all that a recall makes of it. */
export function Ask({ scope, first }: { scope: string; first: string }): JSX.Element {
  const memoir = useMemoir();
  const version = useChanges(scope);
  const born = useScopes().find((one) => one.scope === scope)?.createdAt ?? new Date();
  const [draft, setDraft] = useState(first);
  const [query, setQuery] = useState(first);
  const [asker, setAsker] = useState("");
  const [preset, setPreset] = useState<PresetName | "">("");
  const [step, setStep] = useState(STEPS);
  const asOf = step === STEPS ? undefined : momentOf(born, step);
  const found = useAsync(
    async (signal): Promise<Explanation | undefined> => {
      if (query === "" || scope === "") return undefined;
      return memoir.scope(scope).explain(query, {
        signal,
        ...(asker === "" ? {} : { asker }),
        ...(asOf === undefined ? {} : { asOf }),
        ...(preset === "" ? {} : { preset }),
      });
    },
    [memoir, scope, query, asker, preset, step, version],
  );
  const submit = (event: Event): void => {
    event.preventDefault();
    setQuery(draft);
  };
  return (
    <>
      <form class="card ask-form" onSubmit={submit}>
        <label class="field grow">
          <span>{t("playground.question")}</span>
          <input
            dir="auto"
            placeholder={t("playground.questionHint")}
            value={draft}
            onInput={(event) => setDraft(event.currentTarget.value)}
          />
        </label>
        <label class="field">
          <span>{t("playground.asker")}</span>
          <input
            placeholder={t("playground.askerHint")}
            value={asker}
            onChange={(event) => setAsker(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="primary">
          {t("playground.recall")}
        </button>
        <label class="field full">
          <span>
            {t("playground.asOf")} <b>{asOf === undefined ? t("memory.now") : formatTime(asOf)}</b>
          </span>
          <input
            type="range"
            min="0"
            max={STEPS}
            value={step}
            onInput={(event) => setStep(Number(event.currentTarget.value))}
          />
        </label>
      </form>
      {found.error !== undefined && <Problem error={found.error} />}
      {found.value === undefined ? (
        (query === "" || scope === "") && (
          <Empty title={t("playground.start")}>
            <p>{t("playground.startHint")}</p>
          </Empty>
        )
      ) : (
        <Answer found={found.value} preset={preset} onPreset={setPreset} />
      )}
    </>
  );
}

function momentOf(born: Date, step: number): Date {
  const from = born.getTime() - DAY_MS;
  return new Date(from + ((Date.now() - from) * step) / STEPS);
}

interface AnswerProps {
  readonly found: Explanation;
  readonly preset: PresetName | "";
  onPreset(preset: PresetName | ""): void;
}

function Answer({ found, preset, onPreset }: AnswerProps): JSX.Element {
  const { hits, floors, limits, tokens, prompt, degraded } = found;
  const core = hits.filter((hit) => hit.core);
  const memories = hits.filter((hit) => !hit.core && hit.kind !== "event");
  const quotes = hits.filter((hit) => !hit.core && hit.kind === "event");
  return (
    <div class="answer" aria-live="polite">
      <div class="answer-main">
        {degraded !== null && <p class="problem">{`${degraded.reason}: ${degraded.detail}`}</p>}
        {hits.length === 0 && <p class="card">{t("playground.nothing")}</p>}
        <HitLines title={t("playground.core")} hint={t("playground.coreHint")} hits={core} />
        <HitLines title={t("playground.memories")} hits={memories} floor={floors.memories} />
        <HitLines
          title={t("playground.quotes")}
          hint={t("playground.quotesHint")}
          hits={quotes}
          floor={floors.quotes}
        />
        <CutLines cut={found.cut} floors={floors} />
      </div>
      <aside class="card answer-side">
        <h2>{t("playground.block")}</h2>
        <label class="field">
          <span>{t("playground.preset")}</span>
          <select value={preset} onChange={(event) => onPreset(event.currentTarget.value as PresetName | "")}>
            <option value="">{t("playground.inForce")}</option>
            {PRESET_NAMES.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <Block prompt={prompt} tokens={tokens} limits={limits} lines={hits.length} />
      </aside>
    </div>
  );
}
