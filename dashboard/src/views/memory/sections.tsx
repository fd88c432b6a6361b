import type { JSX } from "preact";
import type { Proof } from "../../../../src/api/memories.ts";
import type { DecisionEntry } from "../../../../src/domain/change.ts";
import { formatAgo, formatDate, formatTime, t, term } from "../../i18n/index.ts";
import { href } from "../../router.ts";
import { Reasons } from "../../ui/reasons.tsx";
import { Outcome } from "../../ui/status.tsx";
import { Words } from "../../ui/words.tsx";

/** The words that back it, in the messages in which they were said. */
export function Evidence({ proof, scope }: { proof: Proof; scope: string }): JSX.Element {
  return (
    <section class="card" aria-labelledby="evidence">
      <h2 id="evidence">{t("memory.why")}</h2>
      {proof.evidence.length === 0 && <p class="dim">{t("memory.noEvidence")}</p>}
      {proof.evidence.map(({ event, method, trust, span, model, createdAt }) => (
        <blockquote key={`${event.id} ${createdAt.getTime()}`} class={`said ${event.role}`}>
          <header>
            <b>{event.actor ?? term("role", event.role)}</b>
            <small title={formatTime(event.at)}>{formatAgo(event.at)}</small>
            <a href={href(["conversation"], { scope, event: event.id })}>{t("memory.inConversation")}</a>
          </header>
          {event.erasedAt === null ? (
            <Words text={event.text} span={span} />
          ) : (
            <em class="dim">{t("memory.erased", { when: formatDate(event.erasedAt) })}</em>
          )}
          <footer class="dim">
            {term("method", method)} · {t("memory.trust", { n: trust })}
            {model !== null && ` · ${model}`}
          </footer>
        </blockquote>
      ))}
    </section>
  );
}

/** When it is true, beside when that was known. */
export function Validity({ proof }: { proof: Proof }): JSX.Element {
  return (
    <section class="card" aria-labelledby="validity">
      <h2 id="validity">{t("memory.validity")}</h2>
      <ol class="intervals">
        {proof.validity.map(({ validFrom, validTo, revFrom, revTo }) => (
          <li key={`${revFrom} ${validFrom.getTime()}`} class={revTo === null ? "" : "old"}>
            <span class={`interval ${validTo === null ? "open" : ""}`} aria-hidden="true" />
            <span>
              {formatDate(validFrom)} → {validTo === null ? t("memory.now") : formatDate(validTo)}
            </span>
            <small>
              {revTo === null
                ? t("memory.knownSince", { rev: revFrom })
                : t("memory.knownUntil", { rev: revFrom, to: revTo })}
            </small>
          </li>
        ))}
      </ol>
    </section>
  );
}

export function Decisions({ entries }: { entries: readonly DecisionEntry[] }): JSX.Element {
  return (
    <section class="card" aria-labelledby="decisions">
      <h2 id="decisions">{t("memory.decisions")}</h2>
      {entries.length === 0 && <p class="dim">{t("memory.noDecisions")}</p>}
      <ol class="log">
        {entries.map(({ outcome, reason, why, stage, policy, at }) => (
          <li key={`${at.getTime()} ${outcome} ${reason}`}>
            <Outcome outcome={outcome} />
            <span class="log-text">
              <Reasons why={why} />
            </span>
            <small title={formatTime(at)}>
              {term("stage", stage)} · {t("memory.policy", { n: policy })} · {formatAgo(at)}
            </small>
          </li>
        ))}
      </ol>
    </section>
  );
}
