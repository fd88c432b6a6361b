import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { MemoriesHandle, Proof } from "../../../../src/api/memories.ts";
import type { OwnedMemory } from "../../../../src/api/operator.ts";
import { MemoirError } from "../../../../src/domain/errors.ts";
import type { Memory } from "../../../../src/domain/memory.ts";
import { strengthAt } from "../../../../src/domain/strength.ts";
import { useActions } from "../../actions.ts";
import { useMemoir } from "../../connection.ts";
import { formatAgo, formatDate, formatTime, t } from "../../i18n/index.ts";
import { useChanges } from "../../live.ts";
import { personHref } from "../../person-link.ts";
import { type Decision, isForOthers, isWaiting, useDecide } from "../../review-actions.ts";
import { href, type Place } from "../../router.ts";
import { topicOf } from "../../topic.ts";
import { useAsync } from "../../ui/async.ts";
import { DecideButtons } from "../../ui/decide-buttons.tsx";
import { Empty, Problem } from "../../ui/empty.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Meter } from "../../ui/meter.tsx";
import { Replacements } from "../../ui/replacements.tsx";
import { Status } from "../../ui/status.tsx";
import { Words } from "../../ui/words.tsx";
import { Editor } from "../memories/editor.tsx";
import { FeedbackCard } from "./feedback.tsx";
import { History } from "./history.tsx";
import { Relations } from "./relations.tsx";
import { Decisions, Evidence, Validity } from "./sections.tsx";
import { WhyNot } from "./why-not.tsx";

/** One memory with all that is known about it. */
export function OneMemory({ place }: { place: Place }): JSX.Element {
  const memoir = useMemoir();
  const id = place.path[1] ?? "";
  const wanted = place.query.scope;
  const version = useChanges(wanted);
  const found = useAsync(async () => {
    const scope = wanted ?? (await memoir.operator().memories.find(id))?.scope;
    if (scope === undefined) throw new MemoirError("not_found", t("memory.gone"));
    const { memories } = memoir.scope(scope);
    const [proof, history, decisions] = await Promise.all([
      withReplacement(memories, await memories.proof(id)),
      memories.history(id, { limit: 200 }).then(({ items }) => items, offIfAuditIs),
      memories.decisions(id, { limit: 200 }).then(({ items }) => items, offIfAuditIs),
    ]);
    return { scope, proof, history, decisions };
  }, [memoir, id, wanted, version]);
  if (found.value === undefined) {
    return found.error === undefined ? (
      <div class="loading" />
    ) : (
      <Empty title={t("memory.gone")}>
        <Problem error={found.error} />
        <a href={href(["memories"])}>{t("nav.memories")}</a>
      </Empty>
    );
  }
  const { scope, proof, history, decisions } = found.value;
  return (
    <article class="page one" aria-label={t("memory.title")}>
      <Head scope={scope} proof={proof} />
      <div class="one-columns">
        <div class="one-main">
          <Evidence proof={proof} scope={scope} />
          <WhyNot scope={scope} memory={proof.memory} />
          <Relations scope={scope} memory={proof.memory} />
          <FeedbackCard scope={scope} memory={proof.memory} />
        </div>
        <div class="one-side">
          <Validity proof={proof} />
          <Decisions entries={decisions} />
          <History entries={history} item={{ scope, memory: proof.memory }} />
        </div>
      </div>
    </article>
  );
}

interface ProofAndNext extends Proof {
  /** The memory that replaced it; `null` if none did, or that is gone. */
  readonly replacedBy: Memory | null;
}

async function withReplacement(memories: MemoriesHandle, proof: Proof): Promise<ProofAndNext> {
  const { supersededBy } = proof.memory;
  return { ...proof, replacedBy: supersededBy === null ? null : await memories.get(supersededBy) };
}

/** Where the settings keep no history, there is none to show. */
function offIfAuditIs(error: unknown): never[] {
  if (MemoirError.is(error) && error.code === "audit_off") return [];
  throw error;
}

