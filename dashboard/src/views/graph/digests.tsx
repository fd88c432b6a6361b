import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { DigestContext, DigestDay } from "../../../../src/api/digest.ts";
import { useMemoir } from "../../connection.ts";
import { formatDate, t, term } from "../../i18n/index.ts";
import { useAction } from "../../ui/async.ts";
import { Words } from "../../ui/words.tsx";

const PARTS = ["facts", "today", "history"] as const;

/** Summaries of past days, and a person's current context as a bot gets it. */
export function Digests({ scope, days }: { scope: string; days: readonly DigestDay[] }): JSX.Element {
  const memoir = useMemoir();
  const act = useAction();
  const [context, setContext] = useState<DigestContext>();
  const own = scope.startsWith("user:") ? [{ person: undefined, name: scope.slice(5) }] : [];
  const others = [...new Map(days.map(({ person, name }) => [person, { person, name }])).values()];
  const people = own.length > 0 ? own : others;
  return (
    <section class="card" aria-labelledby="digests">
      <h2 id="digests">{t("digest.title")}</h2>
      <p class="dim">{t("digest.intro")}</p>
      {people.length > 0 && (
        <div class="buttons start">
          {people.slice(0, 12).map(({ person, name }) => (
            <button
              type="button"
              key={name}
              onClick={() =>
                void act(() => memoir.scope(scope).digest.context(person)).then((found) => setContext(found))
              }
            >
              {t("digest.make", { name })}
            </button>
          ))}
        </div>
      )}
      <div aria-live="polite">{context !== undefined && <Context context={context} />}</div>
      {days.length === 0 && <p class="dim">{t("digest.none")}</p>}
      <ol class="timeline">
        {days.map(({ day, person, name, text, method, model }) => (
          <li key={`${day} ${person}`}>
            <header>
              <b>{formatDate(new Date(`${day}T12:00:00Z`))}</b>
              <bdi class="scope">{name}</bdi>
              <small>{method === "model" ? (model ?? "") : term("digest", method)}</small>
            </header>
            <Words text={text} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Context({ context }: { context: DigestContext }): JSX.Element {
  const { name, text, parts, degraded } = context;
  return (
    <div class="digest">
      {degraded !== null && <p class="problem">{`${degraded.reason}: ${degraded.detail}`}</p>}
      <h3>{t("digest.of", { name })}</h3>
      {text === null ? <p class="dim">{t("digest.nothing")}</p> : <Words text={text} />}
      <dl class="facts">
        {PARTS.map((part) => (
          <div key={part}>
            <dt>{t(`digest.${part}`)}</dt>
            <dd>{parts[part] === null ? "–" : <Words text={parts[part]} />}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
