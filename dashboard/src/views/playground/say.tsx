import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Preview } from "../../../../src/api/write.ts";
import { EVENT_ROLES, type EventRole } from "../../../../src/domain/event.ts";
import { reasonsIn } from "../../../../src/domain/reason.ts";
import { useMemoir } from "../../connection.ts";
import { t, term } from "../../i18n/index.ts";
import { href } from "../../router.ts";
import { useAction } from "../../ui/async.ts";
import { Meter } from "../../ui/meter.tsx";
import { Reasons } from "../../ui/reasons.tsx";
import { Outcome, Status } from "../../ui/status.tsx";
import { Line, Words } from "../../ui/words.tsx";

/** A message, and what reading it would come to. */
export function Say({ scope }: { scope: string }): JSX.Element {
  const memoir = useMemoir();
  const act = useAction();
  const [text, setText] = useState("");
  const [role, setRole] = useState<EventRole>("user");
  const [author, setAuthor] = useState("");
  const [busy, setBusy] = useState(false);
  const [preview, setPreview] = useState<Preview>();
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    const message = { role, text, ...(author === "" ? {} : { author }) };
    setPreview(await act(() => memoir.scope(scope || "user:sample").preview([message])));
    setBusy(false);
  };
  return (
    <>
      <form class="card ask-form" onSubmit={(event) => void submit(event)}>
        <label class="field full">
          <span>{t("say.message")}</span>
          <textarea
            dir="auto"
            rows={3}
            required
            placeholder={t("say.messageHint")}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
        <label class="field">
          <span>{t("say.role")}</span>
          <select value={role} onChange={(event) => setRole(event.currentTarget.value as EventRole)}>
            {EVENT_ROLES.map((one) => (
              <option key={one} value={one}>
                {term("role", one)}
              </option>
            ))}
          </select>
        </label>
        <label class="field grow">
          <span>{t("say.author")}</span>
          <input
            placeholder={t("playground.askerHint")}
            value={author}
            onInput={(event) => setAuthor(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="primary" disabled={busy}>
          {t(busy ? "say.busy" : "say.submit")}
        </button>
      </form>
      <p class="dim">{t("say.nothing")}</p>
      <div aria-live="polite">{preview !== undefined && <Entries preview={preview} scope={scope} />}</div>
    </>
  );
}

function Entries({
  preview: { entries, texts, redacted },
  scope,
}: {
  preview: Preview;
  scope: string;
}): JSX.Element {
  return (
    <div class="entries">
      {redacted > 0 && (
        <p class="card">
          {t("say.redacted", { n: redacted })} <Words text={texts.join("\n")} />
        </p>
      )}
      {entries.map((entry) => (
        <article class="card entry" key={`${entry.outcome} ${entry.text}`}>
          <header>
            <Outcome outcome={entry.outcome} />
            <Words text={entry.text} />
          </header>
          <p class="dim">
            <Reasons why={reasonsIn(entry.reason)} />
          </p>
          {entry.memory !== null && (
            <div class="one-numbers">
              <span>
                <Status status={entry.memory.status} />{" "}
                {entry.memory.type !== null && `${term("type", entry.memory.type)} · `}
                {entry.memory.category}
              </span>
              <Meter label={t("field.confidence")} value={entry.memory.confidence} tone="confidence" />
              <Meter label={t("field.importance")} value={entry.memory.importance} tone="importance" />
            </div>
          )}
          {[...(entry.meets === null ? [] : [entry.meets]), ...entry.replaces].map((known, i) => (
            <p key={known.id} class="meets">
              <span class="badge violet">
                {t(i === 0 && entry.meets !== null ? "say.meets" : "say.replaces")}
              </span>
              <a href={href(["memory", known.id], { scope })}>
                <Line text={known.text} />
              </a>
            </p>
          ))}
        </article>
      ))}
    </div>
  );
}
