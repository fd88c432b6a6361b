import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Waiting } from "../../../../src/api/memories.ts";
import { useMemoir } from "../../connection.ts";
import { t } from "../../i18n/index.ts";
import { useChanges } from "../../live.ts";
import { type Decision, isForOthers, useDecide } from "../../review-actions.ts";
import { href, type Place } from "../../router.ts";
import { useWaiting } from "../../scopes.ts";
import { useAsync } from "../../ui/async.ts";
import { Empty, Problem } from "../../ui/empty.tsx";
import { Editor } from "../memories/editor.tsx";
import { WaitingCard } from "./card.tsx";
import { ProposalEditor } from "./proposal-editor.tsx";

const PAGE = 100;
const TABS = ["all", "pending", "proposals", "shadow"] as const;
type Tab = (typeof TABS)[number];

function nameOf(one: Waiting): string {
  return one.kind === "memory" ? `m ${one.memory.id}` : `p ${one.scope} ${one.proposal.id}`;
}

function isOf(tab: Tab, one: Waiting): boolean {
  if (tab === "all" || tab === "shadow") return true;
  return (one.kind === "profile") === (tab === "proposals");
}

/** The review queue, with keyboard control and bulk actions. */
export function Review({ place }: { place: Place }): JSX.Element {
  const memoir = useMemoir();
  const decide = useDecide();
  const version = useChanges();
  const tab = TABS.find((one) => one === place.path[1]) ?? "all";
  const waiting = useAsync(async () => {
    const status = tab === "all" ? {} : { status: tab === "shadow" ? tab : ("pending" as const) };
    const items: Waiting[] = [];
    for await (const one of await memoir.operator().review({ ...status, limit: PAGE })) {
      if (items.length === PAGE) return { items, more: true };
      if (isOf(tab, one)) items.push(one);
    }
    return { items, more: false };
  }, [memoir, tab, version]);
  const [active, setActive] = useState(0);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [editing, setEditing] = useState<Waiting>();
  const byKeyboard = useRef(false);
  const items = waiting.value?.items ?? [];
  // A long list is not read whole.
  const everything = useWaiting();
  const count = tab === "all" && waiting.value?.more === true ? everything : items.length;
  const current = items[Math.min(active, items.length - 1)];

  const decideOn = async (decision: Decision, which: readonly Waiting[]): Promise<void> => {
    if (which.length === 0) return;
    await decide(decision, which);
    setSelected(new Set());
    waiting.reload();
  };
  const chosen = items.filter((one) => selected.has(nameOf(one)));
  /** Those that are selected, else the one that has the keyboard; nothing where neither is. */
  const meant = (): readonly Waiting[] => {
    const focused = document.activeElement?.closest(".waiting-card")?.id;
    const one = items.findIndex((_, i) => focused === `waiting-${i}`);
    return chosen.length > 0 ? chosen : items.slice(one, one < 0 ? 0 : one + 1);
  };
  const toggle = (one: Waiting): void => {
    const next = new Set(selected);
    if (!next.delete(nameOf(one))) next.add(nameOf(one));
    setSelected(next);
  };
  const keys: Readonly<Record<string, () => void>> = {
    j: () => setActive(Math.min(items.length - 1, active + 1)),
    k: () => setActive(Math.max(0, active - 1)),
    ArrowDown: () => setActive(Math.min(items.length - 1, active + 1)),
    ArrowUp: () => setActive(Math.max(0, active - 1)),
    x: () => current !== undefined && toggle(current),
    a: () => void decideOn("approve", meant()),
    r: () => void decideOn("reject", meant()),
    e: () => setEditing(current),
  };
  const currentName = current === undefined ? undefined : nameOf(current);
  // The next one takes the place of one that was decided, so that the keys go on working.
  useEffect(() => {
    if (byKeyboard.current && editing === undefined)
      document.getElementById(`waiting-${Math.min(active, items.length - 1)}`)?.focus();
  }, [active, currentName, editing]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const work = keys[event.key];
    if (work === undefined || isForOthers(event)) return;
    event.preventDefault();
    byKeyboard.current = true;
    work();
  };
  return (
    <section class="page" aria-label={t("nav.review")} onKeyDown={onKeyDown}>
      <div class="page-head">
        <h1>
          {t("nav.review")}{" "}
          <small>{waiting.value === undefined ? "" : t("review.count", { n: count })}</small>
        </h1>
        {items.length > 0 && (
          <button
            type="button"
            onClick={() =>
              setSelected(chosen.length === items.length ? new Set() : new Set(items.map(nameOf)))
            }
          >
            {t(chosen.length === items.length ? "action.clear" : "review.selectAll")}
          </button>
        )}
      </div>
      <nav class="tabs" aria-label={t("nav.review")}>
        {TABS.map((one) => (
          <a key={one} href={href(["review", one])} aria-current={one === tab ? "page" : undefined}>
            {t(`review.${one}`)}
          </a>
        ))}
      </nav>
      {chosen.length > 0 && (
        <div class="selection review-selection" role="toolbar" aria-label={t("review.selection")}>
          <b>{t("memories.selected", { n: chosen.length })}</b>
          <button type="button" class="primary" onClick={() => void decideOn("approve", chosen)}>
            {t("review.approveSome", { n: chosen.length })}
          </button>
          <button type="button" class="danger" onClick={() => void decideOn("reject", chosen)}>
            {t("review.rejectSome", { n: chosen.length })}
          </button>
          <button type="button" class="link" onClick={() => setSelected(new Set())}>
            {t("action.clear")}
          </button>
        </div>
      )}
      {waiting.error !== undefined && <Problem error={waiting.error} />}
      {waiting.value !== undefined && items.length === 0 && (
        <Empty title={t("review.none")}>
          <p>{t("review.noneHint")}</p>
        </Empty>
      )}
      {items.length > 0 && <p class="dim">{t("review.keys")}</p>}
      <ol class="waiting">
        {items.map((one, i) => (
          <WaitingCard
            key={nameOf(one)}
            index={i}
            one={one}
            active={one === current}
            selected={selected.has(nameOf(one))}
            onFocus={() => setActive(i)}
            onToggle={() => toggle(one)}
            onEdit={() => setEditing(one)}
            onDecide={(decision) => void decideOn(decision, [one])}
          />
        ))}
      </ol>
      {waiting.value?.more === true && <p class="dim">{t("review.more", { n: PAGE })}</p>}
      {editing?.kind === "memory" && <Editor item={editing} onClose={() => setEditing(undefined)} />}
      {editing?.kind === "profile" && (
        <ProposalEditor
          one={editing}
          onClose={() => {
            setEditing(undefined);
            waiting.reload();
          }}
        />
      )}
    </section>
  );
}
