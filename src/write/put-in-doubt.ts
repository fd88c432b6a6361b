import type { Event } from "../domain/event.ts";
import type { MemoryType } from "../domain/memory.ts";
import type { Scope } from "../domain/scope.ts";
import type { MemoryEntry } from "../scope-index/memory-entry.ts";
import { findScope } from "../store/scopes.ts";
import type { WriteTools } from "./write-tools.ts";

/** What people change from one day to the next. What they are and like is replaced only by a claim that says so. */
const CHANGES: ReadonlySet<MemoryType | null> = new Set(["task_state", "episode"]);

/**
 * Archives plans and happenings that their author speaks of as changed, where no rule understood how: "I'll run it on
 * the 22nd", "wait no, that's the wedding". The words of both messages stay to be quoted; a memory that is wrong is worse
 * than none.
 */
export async function putInDoubt(tools: WriteTools, scope: Scope, event: Event): Promise<void> {
  const reader = tools.store.read;
  const place = await findScope(reader, scope);
  if (event.role !== "user" || event.type !== "message" || place === undefined) return;
  const changed = await tools.indexes.events(reader, place, ({ corpus, updates }) => {
    const item = corpus.itemOf(event.seq);
    return item === undefined ? [] : updates.earlierThan(item).map((earlier) => corpus.refOf(earlier));
  });
  if (changed.length === 0) return;
  const doubtful = await tools.indexes.memories(reader, place, ({ sources }) => {
    const said = new Set(changed.flatMap((seq) => sources.of(seq).map(({ entry }) => entry)));
    const isOld = ({ row: { id } }: MemoryEntry): boolean =>
      sources.seqsOf(id).every((seq) => seq < event.seq);
    return [...said].filter(
      (entry) => CHANGES.has(entry.row.type) && entry.statusAt(tools.now()) === "active" && isOld(entry),
    );
  });
  for (const { row: memory } of doubtful) {
    await tools.store.write("revise", {
      ...tools.context(scope, "its author speaks of a change"),
      ...{ id: memory.id, patch: { status: "archived" }, ifRev: null, edit: null },
    });
    tools.changed();
  }
}
