import type { JSX } from "preact";
import type { OwnedMemory } from "../../../../src/api/operator.ts";
import { useActions } from "../../actions.ts";
import { t } from "../../i18n/index.ts";
import { type Decision, isWaiting } from "../../review-actions.ts";

interface Props {
  readonly chosen: readonly OwnedMemory[];
  onForget(): void;
  /** Of those that wait. */
  onDecide(decision: Decision): void;
  onClear(): void;
}

/** What can be done with all memories that are selected. */
export function SelectionBar({ chosen, onForget, onDecide, onClear }: Props): JSX.Element {
  const { restore, update } = useActions();
  const n = chosen.length;
  const waiting = chosen.filter(isWaiting).length;
  return (
    <div class="selection" role="toolbar" aria-label={t("memories.selection")}>
      <b>{t("memories.selected", { n })}</b>
      {waiting > 0 && (
        <>
          <button type="button" class="primary" onClick={() => onDecide("approve")}>
            {t("review.approveSome", { n: waiting })}
          </button>
          <button type="button" class="danger" onClick={() => onDecide("reject")}>
            {t("review.rejectSome", { n: waiting })}
          </button>
        </>
      )}
      <button type="button" onClick={onForget}>
        {t("action.forget")}
      </button>
      <button
        type="button"
        onClick={() => void update(chosen, { status: "disabled" }, t("toast.disabled", { n }))}
      >
        {t("action.disable")}
      </button>
      <button type="button" onClick={() => void update(chosen, { pinned: true }, t("toast.pinned", { n }))}>
        {t("action.pin")}
      </button>
      <button type="button" onClick={() => void restore(chosen).then(onClear)}>
        {t("action.restore")}
      </button>
      <button type="button" class="link" onClick={onClear}>
        {t("action.clear")}
      </button>
    </div>
  );
}
