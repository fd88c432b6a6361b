import type { JSX } from "preact";
import { t } from "../i18n/index.ts";
import type { Decision } from "../review-actions.ts";

interface Props {
  /** The words that are decided on, for who hears the page. */
  readonly about: string;
  /** In a list that has the keyboard, its keys press these buttons. */
  readonly byKeys?: boolean;
  onDecide(decision: Decision): void;
}

/** Approve and reject, beside what waits. */
export function DecideButtons({ about, byKeys = false, onDecide }: Props): JSX.Element {
  const button = (decision: Decision, style: string): JSX.Element => (
    <button
      type="button"
      class={style}
      tabIndex={byKeys ? -1 : 0}
      aria-label={`${t(`review.${decision}`)}: ${about.slice(0, 80)}`}
      onClick={() => onDecide(decision)}
    >
      {t(`review.${decision}`)}
    </button>
  );
  return (
    <>
      {button("approve", "primary")}
      {button("reject", "danger")}
    </>
  );
}