function Head({ scope, proof }: { scope: string; proof: ProofAndNext }): JSX.Element {
  const { memory, replacedBy, supersedes: replaces } = proof;
  const { forget, erase, restore, update } = useActions();
  const [editing, setEditing] = useState(false);
  const item = { scope, memory };
  const strength = strengthAt(memory.strength, memory.strengthAt, new Date());
  const isForgotten = memory.status === "soft_deleted";
  const waits = isWaiting(item);
  const fact = (label: string, value: JSX.Element | string): JSX.Element => (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
  return (
    <header class="card one-head">
      <p class="one-path">
        <a href={href(["memories"], { scope })}>
          <Icon name="back" /> <bdi>{scope}</bdi>
        </a>
        <a href={personHref(item)}>{t("list.person")}</a>
        <code>{memory.shortId}</code>
      </p>
      <h1>
        <Words text={memory.text} />
      </h1>
      <p class="one-badges">
        <Status status={memory.status} />
        <span class="badge">{topicOf(memory)}</span>
        {memory.pinned && <span class="badge good">{t("field.pinned")}</span>}
        {memory.tags.map((tag) => (
          <span class="tag" key={tag}>
            {tag}
          </span>
        ))}
      </p>
      <Replacements item={{ ...item, replacedBy, replaces }} />
      <DecideHere item={item} disabled={editing} />
      <div class="one-numbers">
        <Meter label={t("field.confidence")} value={memory.confidence} tone="confidence" />
        <Meter label={t("field.importance")} value={memory.importance} tone="importance" />
        <Meter label={t("field.strength")} value={strength} tone="strength" />
      </div>
      <dl class="facts">
        {fact(t("field.subject"), memory.subject ?? "–")}
        {fact(t("memory.evidenceCount"), String(memory.evidenceCount))}
        {fact(t("memory.created"), formatTime(memory.createdAt))}
        {fact(t("memory.confirmed"), formatAgo(memory.confirmedAt))}
        {fact(
          t("memory.delivered"),
          memory.lastAccessed === null
            ? t("memory.never")
            : t("memory.times", { n: memory.accessCount, when: formatAgo(memory.lastAccessed) }),
        )}
        {fact(t("memory.ends"), endOf(memory))}
      </dl>
      <div class="buttons start">
        <button
          type="button"
          class={waits ? "" : "primary"}
          onClick={() => setEditing(true)}
          disabled={isForgotten}
        >
          {t("action.edit")}
        </button>
        {memory.status === "active" && (
          <button
            type="button"
            onClick={() => void update([item], { status: "disabled" }, t("toast.disabled", { n: 1 }))}
          >
            {t("action.disable")}
          </button>
        )}
        {memory.status !== "active" && !waits && (
          <button type="button" onClick={() => void restore([item])}>
            {t("action.restore")}
          </button>
        )}
        {!isForgotten && (
          <button
            type="button"
            onClick={() => void update([item], { pinned: !memory.pinned }, t("toast.changed", { n: 1 }))}
          >
            {t(memory.pinned ? "action.unpin" : "action.pin")}
          </button>
        )}
        {isForgotten ? (
          <button
            type="button"
            class="danger"
            onClick={() => confirm(t("memory.eraseSure")) && void erase([item])}
          >
            {t("action.erase")}
          </button>
        ) : (
          <button type="button" class="danger" onClick={() => void forget([item])}>
            {t("action.forget")}
          </button>
        )}
      </div>
      {editing && <Editor item={item} onClose={() => setEditing(false)} />}
    </header>
  );
}

/** Approve and reject where the memory is, also by key. */
function DecideHere({ item, disabled }: { item: OwnedMemory; disabled: boolean }): JSX.Element | null {
  const decide = useDecide();
  const isOpen = isWaiting(item) && !disabled;
  const latest = useRef<(decision: Decision) => void>(() => undefined);
  latest.current = (decision) => void decide(decision, [item]);
  useEffect(() => {
    if (!isOpen) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      const decision = KEYS[event.key];
      if (decision === undefined || isForOthers(event)) return;
      event.preventDefault();
      latest.current(decision);
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [isOpen]);
  if (!isWaiting(item)) return null;
  return (
    <div class="buttons start decide">
      <DecideButtons about={item.memory.text} onDecide={(decision) => latest.current(decision)} />
      <small>{t("review.byKeys")}</small>
    </div>
  );
}

const KEYS: Readonly<Record<string, Decision>> = { a: "approve", r: "reject" };

function endOf({ expiresAt, ttlDays, pinned, confirmedAt, purgeAt }: Proof["memory"]): string {
  if (purgeAt !== null) return t("memory.purged", { when: formatDate(purgeAt) });
  if (expiresAt !== null) return formatDate(expiresAt);
  if (ttlDays === null || ttlDays < 0 || pinned) return t("memory.never");
  return formatDate(new Date(confirmedAt.getTime() + ttlDays * 86_400_000));
}
