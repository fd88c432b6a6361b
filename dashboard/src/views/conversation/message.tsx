import type { JSX } from "preact";
import type { ConversationEntry } from "../../../../src/api/conversation.ts";
import type { Event } from "../../../../src/domain/event.ts";
import { useCoreOff } from "../../core-actions.ts";
import { formatDate, formatTime, t, term } from "../../i18n/index.ts";
import { href } from "../../router.ts";
import { Reasons } from "../../ui/reasons.tsx";
import { Outcome, Status } from "../../ui/status.tsx";
import { WhyNotForm } from "../../ui/why-not.tsx";
import { Line, Words } from "../../ui/words.tsx";
import { Knew } from "./knew.tsx";
import { WaitWords } from "./wait-words.tsx";

interface Props {
  readonly scope: string;
  readonly entry: ConversationEntry;
  readonly isWanted: boolean;
  /** Its day, where it is the first of it. */
  readonly day: string | null;
  readonly questions: readonly Event[];
  reload(): void;
}

/** A message, and beside it what became of it or what it waits for. */
export function Message({ scope, entry, isWanted, day, questions, reload }: Props): JSX.Element {
  const { event, outcomes, waits, hasContext } = entry;
  return (
    <li id={`event-${event.id}`} class={`${event.role} ${isWanted ? "wanted" : ""}`}>
      {day !== null && <h2 class="day">{day}</h2>}
      <div class="said">
        <Header scope={scope} event={event} reload={reload} />
        {event.erasedAt === null ? (
          <Words text={event.text} />
        ) : (
          <em class="dim">{t("memory.erased", { when: formatDate(event.erasedAt) })}</em>
        )}
        {hasContext && <Knew scope={scope} reply={event.id} />}
        {event.erasedAt === null && event.type === "message" && event.role === "user" && (
          <details class="knew">
            <summary>{t("whynot.title")}</summary>
            <WhyNotForm
              scope={scope}
              about={{ event: event.id }}
              questions={questions.filter(({ id }) => id !== event.id)}
            />
          </details>
        )}
      </div>
      <ul class="fates" aria-live="polite">
        {outcomes.map((fate) => (
          <li key={`${fate.at.getTime()} ${fate.outcome} ${fate.memoryId ?? fate.reason}`}>
            <Outcome outcome={fate.outcome} />
            {fate.memory !== null && (
              <a href={href(["memory", fate.memory.id], { scope })}>
                <Line text={fate.memory.text} />
              </a>
            )}
            {fate.memory !== null && fate.memory.status !== "active" && (
              <Status status={fate.memory.status} />
            )}
            <Reasons why={fate.why} />
          </li>
        ))}
        {waits !== null && (
          <li class="waits">
            <WaitWords wait={waits} scope={scope} />
          </li>
        )}
      </ul>
    </li>
  );
}

function Header({ scope, event, reload }: Pick<Props, "scope" | "reload"> & { event: Event }): JSX.Element {
  const setOff = useCoreOff(reload);
  return (
    <header>
      <b>{event.actor ?? term("role", event.role)}</b>
      <small title={event.id}>
        {formatTime(event.at)}
        {event.type !== "message" && ` · ${term("event", event.type)}`}
        {event.session !== null && ` · ${event.session}`}
      </small>
      {event.hiddenAt !== null && <span class="badge bad">{t("conversation.hidden")}</span>}
      {event.coreOffAt !== null && (
        <>
          <span class="badge">{t("conversation.coreOff")}</span>
          <button type="button" class="link" onClick={() => void setOff(scope, event.id, false)}>
            {t("core.in")}
          </button>
        </>
      )}
    </header>
  );
}
