import { invalidArgument, MemoirError, show } from "./errors.ts";

/** Which categories each agent may read. An agent that is not listed may read none, once there is a list. */
export type Allowlists = Readonly<Record<string, readonly string[]>>;

/** Fetched only by name, never as part of "everything I may see". */
export const PROCEDURAL = "procedural";

/** The structured fields of a user are seen by who may see this category. */
export const PROFILE = "profile";

/** The agent that acts through a handle, and the categories that it may touch; `null` = all. */
export interface Access {
  readonly agent: string | null;
  readonly categories: readonly string[] | null;
}

/** The agent's list and the handle's own, both at once. `agent` is the handle's, never the request's. */
export function accessOf(
  allowlists: Allowlists,
  agent: string | null,
  bound: readonly string[] | null,
): Access {
  if (agent === null || Object.keys(allowlists).length === 0) return { agent, categories: bound };
  const listed = Object.hasOwn(allowlists, agent) ? (allowlists[agent] ?? []) : [];
  return { agent, categories: bound === null ? listed : listed.filter((one) => bound.includes(one)) };
}

/** Whether memories of a category are there at all for who is bound to these. */
export function mayTouch(categories: readonly string[] | null | undefined, category: string): boolean {
  return categories == null || categories.includes(category);
}

/**
 * The categories a read may touch: `null` = all. Asking for more than is allowed is an error and not an empty answer,
 * so that a wrong request is seen.
 */
export function allowedCategories(
  access: Access,
  requested: readonly string[] | undefined,
): readonly string[] | null {
  if (requested?.length === 0)
    throw invalidArgument("categories is empty: leave it out to read all that is allowed, or name some.");
  for (const category of requested ?? []) checkAllowed(access, category);
  return requested ?? access.categories;
}

/** For a call that names its category: one outside the list is refused. */
export function checkAllowed({ agent, categories }: Access, category: string): void {
  if (categories === null || categories.includes(category)) return;
  throw new MemoirError(
    "not_allowed",
    `${nameOf(agent)} may not touch the category ${show(category)}; allowed: ${categories.join(", ") || "none"}.`,
    { details: { agent, refused: [category], allowed: categories } },
  );
}

/** For what belongs to no category: only who may see all of them sees it. */
export function checkUnbound({ agent, categories }: Access, what: string): void {
  if (categories === null) return;
  throw new MemoirError(
    "not_allowed",
    `${nameOf(agent)} may touch only memories of its categories; ${what} belong to none.`,
    { details: { agent, allowed: categories } },
  );
}

/** The agent comes from the handle, never from the request. */
export function checkAgent(handleAgent: string | null, requestedAgent: string | undefined): void {
  if (requestedAgent === undefined || requestedAgent === handleAgent) return;
  const handleAgentText = handleAgent === null ? "no agent" : `agent ${show(handleAgent)}`;
  throw new MemoirError(
    "not_allowed",
    `This handle acts for ${handleAgentText}, not for ${show(requestedAgent)}. Open the scope with that agent.`,
    { details: { agent: handleAgent } },
  );
}

function nameOf(agent: string | null): string {
  return agent === null ? "This handle" : `Agent ${show(agent)}`;
}
