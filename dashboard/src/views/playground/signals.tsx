import type { JSX } from "preact";
import type { Hit } from "../../../../src/api/recall.ts";
import { formatShare, t, term } from "../../i18n/index.ts";

/** Parts smaller than this are not seen in two digits. */
const SEEN = 0.005;

/** The parts of a relevance: a bar to the right counts for the line, one to the left against it. */
export function Signals({ hit, floor }: { hit: Hit; floor?: number | undefined }): JSX.Element {
  const { why } = hit;
  const parts = why.signals.filter(({ part }) => Math.abs(part) >= SEEN).sort((a, b) => b.part - a.part);
  const most = Math.max(0.25, ...parts.map(({ part }) => Math.abs(part)));
  return (
    <div class="signals">
      <div class="relevance">
        <span>{t("signal.relevance")}</span>
        <span class="track" aria-hidden="true">
          <span class="fill" style={{ width: `${Math.min(1, why.relevance) * 100}%` }} />
          {floor !== undefined && floor <= 1 && <span class="floor" style={{ left: `${floor * 100}%` }} />}
        </span>
        <b>{formatShare(why.relevance)}</b>
      </div>
      {parts.map(({ signal, part }) => (
        <div class="signal" key={signal}>
          <span>{term("signal", signal)}</span>
          <span class="track two" aria-hidden="true">
            <span
              class={part < 0 ? "fill minus" : "fill"}
              style={{
                width: `${(Math.abs(part) / most) * 50}%`,
                left: part < 0 ? `${50 - (Math.abs(part) / most) * 50}%` : "50%",
              }}
            />
          </span>
          <b>{`${part < 0 ? "−" : "+"}${Math.abs(part).toFixed(2)}`}</b>
        </div>
      ))}
      {why.importance !== null && (
        <p class="dim">
          {t("signal.sum", {
            via: term("via", why.via),
            importance: formatShare(why.importance),
            recency: formatShare(why.recency ?? 0),
            strength: formatShare(why.strength ?? 0),
            score: formatShare(hit.score),
          })}
        </p>
      )}
    </div>
  );
}
