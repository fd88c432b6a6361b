import type { KnownPerson } from "./person.ts";

interface Unresolved {
  readonly outcome: string;
  readonly unresolved: string | null;
}

/**
 * Asks the platform for a name that nobody known goes by, and tries again with whom it finds. Both the engine and a client
 * do so: the port is a function of the bot's own process.
 */
export async function withResolver<
  M extends { readonly people?: readonly KnownPerson[] },
  R extends Unresolved,
>(
  message: M,
  resolve: ((name: string) => Promise<readonly KnownPerson[]>) | undefined,
  handle: (message: M) => Promise<R>,
): Promise<R> {
  const result = await handle(message);
  if (result.outcome !== "unresolved" || result.unresolved === null || resolve === undefined) return result;
  const mention = /^<@!?([^\s<>@!]{1,64})>$/.exec(result.unresolved);
  const name = mention?.[1] ?? result.unresolved;
  const found = await resolve(name);
  if (found.length === 0) return result;
  // Whoever the platform finds by a name goes by it.
  const people = found.map(({ id, names }) => ({
    id,
    names: id === name || names.includes(name) ? names : [...names, name],
  }));
  return handle({ ...message, people: [...(message.people ?? []), ...people] });
}
