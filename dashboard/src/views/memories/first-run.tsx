import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { t } from "../../i18n/index.ts";
import { goTo } from "../../router.ts";
import { addSample } from "../../sample.ts";
import { useReloadScopes } from "../../scopes.ts";
import { useAction } from "../../ui/async.ts";
import { Icon } from "../../ui/icon.tsx";

/** What the sample has for each view. */
const SHOWN = ["memories", "conversation", "review", "graph"] as const;

/** An empty database: what a memory is, a made-up person to look around with, and how to begin with real ones. */
export function FirstRun(): JSX.Element {
  const act = useAction();
  const reload = useReloadScopes();
  const [busy, setBusy] = useState(false);
  const start = async (): Promise<void> => {
    setBusy(true);
    await act(async () => {
      goTo(["memories"], { scope: await addSample() });
      reload();
    });
    setBusy(false);
  };
  return (
    <section class="first-run" aria-label={t("first.title")}>
      <h1>{t("first.title")}</h1>
      <p>{t("first.intro")}</p>
      <div class="first-columns">
        <div class="card">
          <h2>{t("sample.title")}</h2>
          <p>{t("sample.intro")}</p>
          <ul class="sample-list">
            {SHOWN.map((view) => (
              <li key={view}>
                <Icon name={view} />
                <span>{t(`sample.${view}`)}</span>
              </li>
            ))}
          </ul>
          <p class="dim">{t("sample.honest")}</p>
          <button type="button" class="primary" disabled={busy} onClick={() => void start()}>
            {t(busy ? "sample.busy" : "sample.add")}
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
