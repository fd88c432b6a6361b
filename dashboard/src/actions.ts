import type { MemoryUpdate } from "../../src/api/memories.ts";
import type { OwnedMemory } from "../../src/api/operator.ts";
import type { ForgetResult } from "../../src/api/write.ts";
import type { MemoirClient } from "../../src/client/index.ts";
import { randomId } from "../../src/client/random-id.ts";
import type { Memory } from "../../src/domain/memory.ts";
import { useMemoir } from "./connection.ts";
import { t } from "./i18n/index.ts";
import { useAction } from "./ui/async.ts";
import { type Toast, useToasts } from "./ui/toast.tsx";

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

/** Digests follow from what was said; the server undoes no change of one. */
export function isUndoable({ kind }: Memory): boolean {
  return kind !== "timeline";
}

/** Takes back what an action did to each memory, and only that: one that was changed again stays, which is a `conflict`. */
export function undoOf(
  memoir: MemoirClient,
  before: readonly OwnedMemory[],
  after: readonly Memory[],
): Pick<Toast, "undo"> {
  const old = new Map(before.map((one) => [one.memory.id, one]));
  const changed = after.flatMap((memory) => {
    const { scope, memory: was } = old.get(memory.id)!;
    return memory.rev === was.rev || !isUndoable(memory) ? [] : [{ scope, memory }];
  });
  if (changed.length === 0) return {};
  return {
    undo: async () => {
      const work = ({ scope, memory }: OwnedMemory) =>
        memoir
          .scope(scope)
          .memories.undo(memory.id, { ifRev: memory.rev })
          .then(
            () => undefined,
            (error: Error) => error,
          );
      const failed = (await each(changed, work)).find((error) => error !== undefined);
      if (failed !== undefined) throw failed;
    },
  };
}

export interface Actions {
  forget(items: readonly OwnedMemory[]): Promise<void>;
  /** Erases for good; there is no undo. */
  erase(items: readonly OwnedMemory[]): Promise<void>;
  restore(items: readonly OwnedMemory[]): Promise<void>;
  /** Takes back the last change of one memory, by whomever it was made, while that is the one of this revision. */
  undo(item: OwnedMemory, rev: number): Promise<void>;
  update(items: readonly OwnedMemory[], changes: MemoryUpdate, text: string): Promise<boolean>;
}

/** A person's actions on memories; each shows a toast with an undo. */
export function useActions(): Actions {
  const memoir = useMemoir();
  const { show } = useToasts();
  const act = useAction();
  return {
    async forget(items) {
      const batch = randomId();
      await act(async () => {
        const results = await each(items, ({ scope, memory }) =>
          memoir.scope(scope).forget({ id: memory.id }, isUndoable(memory) ? { batch } : {}),
        );
        const scopes = new Set(items.flatMap((one) => (isUndoable(one.memory) ? one.scope : [])));
        const undo = async (): Promise<void> => {
          for (const scope of scopes) await memoir.scope(scope).memories.undoBatch(batch);
        };
        show({ text: textOf("toast.forgotten", items, results), ...(scopes.size > 0 ? { undo } : {}) });
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
        show({ text, ...undoOf(memoir, items, restored) });
      });
    },
    async undo({ scope, memory }, rev) {
      await act(async () => {
        await memoir.scope(scope).memories.undo(memory.id, { ifRev: rev });
        show({ text: t("toast.undone"), tone: "good" });
      });
    },
    async update(items, changes, text) {
      const done = await act(async () => {
        const updated = await each(items, ({ scope, memory }) =>
          memoir
            .scope(scope)
            .memories.update(memory.id, changes, items.length === 1 ? { ifRev: memory.rev } : {}),
        );
        show({ text, ...undoOf(memoir, items, updated) });
        return true;
      });
      return done === true;
    },
  };
}
