import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { t } from "../i18n/index.ts";
import { goTo } from "../router.ts";
import { removeSample, useHasSample } from "../sample.ts";
import { useReloadScopes } from "../scopes.ts";
import { useAction } from "./async.ts";
import { useToasts } from "./toast.tsx";

/** While the sample is there, every view says so and has the way to be rid of it. */
export function SampleNote(): JSX.Element | null {
  const act = useAction();
  const { show } = useToasts();
  const reload = useReloadScopes();
  const [busy, setBusy] = useState(false);
  if (!useHasSample()) return null;
  const remove = async (): Promise<void> => {
    setBusy(true);
    await act(async () => {
      await removeSample();
      show({ text: t("sample.removed") });
      goTo(["memories"]);
      reload();
    });
    setBusy(false);
  };
  return (
    <aside class="sample-note" aria-label={t("sample.badge")}>
      <span class="badge">{t("sample.badge")}</span>
      <span>{t("sample.note")}</span>
      <button type="button" disabled={busy} onClick={() => void remove()}>
        {t("sample.remove")}
      </button>
    </aside>
  );
}
