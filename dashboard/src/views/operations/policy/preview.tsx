import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { DecisionDifference, PolicyPreview } from "../../../../../src/api/tuning.ts";
import type { MemoirClient } from "../../../../../src/client/index.ts";
import type { PolicyPatch } from "../../../../../src/domain/policy.ts";
import { useMemoir } from "../../../connection.ts";
import { formatAgo, type MessageKey, t, term } from "../../../i18n/index.ts";
import { href } from "../../../router.ts";
import { useAsync } from "../../../ui/async.ts";
import { Problem } from "../../../ui/empty.tsx";
import { Words } from "../../../ui/words.tsx";

const DAY_MS = 86_400_000;
const SPANS = [1, 7, 30] as const;
/** Decisions that are listed. */
const SHOWN = 12;
/** After the last key, so that not every letter is a replay. */
const PAUSE_MS = 300;

/** The logged decisions of the last days, decided again under the draft: what would have been different. */
export function Preview({ patch }: { patch: PolicyPatch | null }): JSX.Element {
  const memoir = useMemoir();
  const [days, setDays] = useState<number>(SPANS[0]);
  const asked = useSettled(patch === null ? "" : JSON.stringify(patch));
  const found = useAsync(
    async () => (asked === "" ? null : load(memoir, JSON.parse(asked) as PolicyPatch, days)),
    [memoir, asked, days],
  );
  return (
    <section class="card policy-preview" aria-labelledby="policy-preview">
      <header>
        <h2 id="policy-preview">{t("policy.preview")}</h2>
        <select
          aria-label={t("policy.span")}
          value={days}
          onChange={(event) => setDays(Number(event.currentTarget.value))}
        >
          {SPANS.map((one) => (
            <option key={one} value={one}>
              {t(one === 1 ? "policy.span.day" : "policy.span.days", { n: one })}
            </option>
          ))}
        </select>
      </header>
      <div aria-live="polite">
        {found.error !== undefined && <Problem error={found.error} />}
        {patch === null || found.value == null ? (
          <p class="dim">{t("policy.previewHint")}</p>
        ) : (
          <Result {...found.value} />
        )}
      </div>
    </section>
  );
}

/** The value once it has not changed for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

interface Named extends DecisionDifference {
  readonly text: string | null;
}

interface Found {
  readonly preview: PolicyPreview;
  readonly named: readonly Named[];
}

async function load(memoir: MemoirClient, patch: PolicyPatch, days: number): Promise<Found> {
  const operator = memoir.operator();
  const preview = await operator.tuning.preview(patch, { since: Date.now() - days * DAY_MS });
  const named = await Promise.all(
    preview.differences.slice(0, SHOWN).map(async (one) => ({
      ...one,
      text:
        one.memoryId === null ? null : ((await operator.memories.find(one.memoryId))?.memory.text ?? null),
    })),
  );
  return { preview, named };
}

function Result({ preview: { decisions, changed, notReplayed }, named }: Found): JSX.Element {
  return (
    <>
      <p>
        {decisions === 0
          ? t("policy.noDecisions")
          : changed === 0
            ? t("policy.noneDiffer", { n: decisions })
            : t("policy.differ", { n: changed, all: decisions })}
      </p>
      <ol>
        {named.map(({ scope, memoryId, eventId, text, was, becomes, at }, i) => (
          <li key={`${scope} ${eventId} ${i}`}>
            <div>
              {memoryId !== null && text !== null ? (
                <a href={href(["memory", memoryId], { scope })}>
                  <Words text={text} />
                </a>
              ) : (
                <span class="dim">{t("tuning.noMemory")}</span>
              )}
            </div>
            <small>
              <span class={`badge status-${was}`}>{term("fate", was)}</span> →{" "}
              <span class={`badge status-${becomes}`}>{term("fate", becomes)}</span> · {formatAgo(at)}
            </small>
          </li>
        ))}
      </ol>
      {changed > named.length && <p class="dim">{t("tuning.more", { n: changed - named.length })}</p>}
      {notReplayed.length > 0 && (
        <p class="dim">
          {t("policy.notReplayed", {
            names: notReplayed.map((path) => t(`policy.${path}` as MessageKey)).join(", "),
          })}
        </p>
      )}
    </>
  );
}
