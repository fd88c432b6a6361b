import { effectiveStatus } from "../domain/effective-status.ts";
import { MemoirError } from "../domain/errors.ts";
import type { Memory, ScopeHandle } from "../index.ts";
import { notFound } from "./failure.ts";
import { beside, type Colors, type Screen } from "./output.ts";

/** A memory as it stands now: what has expired says so, though nothing has written it down yet. */
export function asOf(memory: Memory, now: Date): Memory {
  return { ...memory, status: effectiveStatus(memory, now).status };
}

export function styledStatus(colors: Colors, text: string, status: Memory["status"]): string {
  if (status === "active") return colors.green(text);
  return status === "pending" || status === "shadow" ? colors.yellow(text) : colors.dim(text);
}

export function memoryLines(screen: Screen, memory: Memory): string[] {
  return beside(screen, `  ${screen.colors.cyan(memory.shortId)}`, memory.text);
}

const SHORTEST_ID = 6;

/** The memory with this id, or the error that says whether it never was or was erased. */
export async function theMemory(scope: ScopeHandle, id: string): Promise<Memory> {
  const memory = await scope.memories.get(id);
  if (memory !== null) return memory;
  if (await wasErased(scope, id)) {
    throw new MemoirError("gone", `Memory ${id} was erased for good; nothing of it is left.`, {
      details: { id },
    });
  }
  const advice =
    id.length < SHORTEST_ID
      ? `Give at least ${SHORTEST_ID} characters of its id.`
      : "List the memories to see what is there.";
  throw notFound(`There is no memory ${id} in ${scope.scope}. ${advice}`, { id, scope: scope.scope });
}

async function wasErased(scope: ScopeHandle, id: string): Promise<boolean> {
  try {
    const { items } = await scope.memories.history(id, { limit: 1 });
    return items[0]?.event === "DELETE";
  } catch (error) {
    // Without a history nobody can tell.
    if (MemoirError.is(error) && error.code === "audit_off") return false;
    throw error;
  }
}
