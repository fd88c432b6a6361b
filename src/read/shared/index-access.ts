import type { EventIndex } from "../../scope-index/event-index.ts";
import type { UseOf } from "../../scope-index/indexes.ts";
import type { MemoryIndex } from "../../scope-index/memory-index.ts";
import type { ReadableScope } from "../../scope-index/scope-index.ts";
import type { RecallRun } from "./request.ts";

type Within = Pick<RecallRun, "reader" | "indexes" | "deadline">;

/** Uses a scope's index of memories, as it is when the time is up. */
export function inMemories<T>(
  { reader, indexes, deadline }: Within,
  scope: ReadableScope,
  use: UseOf<MemoryIndex, T>,
): Promise<T> {
  return indexes.memories(reader, scope, use, deadline.late);
}

export function inEvents<T>(
  { reader, indexes, deadline }: Within,
  scope: ReadableScope,
  use: UseOf<EventIndex, T>,
): Promise<T> {
  return indexes.events(reader, scope, use, deadline.late);
}
