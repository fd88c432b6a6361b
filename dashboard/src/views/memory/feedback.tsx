import type { JSX } from "preact";
import type { Memory } from "../../../../src/domain/memory.ts";
import { useMemoir } from "../../connection.ts";
import { useFeedback } from "../../feedback-actions.ts";
import { formatAgo, formatTime, t, term } from "../../i18n/index.ts";
import { useChanges } from "../../live.ts";
import { href } from "../../router.ts";
import { useAsync } from "../../ui/async.ts";
import { Problem } from "../../ui/empty.tsx";
import { Verdicts } from "../../ui/verdicts.tsx";
import { Words } from "../../ui/words.tsx";

const MAX_FEEDBACKS = 50;

/** What people said of a memory, and what you say of it. */
export function FeedbackCard({ scope, memory }: { scope: string; memory: Memory }): JSX.Element {
  const memoir = useMemoir();
  const version = useChanges(scope);
  const found = useAsync(
    async () => (await memoir.scope(scope).feedbacks({ memory: memory.id, limit: MAX_FEEDBACKS })).items,
    [memoir, scope, memory.id, version],
  );
  const say = useFeedback(found.reload);
  return (
    <section class="card" aria-labelledby="feedback">
      <h2 id="feedback">{t("feedback.title")}</h2>
      <Verdicts about={memory.text} onSay={(verdict) => void say(scope, { memory: memory.id, verdict })} />
      {found.error !== undefined && <Problem error={found.error} />}
      {found.value?.length === 0 && <p class="dim">{t("feedback.none")}</p>}
      <ol class="log">
        {(found.value ?? []).map(({ id, verdict, by, note, reply, at }) => (
          <li key={id}>
            <span class="badge">{term("feedback", verdict)}</span>
            <span class="log-text">{note === null ? "" : <Words text={note} />}</span>
            <small title={formatTime(at)}>
              {by !== null && `${by} · `}
              {formatAgo(at)}
              {reply !== null && (
                <>
                  {" · "}
                  <a href={href(["conversation"], { scope, event: reply })}>{t("memory.inConversation")}</a>
                </>
              )}
            </small>
          </li>
        ))}
      </ol>
    </section>
  );
}
