import type { JSX } from "preact";
import type { CutHit, Explanation, Hit } from "../../../../src/api/recall.ts";
import { formatAgo, formatShare, formatTime, t, term } from "../../i18n/index.ts";
import { href } from "../../router.ts";
import { Words } from "../../ui/words.tsx";
import { Signals } from "./signals.tsx";

interface HitLinesProps {
  readonly title: string;
  readonly hint?: string;
  readonly hits: readonly Hit[];
  readonly floor?: number | undefined;
}

export function HitLines({ title, hint, hits, floor }: HitLinesProps): JSX.Element | null {
  if (hits.length === 0) return null;
  return (
    <section class="card">
      <h2>
        {title} <small>{hits.length}</small>
        {floor !== undefined && floor <= 1 && (
          <small>{t("playground.floor", { floor: formatShare(floor) })}</small>
        )}
      </h2>
      {hint !== undefined && <p class="dim">{hint}</p>}
      <ol class="hits">
        {hits.map((hit) => (
          <HitLine key={`${hit.kind} ${hit.id}`} hit={hit} floor={floor} />
        ))}
      </ol>
    </section>
  );
}

function HitLine({ hit, floor }: { hit: Hit; floor: number | undefined }): JSX.Element {
  const at =
    hit.kind === "event"
      ? hit.event.at
      : hit.kind === "memory"
        ? hit.memory.confirmedAt
        : hit.entry.confirmedAt;
  return (
    <li>
      <details>
        <summary>
          <span class="hit-score">{hit.core ? "●" : formatShare(hit.score)}</span>
          <span class="hit-bar" aria-hidden="true">
            <span style={{ width: `${Math.min(1, hit.core ? 1 : hit.score) * 100}%` }} />
          </span>
          <Words text={hit.text} />
          <small title={formatTime(at)}>{formatAgo(at)}</small>
        </summary>
        <div class="hit-more">
          {hit.kind === "memory" && (
            <p>
              <a href={href(["memory", hit.id])}>{t("playground.open")}</a>
            </p>
          )}
          {hit.kind === "event" && (
            <p class="dim">
              {hit.event.actor ?? term("role", hit.event.role)} · {formatTime(hit.event.at)}
              {hit.later !== null && ` · ${t("playground.later", { text: hit.later.text })}`}
            </p>
          )}
          {hit.core ? <p class="dim">{term("via", "core")}</p> : <Signals hit={hit} floor={floor} />}
        </div>
      </details>
    </li>
  );
}

interface CutLinesProps {
  readonly cut: readonly CutHit[];
  readonly floors: Explanation["floors"];
}

/** Lines of one rule that are listed before the rest is only counted. */
const MAX_LINES = 25;

/** Finds that were left out, by rule. */
export function CutLines({ cut, floors }: CutLinesProps): JSX.Element | null {
  if (cut.length === 0) return null;
  const rules = [...new Set(cut.map(({ rule }) => rule))];
  return (
    <section class="card cut">
      <h2>
        {t("playground.cut")} <small>{cut.length}</small>
      </h2>
      {rules.map((rule) => {
        const own = cut.filter((one) => one.rule === rule);
        return (
          <details key={rule} open={rule !== "floor"}>
            <summary>
              <span class="badge warn">{term("cut", rule)}</span> {own.length}
              <small>{rule === "floor" ? t("why.below") : term("why", rule)}</small>
            </summary>
            <ol class="hits">
              {own.slice(0, MAX_LINES).map(({ hit }) => (
                <HitLine
                  key={`${hit.kind} ${hit.id}`}
                  hit={hit}
                  floor={hit.kind === "event" ? floors.quotes : floors.memories}
                />
              ))}
            </ol>
            {own.length > MAX_LINES && (
              <p class="dim">{t("playground.more", { n: own.length - MAX_LINES })}</p>
            )}
          </details>
        );
      })}
    </section>
  );
}

interface BlockProps extends Pick<Explanation, "prompt" | "tokens" | "limits"> {
  readonly lines: number;
}

/** The very text that goes into the prompt, and how full the budget is. */
export function Block({ prompt, tokens, limits, lines }: BlockProps): JSX.Element {
  const { maxTokens, maxItems } = limits;
  return (
    <>
      <div class="budget">
        <span>
          {maxTokens === null
            ? t("playground.tokens", { n: tokens })
            : t("playground.tokensOf", { n: tokens, most: maxTokens })}
        </span>
        {maxTokens !== null && (
          <span class="meter-track" aria-hidden="true">
            <span class="meter-fill" style={{ width: `${Math.min(1, tokens / maxTokens) * 100}%` }} />
          </span>
        )}
        <span>{t("playground.lines", { n: lines, most: maxItems })}</span>
      </div>
      <pre class="block" dir="auto">
        {prompt === "" ? t("playground.emptyBlock") : prompt}
      </pre>
    </>
  );
}
