import type { JSX } from "preact";
import type { Event } from "../../../../src/domain/event.ts";
import { useMemoir } from "../../connection.ts";
import { formatDate, t } from "../../i18n/index.ts";
import { amend, type Place } from "../../router.ts";
import { useScope } from "../../scopes.ts";
import { Empty, Problem } from "../../ui/empty.tsx";
import { ScopePicker } from "../../ui/scope-picker.tsx";
import { Message } from "./message.tsx";
import { useScrolling } from "./scrolling.ts";
import { useTalk } from "./talk.ts";

/** The events of a scope beside what became of each, as they happen. */
export function Conversation({ place }: { place: Place }): JSX.Element {
  const scope = useScope(place.query.scope);
  const wanted = place.query.event;
  return (
    <section class="page" aria-label={t("nav.conversation")}>
      <div class="page-head">
        <h1>{t("nav.conversation")}</h1>
        <ScopePicker
          label={t("field.scope")}
          value={scope}
          onChange={(one) => amend({ scope: one, event: undefined })}
        />
      </div>
      <p class="dim">{t("conversation.intro")}</p>
      <Messages key={`${scope} ${wanted}`} scope={scope} wanted={wanted} />
    </section>
  );
}

/** Questions that may be asked about a message again: the last that users sent. */
const MAX_QUESTIONS = 8;

function Messages({ scope, wanted }: { scope: string; wanted: string | undefined }): JSX.Element {
  const { value, error, older, reload } = useTalk(useMemoir(), scope, wanted);
  const entries = value?.entries ?? [];
  const { top, hasNewer, toEnd } = useScrolling({ entries, wanted, older });
  const questions = entries
    .filter(({ event }) => event.role === "user" && event.text !== "")
    .slice(-MAX_QUESTIONS)
    .map(({ event }) => event);
  if (value === undefined && error === undefined && scope !== "") return <div class="loading" />;
  return (
    <>
      {error !== undefined && <Problem error={error} />}
      {(value !== undefined || scope === "") && entries.length === 0 && (
        <Empty title={t("conversation.none")}>
          <p>{t("conversation.noneHint")}</p>
        </Empty>
      )}
      {value?.next != null && (
        <div ref={top}>
          <button type="button" onClick={() => void older()}>
            {t("conversation.older")}
          </button>
        </div>
      )}
      <ol class="talk">
        {entries.map((entry, i) => (
          <Message
            key={entry.event.id}
            scope={scope}
            entry={entry}
            isWanted={entry.event.id === wanted}
            day={dayOf(entry.event) === dayOf(entries[i - 1]?.event) ? null : dayOf(entry.event)}
            questions={questions}
            reload={reload}
          />
        ))}
      </ol>
      {hasNewer && (
        <button type="button" class="primary talk-newer" onClick={toEnd}>
          {t("talk.newer")} ↓
        </button>
      )}
    </>
  );
}

function dayOf(event: Event | undefined): string {
  return event === undefined ? "" : formatDate(event.at);
}
