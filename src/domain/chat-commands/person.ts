/** A text without the marks and spaces at its end. Not an expression: one that looks for an end tries every beginning. */
export function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && /[.,!?。，！？\s]/u.test(text[end - 1]!)) end -= 1;
  return text.slice(0, end);
}

/** Somebody who may be meant, with every name they go by, the newest first. */
export interface KnownPerson {
  readonly id: string;
  readonly names: readonly string[];
}

/** The person that some words refer to. */
export type Meant<P extends KnownPerson = KnownPerson> =
  | { readonly person: P }
  /** Nobody known goes by that name. */
  | { readonly unknown: string }
  /** Several do. */
  | { readonly among: readonly P[]; readonly name: string };

/**
 * Asks the platform for a name that nobody known goes by, and tries again with whom it finds. Both the engine and a client
 * do so: the port is a function of the bot's own process.
 */
export async function withResolver<
  M extends { readonly people?: readonly KnownPerson[] },
  R extends { readonly outcome: string; readonly unresolved: string | null },
>(
  message: M,
  resolve: ((name: string) => Promise<readonly KnownPerson[]>) | undefined,
  handle: (message: M) => Promise<R>,
): Promise<R> {
  const result = await handle(message);
  if (result.outcome !== "unresolved" || result.unresolved === null || resolve === undefined) return result;
  const mention = /^<@!?([^\s<>@!]{1,64})>$/.exec(result.unresolved);
  const name = mention?.[1] ?? result.unresolved;
  const matches = await resolve(name);
  if (matches.length === 0) return result;
  // Whoever the platform finds by a name goes by it.
  const people = matches.map(({ id, names }) => ({
    id,
    names: id === name || names.includes(name) ? names : [...names, name],
  }));
  return handle({ ...message, people: [...(message.people ?? []), ...people] });
}
