import type { JSX } from "preact";
import type { Waiting, WaitingMemory, WaitingProposal } from "../../../../src/api/memories.ts";
import { reasonsIn } from "../../../../src/domain/reason.ts";
import { formatAgo, formatTime, t, term } from "../../i18n/index.ts";
import type { Decision } from "../../review-actions.ts";
import { href } from "../../router.ts";
import { topicOf } from "../../topic.ts";
import { DecideButtons } from "../../ui/decide-buttons.tsx";
import { Reasons } from "../../ui/reasons.tsx";
import { Status } from "../../ui/status.tsx";
import { Words } from "../../ui/words.tsx";

interface Props {
  readonly index: number;
  readonly one: Waiting;
  readonly active: boolean;
  readonly selected: boolean;
  onFocus(): void;
  onToggle(): void;
  onEdit(): void;
  onDecide(decision: Decision): void;
}

/** One thing that waits: what it says, why it waits, who said it, and what it would replace. */
export function WaitingCard(props: Props): JSX.Element {
  const { index, one, active, selected, onFocus, onToggle, onEdit, onDecide } = props;
  const title = one.kind === "memory" ? one.memory.text : (one.proposal.newValue ?? "");
  return (
    <li
      id={`waiting-${index}`}
      class={`card waiting-card ${active ? "active" : ""} ${selected ? "selected" : ""}`}
      tabIndex={active ? 0 : -1}
      onFocus={onFocus}
    >
      <header>
        <input
          type="checkbox"
          checked={selected}
          aria-label={t("memories.select", { text: title.slice(0, 80) })}
          onChange={onToggle}
        />
        <bdi class="scope">{one.scope}</bdi>
        {one.kind === "memory" ? <MemoryMarks one={one} /> : <ProposalMarks one={one} />}
      </header>
      {one.kind === "memory" ? <MemoryBody one={one} /> : <ProposalBody one={one} />}
      <div class="buttons start">
        <DecideButtons about={title} onDecide={onDecide} />
        <button type="button" onClick={onEdit}>
          {t("action.edit")}
        </button>
      </div>
    </li>
  );
}

function MemoryMarks({ one: { memory, asks } }: { one: WaitingMemory }): JSX.Element {
  return (
    <>
      {asks === "forget" ? (
        <span class="badge bad">{t("review.asksForget")}</span>
      ) : (
        <Status status={memory.status} />
      )}
      <span class="badge">{topicOf(memory)}</span>
      <small title={formatTime(memory.createdAt)}>{formatAgo(memory.createdAt)}</small>
    </>
  );
}

function MemoryBody({
  one: { memory, scope, reason, evidence, replaces },
}: {
  one: WaitingMemory;
}): JSX.Element {
  return (
    <>
      <h2>
        <a href={href(["memory", memory.id], { scope })}>
          <Words text={memory.text} />
        </a>
      </h2>
      {reason !== null && (
        <p class="reason">
          <Reasons why={reasonsIn(reason)} />
        </p>
      )}
      {evidence
        .filter(({ event }) => event.text.trim() !== memory.text)
        .slice(0, 3)
        .map(({ event, span }) => (
          <blockquote class={`said ${event.role}`} key={event.id}>
            <small>
              {event.actor ?? term("role", event.role)} · {formatAgo(event.at)}
            </small>
            <Words text={event.text} span={span} />
          </blockquote>
        ))}
      {replaces.map((old) => (
        <p class="meets" key={old.id}>
          <span class="badge violet">{t("say.replaces")}</span> <Words text={old.text} />
        </p>
      ))}
    </>
  );
}

function ProposalMarks({ one: { proposal } }: { one: WaitingProposal }): JSX.Element {
  return (
    <>
      <span class="badge warn">{t(proposal.needs === "consent" ? "review.consent" : "review.signals")}</span>
      {proposal.expiresAt !== null && (
        <small title={formatTime(proposal.expiresAt)}>
          {t("review.deadline", { when: formatAgo(proposal.expiresAt) })}
        </small>
      )}
    </>
  );
}

function ProposalBody({ one: { proposal, events } }: { one: WaitingProposal }): JSX.Element {
  return (
    <>
      <h2>
        {term("profile", proposal.field)}:{" "}
        {proposal.oldValue !== null && (
          <>
            <del>
              <Words text={proposal.oldValue} />
            </del>{" "}
            →{" "}
          </>
        )}
        <Words text={proposal.newValue ?? "–"} />
      </h2>
      <p class="reason">{proposal.reason}</p>
      {events.slice(0, 3).map((event) => (
        <blockquote class={`said ${event.role}`} key={event.id}>
          <small>
            {event.actor ?? term("role", event.role)} · {formatAgo(event.at)}
          </small>
          <Words text={event.text} />
        </blockquote>
      ))}
    </>
  );
}
