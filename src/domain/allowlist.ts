import { MemoirError, show } from "./errors.ts";

/** Which categories each agent may read (R259). An agent that is not listed may read none, once there is a list. */
export type Allowlists = Readonly<Record<string, readonly string[]>>;

/** Fetched only by name, never as part of "everything I may see" (R284, C23). */
export const PROCEDURAL = "procedural";

/**
 * The categories a read may touch: `null` = all. `agent` is the handle's, never the request's (C22). Asking for more
 * than the list allows is an error and not an empty answer, so that a wrong request is seen (R261).
 */
export function allowedCategories(
  allowlists: Allowlists,
  agent: string | null,
  requested: readonly string[] | undefined,
): readonly string[] | null {
  if (requested !== undefined && requested.length === 0) {
    throw new MemoirError(
      "invalid_argument",
      "categories is empty: leave it out to read all that is allowed, or name some.",
    );
  }
  const listed = agent !== null && Object.keys(allowlists).length > 0;
  if (!listed) return requested ?? null;
  const allowed = Object.hasOwn(allowlists, agent) ? (allowlists[agent] ?? []) : [];
  if (requested === undefined) return allowed.filter((category) => category !== PROCEDURAL);
  const refused = requested.filter((category) => !allowed.includes(category));
  if (refused.length > 0) {
    throw new MemoirError(
      "not_allowed",
      `Agent ${show(agent)} may not read ${refused.map(show).join(", ")}; allowed: ${allowed.join(", ") || "nothing"}.`,
      { details: { agent, refused, allowed } },
    );
  }
  return requested;
}
