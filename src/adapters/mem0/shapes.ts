import { invalidArgument, show } from "../../domain/errors.ts";
import type { Mem0History, Mem0Memory } from "../../server/mem0/shapes.ts";
import type { HistoryRow, MemoryItem } from "./types.ts";

const MS_PER_SECOND = 1_000;
const DAY = "2026-03-01".length;

/** A memory as mem0's class returns it, which is another shape than that of mem0's server. */
export function toItem({ metadata, ...fields }: Mem0Memory & { score?: number }): MemoryItem {
  const { user_id, agent_id, run_id, score, expiration_date: end } = fields;
  return {
    id: fields.id,
    memory: fields.memory,
    hash: fields.hash,
    createdAt: fields.created_at,
    updatedAt: fields.updated_at,
    metadata: { ...metadata, ...(end !== null && { expiration_date: end.slice(0, DAY) }) },
    ...(user_id !== null && { user_id }),
    ...(agent_id !== null && { agent_id }),
    ...(run_id !== null && { run_id }),
    ...(score !== undefined && { score }),
  };
}

export function toHistoryRow(entry: Mem0History): HistoryRow {
  return {
    id: entry.id,
    memory_id: entry.memory_id,
    previous_value: entry.old_memory,
    new_value: entry.new_memory,
    action: entry.event,
    created_at: entry.created_at,
    updated_at: entry.updated_at,
    is_deleted: entry.event === "DELETE" ? 1 : 0,
  };
}

/** A time as mem0's class takes it, in seconds since 1970. */
export function secondsOf(time: number | string | Date | null | undefined): number | undefined {
  if (time === undefined || time === null) return undefined;
  const seconds = typeof time === "number" ? time : new Date(time).getTime() / MS_PER_SECOND;
  if (Number.isFinite(seconds)) return seconds;
  throw invalidArgument(`timestamp must be a time, got ${show(time)}.`);
}
