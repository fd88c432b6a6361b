import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { ListedMemory } from "../../../../src/api/operator.ts";
import type { Memory } from "../../../../src/domain/memory.ts";
import { formatAgo, formatTime, t } from "../../i18n/index.ts";
import { type Decision, isWaiting } from "../../review-actions.ts";
import { href } from "../../router.ts";
import { topicOf, typeOf } from "../../topic.ts";
import { DecideButtons } from "../../ui/decide-buttons.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Meter } from "../../ui/meter.tsx";
import { Replacements } from "../../ui/replacements.tsx";
import { Status } from "../../ui/status.tsx";
import { Words } from "../../ui/words.tsx";
import { COLUMNS, type Column, numberOf, numbersOf, shownNumber } from "./columns.tsx";
import { GroupHeading, type Heading } from "./groups.tsx";

interface Props {
  readonly index: number;
  readonly item: ListedMemory | undefined;
  readonly selected: boolean;
  readonly active: boolean;
  readonly withScope: boolean;
  readonly columns: ReadonlySet<Column>;
  /** The headings of a group that begins here; `null`: none does. */
  readonly heading: Heading | null;
  /** Whether rows are in groups, whose headings say the type. */
  readonly grouped: boolean;
  nameOf(scope: string, account: string): string;
  onSelect(index: number, extend: boolean): void;
  onDecide(decision: Decision, item: ListedMemory): void;
}

/** Drawn again only when something of it has changed: rows that stay in sight cost nothing while the list is scrolled. */
export function MemoryRow(props: Props): JSX.Element {
  const { index, item, selected, active, withScope, columns, heading, grouped, nameOf } = props;
  const { person = null, topic = "" } = heading ?? {};
  return useMemo(
    () => (
      <div role="presentation">
        {heading !== null && <GroupHeading heading={heading} nameOf={nameOf} />}
        {drawn(props)}
      </div>
    ),
    [index, item, selected, active, withScope, columns, person, topic, grouped, nameOf],
  );
}

function drawn(props: Props): JSX.Element {
  const { index, item, selected, active, columns, onSelect } = props;
  const attributes = {
    id: `row-${index}`,
    role: "row" as const,
    "aria-rowindex": index + 1,
    "aria-selected": selected,
    class: `row ${active ? "active" : ""} ${selected ? "selected" : ""}`,
  };
  if (item === undefined) {
    return (
      <div {...attributes}>
        <span role="gridcell" class="row-wait" />
      </div>
    );
  }
  const { memory } = item;
  return (
    <div {...attributes} data-id={memory.id}>
      <span role="gridcell" class="row-check">
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={t("memories.select", { text: memory.text.slice(0, 80) })}
          checked={selected}
          onClick={(event) => onSelect(index, event.shiftKey)}
        />
      </span>
      <Sentence {...props} item={item} />
      <Numbers item={item} columns={columns} />
    </div>
  );
}

/** The sentence first; what else there is to say stands below it. */
function Sentence({
  item,
  withScope,
  grouped,
  columns,
  onDecide,
}: Props & { item: ListedMemory }): JSX.Element {
  const { scope, memory } = item;
  const topic = topicOf(memory);
  return (
    <span role="gridcell" class={`row-text ${isPast(memory) ? "past" : ""}`}>
      <a href={href(["memory", memory.id], { scope })} tabIndex={-1} title={numbersOf(memory)}>
        <Words text={memory.text} />
      </a>
      <span class="row-meta">
        {memory.status !== "active" && item.replacedBy == null && <Status status={memory.status} />}
        {memory.pinned && (
          <span class="pinned" title={t("field.pinned")}>
            <Icon name="pin" />
          </span>
        )}
        {(!grouped || topic !== typeOf(memory)) && <span>{topic}</span>}
        {withScope && !grouped && <bdi class="scope">{scope}</bdi>}
        {memory.tags.slice(0, 3).map((tag) => (
          <span class="tag" key={tag}>
            {tag}
          </span>
        ))}
        {columns.has("changed") && (
          <span title={formatTime(memory.updatedAt)}>{formatAgo(memory.updatedAt)}</span>
        )}
        {isWaiting(item) && (
          <span class="row-decide">
            <DecideButtons about={memory.text} byKeys onDecide={(decision) => onDecide(decision, item)} />
          </span>
        )}
      </span>
      <Replacements item={item} byKeys />
    </span>
  );
}

/** Whether it is no longer used, as what was replaced or forgotten. */
function isPast({ status }: Memory): boolean {
  return !["active", "pending", "shadow"].includes(status);
}

function Numbers({
  item: { memory },
  columns,
}: {
  item: ListedMemory;
  columns: ReadonlySet<Column>;
}): JSX.Element | null {
  const shown = COLUMNS.filter((one) => one !== "changed").filter((one) => columns.has(one));
  if (shown.length === 0) return null;
  return (
    <span role="gridcell" class="row-numbers">
      {shown.map((one) =>
        one === "evidence" ? (
          <span class="row-count" key={one}>
            <small>{t("list.column.evidence")}</small> {shownNumber(memory, one)}
          </span>
        ) : (
          <Meter key={one} label={t(`list.column.${one}`)} value={numberOf(memory, one)} tone={one} />
        ),
      )}
    </span>
  );
}
