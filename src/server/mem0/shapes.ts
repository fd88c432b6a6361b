import { createHash } from "node:crypto";
import type { HistoryEntry, Memory } from "../../index.ts";
import { entityOfScope } from "./filters.ts";

/** A memory in mem0's own form. */
export interface Mem0Memory {
  id: string;
  memory: string;
  hash: string;
  user_id: string | null;
  agent_id: string | null;
  app_id: string | null;
  run_id: string | null;
  categories: string[];
  metadata: Record<string, unknown> | null;
  created_at: string;
  updated_at: string;
  expiration_date: string | null;
}

/** A change of a memory's text in mem0's own form. */
export interface Mem0History {
  id: string;
  memory_id: string;
  input: { role: string; content: string }[];
  old_memory: string | null;
  new_memory: string | null;
  user_id: string | null;
  categories: string[];
  event: "ADD" | "UPDATE" | "DELETE";
  created_at: string;
  updated_at: string;
}

export function toMem0(
  memory: Memory,
  scope: string,
  metadata: Readonly<Record<string, unknown>> | null,
): Mem0Memory {
  const entity = entityOfScope(scope);
  return {
    id: memory.id,
    memory: memory.text,
    hash: createHash("md5").update(memory.text).digest("hex"),
    ...entity,
    agent_id: entity.agent_id ?? memory.agent,
    run_id: entity.run_id ?? memory.run ?? memory.session,
    categories: [memory.category],
    metadata,
    created_at: memory.createdAt.toISOString(),
    updated_at: memory.updatedAt.toISOString(),
    expiration_date: memory.expiresAt?.toISOString() ?? null,
  };
}

const EVENT_OF = {
  ADD: "ADD",
  RESTORE: "ADD",
  UPDATE: "UPDATE",
  MERGE: "UPDATE",
  DELETE: "DELETE",
  TTL: "DELETE",
  LINK: undefined,
} as const;

/** The history of a memory's text in mem0's form, oldest first. Changes of other fields are left out. */
export function toMem0History(
  entries: readonly HistoryEntry[],
  memory: Memory,
  scope: string,
): Mem0History[] {
  let last: string | null = null;
  return entries.toReversed().flatMap((entry) => {
    const event = EVENT_OF[entry.event];
    const old = last ?? textIn(entry.before);
    const words = textIn(entry.after) ?? old ?? memory.text;
    last = words;
    if (event === undefined || (event === "UPDATE" && words === old)) return [];
    const at = entry.at.toISOString();
    return [
      {
        id: String(entry.id),
        memory_id: memory.id,
        input: [],
        old_memory: event === "ADD" ? null : old,
        new_memory: event === "DELETE" ? null : words,
        user_id: entityOfScope(scope).user_id,
        categories: [memory.category],
        event,
        created_at: memory.createdAt.toISOString(),
        updated_at: at,
      },
    ];
  });
}

function textIn(fields: Readonly<Record<string, unknown>> | null): string | null {
  return typeof fields?.text === "string" ? fields.text : null;
}
