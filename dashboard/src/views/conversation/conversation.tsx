import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { MemoirClient } from "../../../../src/client/index.ts";
import type { DecisionEntry } from "../../../../src/domain/change.ts";
import { MemoirError } from "../../../../src/domain/errors.ts";
import type { Event } from "../../../../src/domain/event.ts";
import type { Memory } from "../../../../src/domain/memory.ts";
import { useMemoir } from "../../connection.ts";
import { useCoreOff } from "../../core-actions.ts";
import { formatDate, formatTime, t, term } from "../../i18n/index.ts";
import { useChanges } from "../../live.ts";
import { amend, href, type Place } from "../../router.ts";
import { useScope } from "../../scopes.ts";
import { useAsync } from "../../ui/async.ts";
import { Empty, Problem } from "../../ui/empty.tsx";
import { ScopePicker } from "../../ui/scope-picker.tsx";
import { Outcome, Status } from "../../ui/status.tsx";
import { Line, Words } from "../../ui/words.tsx";
import { Knew } from "./knew.tsx";

const PAGE = 60;

interface Fate extends DecisionEntry {
  readonly memory: Memory | null;
}

interface Talk {
  readonly events: readonly Event[];
  readonly fates: ReadonlyMap<string, readonly Fate[]>;
  /** Ids of the replies of which it is on record what the model knew. */
  readonly knew: ReadonlySet<string>;
  readonly more: boolean;
}

/** The events of a scope beside what became of each. */
export function Conversation({ place }: { place: Place }): JSX.Element {
  const memoir = useMemoir();
  const scope = useScope(place.query.scope);
  const version = useChanges(scope);
  const [pages, setPages] = useState(1);
  const wanted = place.query.event;
  const talk = useAsync(
    () => load(memoir, scope, pages * PAGE, wanted),
    [memoir, scope, pages, version, wanted],
  );
  const setOff = useCoreOff(talk.reload);
  useEffect(() => {
    if (wanted !== undefined) document.getElementById(`event-${wanted}`)?.scrollIntoView({ block: "center" });
  }, [wanted, talk.value]);
  const { events = [], fates, knew, more } = talk.value ?? {};
  return (
    <section class="page" aria-label={t("nav.conversation")}>
      <div class="page-head">
        <h1>{t("nav.conversation")}</h1>
        <ScopePicker
          label={t("field.scope")}
          value={scope}
          onChange={(one) => {
            setPages(1);
            amend({ scope: one, event: undefined });
          }}
        />
      </div>
      <p class="dim">{t("conversation.intro")}</p>
      {talk.error !== undefined && <Problem error={talk.error} />}
      {talk.value !== undefined && events.length === 0 && (
        <Empty title={t("conversation.none")}>
          <p>{t("conversation.noneHint")}</p>
        </Empty>
      )}
      {more === true && (
        <button type="button" onClick={() => setPages(pages + 1)}>
          {t("conversation.older")}
        </button>
      )}
      <ol class="talk">
        {events.map((event, i) => (
          <li
            key={event.id}
            id={`event-${event.id}`}
            class={`${event.role} ${event.id === wanted ? "wanted" : ""}`}
          >
            {dayOf(event) !== dayOf(events[i - 1]) && <h2 class="day">{dayOf(event)}</h2>}
            <div class="said">
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
              {event.erasedAt === null ? (
                <Words text={event.text} />
              ) : (
                <em class="dim">{t("memory.erased", { when: formatDate(event.erasedAt) })}</em>
              )}
              {knew?.has(event.id) === true && <Knew scope={scope} reply={event.id} />}
            </div>
            <ul class="fates">
              {(fates?.get(event.id) ?? []).map((fate) => (
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
                  <small>{fate.reason}</small>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  );
}

function dayOf(event: Event | undefined): string {
  return event === undefined ? "" : formatDate(event.at);
}

/** The newest events, oldest of them first; and far enough back to hold the one that a link names. */
async function load(
  memoir: MemoirClient,
  scope: string,
  least: number,
  wanted: string | undefined,
): Promise<Talk> {
  if (scope === "") return { events: [], fates: new Map(), knew: new Set(), more: false };
  const handle = memoir.scope(scope);
  const events: Event[] = [];
  let more = false;
  for await (const event of await handle.events.list({ limit: PAGE })) {
    const isFound = wanted === undefined || events.some(({ id }) => id === wanted);
    if (events.length >= least && (isFound || events.length >= 20 * PAGE)) {
      more = true;
      break;
    }
    events.push(event);
  }
  events.reverse();
  const [fates, knew] = await Promise.all([fatesOf(memoir, scope, events), knewIn(memoir, scope, events)]);
  return { events, fates, knew, more };
}

/** A context is recorded when its reply is given, so those before the oldest event are of others. */
async function knewIn(
  memoir: MemoirClient,
  scope: string,
  events: readonly Event[],
): Promise<ReadonlySet<string>> {
  const known = new Set<string>();
  const [oldest] = events;
  if (oldest === undefined) return known;
  for await (const { reply, at } of await memoir.scope(scope).contexts({ limit: 200 })) {
    if (at < oldest.at && at < oldest.recordedAt) break;
    known.add(reply);
  }
  return known;
}

/** Decisions come after what they are about: those older than the oldest event are about others. */
async function fatesOf(
  memoir: MemoirClient,
  scope: string,
  events: readonly Event[],
): Promise<ReadonlyMap<string, readonly Fate[]>> {
  const fates = new Map<string, Fate[]>();
  const [oldest] = events;
  if (oldest === undefined) return fates;
  const { memories } = memoir.scope(scope);
  const known = new Map<string, Promise<Memory | null>>();
  const memoryOf = (id: string): Promise<Memory | null> => {
    const found = known.get(id) ?? memories.get(id);
    known.set(id, found);
    return found;
  };
  const ids = new Set(events.map(({ id }) => id));
  try {
    for await (const decision of await memories.decisions(undefined, { limit: 500 })) {
      if (decision.at < oldest.recordedAt) break;
      if (decision.eventId === null || !ids.has(decision.eventId)) continue;
      const memory = decision.memoryId === null ? null : await memoryOf(decision.memoryId);
      fates.set(decision.eventId, [{ ...decision, memory }, ...(fates.get(decision.eventId) ?? [])]);
    }
  } catch (error) {
    if (!MemoirError.is(error) || error.code !== "audit_off") throw error;
  }
  return fates;
}
