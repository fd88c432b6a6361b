import type { MemoryUpdate } from "../../src/api/memories.ts";
import type { OwnedMemory } from "../../src/api/operator.ts";
import type { MemoirClient } from "../../src/client/index.ts";
import { useMemoir } from "./connection.ts";
import { t } from "./i18n/index.ts";
import { useAction } from "./ui/async.ts";
import { useToasts } from "./ui/toast.tsx";

/** Changes sent at once; each is a separate transaction. */
const AT_ONCE = 4;

async function each(
  items: readonly OwnedMemory[],
  work: (item: OwnedMemory) => Promise<unknown>,
): Promise<void> {
  const left = [...items];
  const worker = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, worker));
}

/** Takes back the last change of each. */
function undoEach(memoir: MemoirClient, items: readonly OwnedMemory[]): () => Promise<void> {
  return () => each(items, ({ scope, memory }) => memoir.scope(scope).memories.undo(memory.id));
}

export interface Actions {
  forget(items: readonly OwnedMemory[]): Promise<void>;
  /** Erases for good; there is no undo. */
  erase(items: readonly OwnedMemory[]): Promise<void>;
  restore(items: readonly OwnedMemory[]): Promise<void>;
  update(items: readonly OwnedMemory[], changes: MemoryUpdate, text: string): Promise<boolean>;
}

/** A person's actions on memories; each shows a toast with an undo. */
export function useActions(): Actions {
  const memoir = useMemoir();
  const { show } = useToasts();
  const act = useAction();
  return {
    async forget(items) {
      const batch = items.length > 1 ? crypto.randomUUID() : undefined;
      await act(async () => {
        await each(items, ({ scope, memory }) =>
          memoir.scope(scope).forget({ id: memory.id }, batch === undefined ? {} : { batch }),
        );
        const scopes = [...new Set(items.map(({ scope }) => scope))];
        const undo =
          batch === undefined
            ? undoEach(memoir, items)
            : async () => {
                for (const scope of scopes) await memoir.scope(scope).memories.undoBatch(batch);
              };
        show({ text: t("toast.forgotten", { n: items.length }), undo });
      });
    },
    async erase(items) {
      await act(async () => {
        await each(items, ({ scope, memory }) =>
          memoir.scope(scope).memories.delete(memory.id, { hard: true }),
        );
        show({ text: t("toast.erased", { n: items.length }) });
      });
    },
    async restore(items) {
      await act(async () => {
        await each(items, ({ scope, memory }) => memoir.scope(scope).memories.restore(memory.id));
        show({ text: t("toast.restored", { n: items.length }), undo: undoEach(memoir, items) });
      });
    },
    async update(items, changes, text) {
      const done = await act(async () => {
        await each(items, ({ scope, memory }) =>
          memoir
            .scope(scope)
            .memories.update(memory.id, changes, items.length === 1 ? { ifRev: memory.rev } : {}),
        );
        show({ text, undo: undoEach(memoir, items) });
        return true;
      });
      return done === true;
    },
  };
}
