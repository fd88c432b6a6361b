import type { JSX } from "preact";
import { chooseLanguage, currentLanguage, LANGUAGES, type Language, t } from "../i18n/index.ts";

export function LanguageSwitch({ onChange }: { onChange(): void }): JSX.Element {
  return (
    <select
      class="quiet"
      aria-label={t("shell.language")}
      value={currentLanguage()}
      onChange={(event) => void chooseLanguage(event.currentTarget.value as Language).then(onChange)}
    >
      {Object.entries(LANGUAGES).map(([code, name]) => (
        <option key={code} value={code} lang={code}>
          {name}
        </option>
      ))}
    </select>
  );
}
