import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { OwnedMemory } from "../../../../src/api/operator.ts";
import { strengthAt } from "../../../../src/domain/strength.ts";
import { formatAgo, formatTime, t, term } from "../../i18n/index.ts";
import { href } from "../../router.ts";
import { Icon } from "../../ui/icon.tsx";
import { Meter } from "../../ui/meter.tsx";
import { Status } from "../../ui/status.tsx";
import { Line } from "../../ui/words.tsx";

interface Props {
  readonly index: number;
  readonly item: OwnedMemory | undefined;
  readonly selected: boolean;
  readonly active: boolean;
  readonly withScope: boolean;
  onSelect(index: number, extend: boolean): void;
}

/** Drawn again only when something of it has changed: rows that stay in sight cost nothing while the list is scrolled. */
export function MemoryRow(props: Props): JSX.Element {
  const { index, item, selected, active, withScope, onSelect } = props;
  return useMemo(() => drawn(props), [index, item, selected, active, withScope, onSelect]);
}

function drawn({ index, item, selected, active, withScope, onSelect }: Props): JSX.Element {
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
  const { scope, memory } = item;
  const strength = strengthAt(memory.strength, memory.strengthAt, new Date());
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
      <span role="gridcell" class="row-text">
        <a href={href(["memory", memory.id], { scope })} tabIndex={-1}>
          <Line text={memory.text} />
        </a>
        <span class="row-meta">
          {memory.pinned && (
            <span class="pinned" title={t("field.pinned")}>
              <Icon name="pin" />
            </span>
          )}
          {withScope && <span class="scope">{scope}</span>}
          <span>{memory.type === null ? term("kind", memory.kind) : term("type", memory.type)}</span>
          {memory.category !== memory.type && <span>{memory.category}</span>}
          {memory.tags.slice(0, 3).map((tag) => (
            <span class="tag" key={tag}>
              {tag}
            </span>
          ))}
        </span>
      </span>
      <span role="gridcell" class="row-status">
        <Status status={memory.status} />
      </span>
      <span role="gridcell" class="row-numbers">
        <Meter label={t("short.confidence")} value={memory.confidence} tone="confidence" />
        <Meter label={t("short.importance")} value={memory.importance} tone="importance" />
        <Meter label={t("short.strength")} value={strength} tone="strength" />
      </span>
      <span role="gridcell" class="row-when" title={formatTime(memory.updatedAt)}>
        {formatAgo(memory.updatedAt)}
      </span>
    </div>
  );
}
