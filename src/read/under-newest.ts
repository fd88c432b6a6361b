import type { Degraded } from "../api/recall.ts";
import type { ReadableScope } from "../scope-index/readable-scope.ts";
import { type Deadline, within } from "./deadline.ts";
import { degradedFor } from "./degraded.ts";

/** A request under policies of a certain version. */
interface Versioned<R> {
  readonly policy: number;
  newer(): Promise<R>;
}

/**
 * The request under the newest policies. Finding a scope tells whether there are newer ones, so a warm recall never asks
 * for them; where they cannot be had in time, those known last hold.
 */
export async function underNewest<R extends Versioned<R>>(
  request: R,
  scopes: readonly ReadableScope[],
  deadline: Deadline,
): Promise<{ current: R; outdated: Degraded | null }> {
  if (scopes.every(({ policy }) => policy === request.policy)) return { current: request, outdated: null };
  try {
    return { current: await within(deadline, request.newer()), outdated: null };
  } catch (error) {
    return { current: request, outdated: degradedFor(error) };
  }
}
