import { invalidArgument } from "../../domain/errors.ts";

const DEFAULT_LIMIT = 50;

/** A page of a list that the engine gives whole because it stays short; the cursor is the place in it. */
export function pageOfAll<T>(
  all: readonly T[],
  { limit = DEFAULT_LIMIT, cursor = "0" }: { limit?: number | undefined; cursor?: string | undefined },
): { items: readonly T[]; next: string | null } {
  if (!/^\d{1,9}$/.test(cursor)) {
    throw invalidArgument("The cursor is not one of ours. Pass `next` of a page.");
  }
  const end = Number(cursor) + limit;
  return { items: all.slice(Number(cursor), end), next: end < all.length ? String(end) : null };
}
