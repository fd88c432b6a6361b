import type { JSX } from "preact";
import { t } from "../i18n/index.ts";

/** The last line of a form in a dialog. */
export function SaveButtons({ onCancel }: { onCancel(): void }): JSX.Element {
  return (
    <div class="buttons wide">
      <button type="button" onClick={onCancel}>
        {t("action.cancel")}
      </button>
      <button type="submit" class="primary">
        {t("action.save")}
      </button>
    </div>
  );
}
