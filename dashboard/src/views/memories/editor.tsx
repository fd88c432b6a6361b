import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { MemoryUpdate } from "../../../../src/api/memories.ts";
import type { OwnedMemory } from "../../../../src/api/operator.ts";
import { MEMORY_FIELDS, MEMORY_TYPES, type MemoryType } from "../../../../src/domain/memory.ts";
import { useActions } from "../../actions.ts";
import { t, term } from "../../i18n/index.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { SaveButtons } from "../../ui/save-buttons.tsx";

interface Draft {
  readonly text: string;
  readonly type: string;
  readonly category: string;
  readonly tags: string;
  readonly importance: string;
  readonly confidence: string;
  readonly status: string;
  readonly pinned: boolean;
  readonly expires: string;
  readonly ttl: string;
}

function draftOf({ memory }: OwnedMemory): Draft {
  return {
    text: memory.text,
    type: memory.type ?? "",
    category: memory.category,
    tags: memory.tags.join(", "),
    importance: String(memory.importance),
    confidence: String(memory.confidence),
    status: memory.status,
    pinned: memory.pinned,
    expires: memory.expiresAt === null ? "" : memory.expiresAt.toISOString().slice(0, 10),
    ttl: memory.ttlDays === null ? "" : String(memory.ttlDays),
  };
}

/** Only what was changed: the rest may have been changed by somebody else meanwhile. */
function changesOf(before: Draft, after: Draft): MemoryUpdate {
  const changed = <K extends keyof Draft>(name: K): boolean => before[name] !== after[name];
  return {
    ...(changed("text") ? { text: after.text } : {}),
    ...(changed("type") && after.type !== "" ? { type: after.type as MemoryType } : {}),
    ...(changed("category") ? { category: after.category } : {}),
    ...(changed("tags")
      ? {
          tags: after.tags
            .split(/[,，]/)
            .map((one) => one.trim())
            .filter(Boolean),
        }
      : {}),
    ...(changed("importance") ? { importance: Number(after.importance) } : {}),
    ...(changed("confidence") ? { confidence: Number(after.confidence) } : {}),
    ...(changed("status") ? { status: after.status as NonNullable<MemoryUpdate["status"]> } : {}),
    ...(changed("pinned") ? { pinned: after.pinned } : {}),
    ...(changed("expires") ? { expiresAt: after.expires === "" ? null : new Date(after.expires) } : {}),
    ...(changed("ttl") ? { ttlDays: after.ttl === "" ? null : Number(after.ttl) } : {}),
  };
}

/** The statuses that a hand edit can set. */
const SETTABLE: readonly string[] = MEMORY_FIELDS.status.settable.values;

export function Editor({ item, onClose }: { item: OwnedMemory; onClose(): void }): JSX.Element {
  const before = draftOf(item);
  const [draft, setDraft] = useState(before);
  const { update } = useActions();
  const set = (changes: Partial<Draft>): void => setDraft({ ...draft, ...changes });
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const changes = changesOf(before, draft);
    if (Object.keys(changes).length === 0) return onClose();
    if (await update([item], changes, t("toast.changed", { n: 1 }))) onClose();
  };
  return (
    <Dialog title={t("edit.title")} onClose={onClose}>
      <form class="editor" onSubmit={(event) => void submit(event)}>
        <label class="field wide">
          <span>{t("field.text")}</span>
          <textarea
            dir="auto"
            rows={4}
            required
            autofocus
            value={draft.text}
            onInput={(event) => set({ text: event.currentTarget.value })}
          />
        </label>
        <label class="field">
          <span>{t("field.type")}</span>
          <select value={draft.type} onChange={(event) => set({ type: event.currentTarget.value })}>
            {draft.type === "" && <option value="">–</option>}
            {MEMORY_TYPES.map((one) => (
              <option key={one} value={one}>
                {term("type", one)}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>{t("field.category")}</span>
          <input
            value={draft.category}
            required
            onInput={(event) => set({ category: event.currentTarget.value })}
          />
        </label>
        <label class="field">
          <span>{t("field.status")}</span>
          <select value={draft.status} onChange={(event) => set({ status: event.currentTarget.value })}>
            {!SETTABLE.includes(draft.status) && (
              <option value={draft.status}>{term("status", draft.status)}</option>
            )}
            {SETTABLE.map((one) => (
              <option key={one} value={one}>
                {term("status", one)}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>{t("field.tags")}</span>
          <input value={draft.tags} onInput={(event) => set({ tags: event.currentTarget.value })} />
        </label>
        {(["importance", "confidence"] as const).map((name) => (
          <label class="field" key={name}>
            <span>
              {t(`field.${name}`)} <b>{Number(draft[name]).toFixed(2)}</b>
            </span>
            <input
              type="range"
              min="0"
              max="1"
              step="0.05"
              value={draft[name]}
              onInput={(event) => set({ [name]: event.currentTarget.value })}
            />
          </label>
        ))}
        <label class="field">
          <span>{t("field.expires")}</span>
          <input
            type="date"
            value={draft.expires}
            onInput={(event) => set({ expires: event.currentTarget.value })}
          />
        </label>
        <label class="field">
          <span>{t("field.ttl")}</span>
          <input
            type="number"
            min="1"
            value={draft.ttl}
            onInput={(event) => set({ ttl: event.currentTarget.value })}
          />
        </label>
        <label class="check wide">
          <input
            type="checkbox"
            checked={draft.pinned}
            onChange={(event) => set({ pinned: event.currentTarget.checked })}
          />
          {t("edit.pinned")}
        </label>
        <SaveButtons onCancel={onClose} />
      </form>
    </Dialog>
  );
}
