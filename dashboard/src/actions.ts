import type { MemoryUpdate } from "../../src/api/memories.ts";
import type { OwnedMemory } from "../../src/api/operator.ts";
import type { ForgetResult } from "../../src/api/write.ts";
import type { MemoirClient } from "../../src/client/index.ts";
import { useMemoir } from "./connection.ts";
import { t } from "./i18n/index.ts";
import { useAction } from "./ui/async.ts";
import { useToasts } from "./ui/toast.tsx";

/** Changes sent at once; each is a separate transaction. */
const AT_ONCE = 4;

async function each<T>(items: readonly OwnedMemory[], work: (item: OwnedMemory) => Promise<T>): Promise<T[]> {
  const left = [...items];
  const done: T[] = [];
  const worker = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) done.push(await work(item));
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, worker));
  return done;
}

/** The message of a forgetting: also which replaced memories are in use again, and which are not. */
function textOf(
  key: "toast.forgotten" | "toast.erased",
  items: readonly OwnedMemory[],
  all: readonly Returned[],
) {
  const gone = new Set(items.map(({ memory }) => memory.id));
  const count = (kind: keyof Returned): number =>
    all.flatMap((one) => one[kind]).filter((id) => !gone.has(id)).length;
  const [back, left] = [count("restored"), count("replaced")];
  return [
    t(key, { n: items.length }),
    ...(back > 0 ? [t("toast.back", { n: back })] : []),
    ...(left > 0 ? [t("toast.stillReplaced", { n: left })] : []),
  ].join(" ");
}

type Returned = Pick<ForgetResult, "restored" | "replaced">;

/** Takes back the last change of each. */
function undoEach(memoir: MemoirClient, items: readonly OwnedMemory[]): () => Promise<void> {
  return async () => {
    await each(items, ({ scope, memory }) => memoir.scope(scope).memories.undo(memory.id));
  };
}

export interface Actions {
  forget(items: readonly OwnedMemory[]): Promise<void>;
  /** Erases for good; there is no undo. */
  erase(items: readonly OwnedMemory[]): Promise<void>;
  restore(items: readonly OwnedMemory[]): Promise<void>;
  /** Takes back the last change of one memory, by whomever it was made. */
  undo(item: OwnedMemory): Promise<void>;
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
        const results = await each(items, ({ scope, memory }) =>
          memoir.scope(scope).forget({ id: memory.id }, batch === undefined ? {} : { batch }),
        );
        const scopes = [...new Set(items.map(({ scope }) => scope))];
        const undo =
          batch === undefined
            ? undoEach(memoir, items)
            : async () => {
                for (const scope of scopes) await memoir.scope(scope).memories.undoBatch(batch);
              };
        show({ text: textOf("toast.forgotten", items, results), undo });
      });
    },
    async erase(items) {
      await act(async () => {
        const results = await each(items, ({ scope, memory }) =>
          memoir.scope(scope).memories.delete(memory.id, { hard: true }),
        );
        show({ text: textOf("toast.erased", items, results) });
      });
    },
    async restore(items) {
      await act(async () => {
        const restored = await each(items, ({ scope, memory }) =>
          memoir.scope(scope).memories.restore(memory.id),
        );
        const ended = restored.flatMap((one) => one.ended).length;
        const left = restored.flatMap((one) => one.stillReplaced).length;
        const text = [
          t("toast.restored", { n: items.length }),
          ...(ended > 0 ? [t("toast.ended", { n: ended })] : []),
          ...(left > 0 ? [t("toast.stillReplaced", { n: left })] : []),
        ].join(" ");
        show({ text, undo: undoEach(memoir, items) });
      });
    },
    async undo(item) {
      await act(async () => {
        await undoEach(memoir, [item])();
        show({ text: t("toast.undone"), tone: "good" });
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
