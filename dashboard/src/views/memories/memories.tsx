import type { JSX } from "preact";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { OwnedMemory } from "../../../../src/api/operator.ts";
import { useActions } from "../../actions.ts";
import { t } from "../../i18n/index.ts";
import { useChanges } from "../../live.ts";
import { type Decision, isWaiting, useDecide } from "../../review-actions.ts";
import { amend, goTo, href, type Place } from "../../router.ts";
import { isEmptyDatabase, useScopes } from "../../scopes.ts";
import { Empty, Problem } from "../../ui/empty.tsx";
import { useNarrow } from "../../ui/narrow.ts";
import { ScopePicker } from "../../ui/scope-picker.tsx";
import { VirtualList } from "../../ui/virtual-list.tsx";
import { ColumnMenu, useColumns } from "./columns.tsx";
import { CoreLines } from "./core.tsx";
import { Editor } from "./editor.tsx";
import { Filters, listingOf } from "./filters.tsx";
import { FirstRun } from "./first-run.tsx";
import { headingOf } from "./groups.tsx";
import { useNames } from "./names.ts";
import { MemoryRow } from "./row.tsx";
import { useRows } from "./rows.ts";
import { ScopeList } from "./scope-list.tsx";
import { ScopeWrites } from "./scope-writes.tsx";
import { SelectionBar } from "./selection-bar.tsx";

export function Memories({ place }: { place: Place }): JSX.Element {
  const scopes = useScopes();
  if (isEmptyDatabase(scopes)) return <FirstRun />;
  return (
    <div class="split">
      <ScopeList place={place} />
      <MemoryTable place={place} />
    </div>
  );
}

function MemoryTable({ place }: { place: Place }): JSX.Element {
  const listing = listingOf(place);
  const version = useChanges(listing.scope);
  const rows = useRows(listing, version);
  const narrow = useNarrow();
  const [columns, chooseColumns] = useColumns();
  const isGrouped = listing.sort === "person";
  const nameOf = useNames(isGrouped ? rows.loaded() : []);
  const { forget } = useActions();
  const decide = useDecide();
  const [selected, setSelected] = useState<ReadonlyMap<string, OwnedMemory>>(new Map());
  const [active, setActive] = useState(-1);
  const [anchor, setAnchor] = useState(0);
  const [editing, setEditing] = useState<OwnedMemory>();
  const key = JSON.stringify(listing);
  useEffect(() => {
    setSelected(new Map());
    setActive(-1);
  }, [key]);

  const latest = useRef<(index: number, extend: boolean) => void>(() => undefined);
  const onSelect = useCallback((index: number, extend: boolean) => latest.current(index, extend), []);
  const toggle = (index: number, extend: boolean): void => {
    const next = new Map(selected);
    const item = rows.at(index);
    if (item === undefined) return;
    const on = !next.has(item.memory.id);
    for (
      let i = extend ? Math.min(anchor, index) : index;
      i <= (extend ? Math.max(anchor, index) : index);
      i += 1
    ) {
      const one = rows.at(i);
      if (one === undefined) continue;
      if (on) next.set(one.memory.id, one);
      else next.delete(one.memory.id);
    }
    setAnchor(index);
    setActive(index);
    setSelected(next);
  };
  latest.current = toggle;
  const count = rows.count ?? 0;
  const meant = (): OwnedMemory[] => {
    const one = rows.at(active);
    return selected.size > 0 ? [...selected.values()] : one === undefined ? [] : [one];
  };
  const drop = (items: readonly OwnedMemory[]): void => {
    if (items.length === 0) return;
    void forget(items).then(() => setSelected(new Map()));
  };
  const decideOn = (decision: Decision, items: readonly OwnedMemory[]): void => {
    const waiting = items.filter(isWaiting);
    if (waiting.length > 0) void decide(decision, waiting).then(() => setSelected(new Map()));
  };
  const latestDecide = useRef(decideOn);
  latestDecide.current = decideOn;
  const onDecide = useCallback(
    (decision: Decision, item: OwnedMemory) => latestDecide.current(decision, [item]),
    [],
  );
  const onKeyDown = (event: KeyboardEvent): void => {
    const item = rows.at(active);
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + 10,
      PageUp: active - 10,
      Home: 0,
      End: count - 1,
    };
    const to = moves[event.key];
    if (to !== undefined) setActive(Math.max(0, Math.min(count - 1, to)));
    else if (event.key === " ") toggle(active, event.shiftKey);
    else if (event.key === "Enter" && item !== undefined)
      goTo(["memory", item.memory.id], { scope: item.scope });
    else if (event.key === "e" && item !== undefined) setEditing(item);
    else if (event.key === "a") decideOn("approve", meant());
    else if (event.key === "r") decideOn("reject", meant());
    else if (event.key === "Delete") drop(meant());
    else if (event.key === "Escape") setSelected(new Map());
    else return;
    event.preventDefault();
  };
  const chosen = [...selected.values()];
  return (
    <section class="memories" aria-label={t("nav.memories")}>
      <div class="toolbar">
        <h1>
          <bdi>
            {listing.query === ""
              ? (listing.scope ?? t("memories.all"))
              : t("memories.found", { q: listing.query })}
          </bdi>
          <small>{rows.count === undefined ? "" : t("memories.count", { n: rows.count })}</small>
        </h1>
        <div class="only-narrow">
          <ScopePicker
            label={t("field.scope")}
            all={t("memories.all")}
            value={listing.scope ?? ""}
            onChange={(scope) => amend({ scope: scope || undefined })}
          />
        </div>
        <Filters place={place} />
        <div class="toolbar-end">
          <ColumnMenu chosen={columns} onChoose={chooseColumns} />
        </div>
      </div>
      {chosen.length > 0 && (
        <SelectionBar
          chosen={chosen}
          onForget={() => drop(chosen)}
          onDecide={(decision) => decideOn(decision, chosen)}
          onClear={() => setSelected(new Map())}
        />
      )}
      {listing.scope !== undefined && (
        <p class="scope-actions">
          <a href={href(["person"], { scope: listing.scope })}>{t("list.person")}</a>
          <ScopeWrites scope={listing.scope} />
        </p>
      )}
      {listing.scope !== undefined && listing.query === "" && (
        <CoreLines key={listing.scope} scope={listing.scope} version={version} />
      )}
      {rows.error !== undefined && <Problem error={rows.error} />}
      {rows.count === 0 ? (
        <Empty title={t("memories.none")}>
          <p>{t(listing.query === "" ? "memories.noneHint" : "memories.noneFound")}</p>
        </Empty>
      ) : (
        <VirtualList
          label={t("memories.list")}
          count={count}
          key={key}
          name={key}
          estimate={narrow ? 92 : 64}
          active={active}
          onRange={rows.need}
          onKeyDown={onKeyDown}
          row={(index) => {
            const item = rows.at(index);
            return (
              <MemoryRow
                key={index}
                index={index}
                item={item}
                selected={item !== undefined && selected.has(item.memory.id)}
                active={index === active}
                withScope={listing.scope === undefined}
                columns={columns}
                grouped={isGrouped}
                heading={isGrouped && item !== undefined ? headingOf(item, rows.at(index - 1)) : null}
                nameOf={nameOf}
                onSelect={onSelect}
                onDecide={onDecide}
              />
            );
          }}
        />
      )}
      <p class="keys">{t("memories.keys")}</p>
      {editing !== undefined && <Editor item={editing} onClose={() => setEditing(undefined)} />}
    </section>
  );
}
