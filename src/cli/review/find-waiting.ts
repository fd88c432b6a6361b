import { MemoirError } from "../../domain/errors.ts";
import { SHORT_ID } from "../../domain/memory.ts";
import type { Page, ReviewOptions, ScopeHandle, Waiting } from "../../index.ts";
import { type Context, namesScope } from "../context.ts";
import type { Opened } from "../open.ts";

export const WAITING_ID_HELP = "its id in the list, or at least the first six characters of a memory's";

/** The items that wait in the named scope, or in the whole tenant. */
export function waitingIn(
  context: Context,
  { memoir, scope }: Opened,
  options: ReviewOptions,
): Promise<Page<Waiting>> {
  return namesScope(context) ? scope.review(options) : memoir.operator(scope.tenant).review(options);
}

/** A memory's short id, or a proposal's number behind a p. */
export function idOf(waiting: Waiting): string {
  return waiting.kind === "memory" ? waiting.memory.shortId : `p${waiting.proposal.id}`;
}

/** The one that an id names, among all that waits. */
export async function theWaiting(context: Context, opened: Opened, id: string): Promise<Waiting> {
  const found: Waiting[] = [];
  for await (const one of await waitingIn(context, opened, { limit: 200 })) {
    if (isMeant(one, id)) found.push(one);
  }
  const [first, second] = found;
  if (first === undefined) {
    const where = namesScope(context) ? opened.scope.scope : `tenant ${opened.scope.tenant}`;
    throw new MemoirError(
      "not_found",
      `Nothing with the id ${id} waits in ${where}. List what does: review`,
      {
        details: { id },
      },
    );
  }
  if (second !== undefined) {
    const scopes = found.map(({ scope }) => scope).join(", ");
    throw new MemoirError(
      "invalid_argument",
      `More than one with the id ${id} waits (${scopes}). Name the scope, with --user for example, or give more of the id.`,
    );
  }
  return first;
}

function isMeant(waiting: Waiting, id: string): boolean {
  if (waiting.kind === "profile") return idOf(waiting) === id;
  return waiting.memory.id === id || (id.length >= SHORT_ID && waiting.memory.id.startsWith(id));
}

/** The handle of the scope in which something waits. */
export function scopeOfWaiting({ memoir, scope, by }: Opened, waiting: Waiting): ScopeHandle {
  return memoir.scope(waiting.scope, { tenant: scope.tenant, ...by });
}
