import { mayTouch } from "../../domain/allowlist.ts";
import type { ChangeRef } from "../../domain/block-ref.ts";
import type { ChangeEvent } from "../../domain/change.ts";
import { HIDDEN_STATUSES } from "../../domain/memory.ts";
import { deltaHeader, shownChanges } from "../../domain/render/formats.ts";
import { shownText } from "../../language/shown-name.ts";
import { namesIn } from "../../store/tables/authors.ts";
import { changesSince, isTold, seenRev } from "../../store/tables/change-log.ts";
import { findMemory, type MemoryRow, statusAt } from "../../store/tables/memories.ts";
import { readerUntil } from "../shared/deadline.ts";
import type { RecallRun } from "../shared/request.ts";
import { NOBODY } from "./question.ts";

/** More than a ring ever keeps: the header tells three of them. */
const MAX_CHANGES = 1_000;

export interface Delta {
  readonly header: string;
  /** The revision that the thread has seen once this is delivered. */
  readonly rev: number;
  /** The revision that it had seen before. */
  readonly since: number;
  /** The changes that the header tells of. */
  readonly changes: readonly ChangeRef[];
}

export const NO_DELTA: Delta = { header: "", rev: 0, since: 0, changes: [] };

/** Changes in the scope itself since a thread last looked. The cursor moves only on delivery. */
export async function deltaFor(run: RecallRun): Promise<Delta> {
  const {
    scopes: [first],
    readableScopes,
    thread,
    settings,
    now,
    access: { categories },
  } = run;
  if (thread === null || !settings.render.delta) return NO_DELTA;
  const reader = readerUntil(run.deadline, run.reader);
  const ownScope = readableScopes.find(({ scope }) => scope === first);
  if (ownScope === undefined) return NO_DELTA;
  const { rev } = ownScope;
  const since = await seenRev(reader, ownScope, thread);
  if (since >= rev) return { ...NO_DELTA, rev, since };
  const rows = await changesSince(reader, ownScope, since, MAX_CHANGES);
  const names = ownScope.scope.kind === "user" ? NOBODY : await namesIn(reader, ownScope);
  const changes = [];
  for (const row of rows.filter(isTold)) {
    const memory = await findMemory(reader, ownScope, row.memory);
    // Of a memory that is gone nobody knows the category any more.
    const outside = memory === undefined ? categories !== null : !mayTouch(categories, memory.category);
    if (!outside && isNews(row.event, memory, now.getTime()))
      changes.push({
        ...{ event: row.event, rev: row.rev },
        ref: { event: row.event, id: row.memory, rev: memory?.rev ?? 0 },
        memory: memory === undefined ? null : { ...memory, text: shownText(memory, names) },
      });
  }
  const visibleChanges = shownChanges(changes);
  return {
    header: deltaHeader(since, visibleChanges),
    rev,
    since,
    changes: visibleChanges.map(({ ref }) => ref),
  };
}

/**
 * Whether a change is still worth reporting, given the memory's current state. The end of a memory is news while it has
 * ended, and all else while it has not: one that was forgotten and restored is reported as restored, one that was
 * erased only as erased.
 */
function isNews(event: ChangeEvent, memory: MemoryRow | undefined, at: number): boolean {
  if (memory === undefined) return event === "deleted";
  const status = statusAt(memory, at);
  // Nobody may see it unasked; or the memory that took its place tells it.
  if (HIDDEN_STATUSES.includes(status) || status === "superseded") return false;
  const hasEnded = status === "soft_deleted" || status === "expired";
  return (event === "soft_deleted") === hasEnded;
}
