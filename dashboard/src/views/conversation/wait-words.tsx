import type { JSX } from "preact";
import type { Wait } from "../../../../src/domain/waiting-reason.ts";
import { formatTime, type MessageKey, t, term } from "../../i18n/index.ts";
import { href } from "../../router.ts";

/** Waits whose time is the next try, not the end. */
const TRIED: ReadonlySet<Wait["code"]> = new Set(["model", "retry"]);
/** Over in a moment: a time would be past before it is read. */
const SOON: ReadonlySet<Wait["code"]> = new Set(["reply", "next", "reading"]);

/** What a message waits for, and until when. */
export function WaitWords({ wait, scope }: { wait: Wait; scope: string }): JSX.Element {
  const { code, until, values } = wait;
  const named = {
    ...values,
    ...(typeof values.field === "string" ? { field: term("profile", values.field) } : {}),
  };
  return (
    <>
      <span class="badge outcome-waiting">{t("outcome.waiting")}</span>
      <span>
        {t(`talk.wait.${code}` as MessageKey, named)}
        {until !== null &&
          !SOON.has(code) &&
          ` ${t(TRIED.has(code) ? "talk.next" : "talk.latest", { when: formatTime(until) })}`}
        {(code === "review" || code === "consent") && (
          <>
            {" "}
            <a href={href(["review"], { scope })}>{t("nav.review")}</a>
          </>
        )}
        {code === "dead" && (
          <>
            {" "}
            <a href={href(["operations", "jobs"])}>{t("ops.jobs")}</a>
          </>
        )}
      </span>
    </>
  );
}
