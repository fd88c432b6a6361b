import type { JSX } from "preact";
import type { OwnedMemory } from "../../../../src/api/operator.ts";
import type { HistoryEntry } from "../../../../src/domain/change.ts";
import { isUndoable, useActions } from "../../actions.ts";
import { formatAgo, formatTime, t, term } from "../../i18n/index.ts";
import { Diff } from "../../ui/diff.tsx";

interface Props {
  readonly entries: readonly HistoryEntry[];
  readonly item: OwnedMemory;
}

/** Its history, newest first. The newest change that stands can be undone, by whomever it was made. */
export function History({ entries, item }: Props): JSX.Element {
  const { undo } = useActions();
  const last = isUndoable(item.memory) ? lastStanding(entries, item.memory.id) : undefined;
  return (
    <section class="card" aria-labelledby="history">
      <h2 id="history">{t("memory.history")}</h2>
      {entries.length === 0 && <p class="dim">{t("memory.noHistory")}</p>}
      <ol class="timeline">
        {entries.map((entry) => (
          <li key={entry.id}>
            <header>
              <b>{term("history", entry.event)}</b>
              <small title={formatTime(entry.at)}>
                {entry.actor} · {formatAgo(entry.at)}
                {entry.undoneBy !== null && ` · ${t("memory.isUndone")}`}
                {entry.undoOf !== null && ` · ${t("memory.isUndo")}`}
              </small>
              {entry === last && (
                <button type="button" class="link" onClick={() => void undo(item, entry.rev)}>
                  {t("memory.undoChange")}
                </button>
              )}
            </header>
            {entry.reason !== "" && <p class="dim">{entry.reason}</p>}
            <Diff before={entry.before} after={entry.after} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The change that an undo would take back; none where only the memory's beginning is left, which is forgotten instead. */
function lastStanding(entries: readonly HistoryEntry[], id: string): HistoryEntry | undefined {
  const last = entries.find(
    ({ memoryId, event, undoOf, undoneBy }) =>
      memoryId === id && event !== "LINK" && undoOf === null && undoneBy === null,
  );
  return last?.before === null ? undefined : last;
}
