import type { JSX } from "preact";
import { FEEDBACK_VERDICTS, type FeedbackVerdict } from "../../../src/domain/feedback.ts";
import { t, term } from "../i18n/index.ts";

/** What somebody may say of a line. `about`: its words, for who hears the page. */
export function Verdicts({
  about,
  onSay,
}: {
  about: string;
  onSay(verdict: FeedbackVerdict): void;
}): JSX.Element {
  return (
    <fieldset class="verdicts" aria-label={t("feedback.about", { line: about.slice(0, 80) })}>
      {FEEDBACK_VERDICTS.map((verdict) => (
        <button key={verdict} type="button" class="link" onClick={() => onSay(verdict)}>
          {term("feedback", verdict)}
        </button>
      ))}
    </fieldset>
  );
}
