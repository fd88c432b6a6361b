import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useMemoir } from "../../connection.ts";
import { currentLanguage, t } from "../../i18n/index.ts";
import { goTo } from "../../router.ts";
import { useAction } from "../../ui/async.ts";
import { Line } from "../../ui/words.tsx";
import { SAMPLE_SCOPES, sampleMessages } from "./sample.ts";

/** An empty database: what a memory is, and a conversation to try it with. */
export function FirstRun(): JSX.Element {
  const memoir = useMemoir();
  const act = useAction();
  const [busy, setBusy] = useState(false);
  const messages = sampleMessages(currentLanguage());
  const start = async (): Promise<void> => {
    setBusy(true);
    await act(async () => {
      const scope = memoir.scope(SAMPLE_SCOPES[currentLanguage()]);
      await scope.observe(messages);
      // Before they are read: memories appear as they come, and who has gone on is not called back.
      goTo(["memories"], { scope: scope.scope });
      await scope.flush();
    });
    setBusy(false);
  };
  return (
    <section class="first-run" aria-label={t("first.title")}>
      <h1>{t("first.title")}</h1>
      <p>{t("first.intro")}</p>
      <div class="first-columns">
        <div class="card">
          <h2>{t("first.sample")}</h2>
          <ol class="sample">
            {messages.map(({ id, role, text }) => (
              <li key={id} class={role}>
                <Line text={text} />
              </li>
            ))}
          </ol>
          <button type="button" class="primary" disabled={busy} onClick={() => void start()}>
            {t(busy ? "first.busy" : "first.start")}
          </button>
        </div>
        <div class="card">
          <h2>{t("first.own")}</h2>
          <p>{t("first.ownHint")}</p>
          <pre>
            <code>{`curl ${location.origin}/api/ltm/events \\
  -H "Authorization: Bearer $KEY" --json '{
    "scope": "user:alice",
    "messages": [{"text": "Remember that I live in Berlin."}]
  }'`}</code>
          </pre>
          <p>
            <a href="/docs">{t("first.docs")}</a>
          </p>
        </div>
      </div>
    </section>
  );
}
