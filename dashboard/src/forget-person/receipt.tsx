import type { JSX } from "preact";
import type { PersonReceipt } from "../../../src/api/people.ts";
import { useMemoir } from "../connection.ts";
import { formatTime, t, term } from "../i18n/index.ts";
import { useAction } from "../ui/async.ts";
import { saveFile } from "../ui/save-file.ts";
import { Counts } from "./counts.tsx";

interface Props {
  readonly receipt: PersonReceipt;
  onChange(receipt: PersonReceipt): void;
  onClose(): void;
}

/** What went, by whom and when: to keep, to print, and to take back where that is possible. */
export function Receipt({ receipt, onChange, onClose }: Props): JSX.Element {
  const memoir = useMemoir();
  const act = useAction();
  const { id, hard, status, counts, actor, endedAt, restorableUntil } = receipt;
  const undo = async (): Promise<void> => {
    const restored = await act(() => memoir.operator().people.restore(id));
    if (restored !== undefined) onChange(restored);
  };
  const download = (): void =>
    saveFile(
      new Blob([JSON.stringify(receipt, null, 2)], { type: "application/json" }),
      `receipt-${id}.json`,
    );
  const done =
    status === "restored" ? "forgetPerson.restored" : hard ? "forgetPerson.erased" : "forgetPerson.forgotten";
  return (
    <div class="forget-person">
      <p role="status">{t(done)}</p>
      <Counts counts={counts} />
      <dl class="forget-person-facts">
        <dt>{t("forgetPerson.id")}</dt>
        <dd>
          <code>{id}</code>
        </dd>
        <dt>{t("forgetPerson.by")}</dt>
        <dd>{actor}</dd>
        <dt>{t("forgetPerson.status")}</dt>
        <dd>
          {term("forgetPerson.is", status)}
          {endedAt !== null && ` · ${formatTime(endedAt)}`}
        </dd>
      </dl>
      {status === "done" && restorableUntil !== null && (
        <p class="dim">{t("forgetPerson.until", { when: formatTime(restorableUntil) })}</p>
      )}
      <div class="buttons">
        {status === "done" && !hard && (
          <button type="button" onClick={() => void undo()}>
            {t("action.undo")}
          </button>
        )}
        <button type="button" onClick={download}>
          {t("forgetPerson.download")}
        </button>
        <button type="button" onClick={() => window.print()}>
          {t("forgetPerson.print")}
        </button>
        <button type="button" class="primary" onClick={onClose}>
          {t("action.close")}
        </button>
      </div>
    </div>
  );
}
