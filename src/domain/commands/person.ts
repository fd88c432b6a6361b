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
export type Meant =
  | { readonly found: KnownPerson }
  /** Nobody known goes by that name. */
  | { readonly unknown: string }
  /** Several do. */
  | { readonly among: readonly KnownPerson[]; readonly name: string };

/** `<@123>`, as Discord writes it. */
export const MENTION = /^<@!?([^\s<>@!]{1,64})>/;

function folded(name: string): string {
  return name.normalize("NFKC").trim().replace(/^@/, "").toLowerCase();
}

/** R104: by mention, by id, by a name they have now, then by one they had before. Nobody is guessed. */
export function personNamed(words: string, people: readonly KnownPerson[]): Meant {
  const mention = MENTION.exec(words.trim());
  const name = mention?.[1] ?? withoutEnd(words.trim().replace(/^@/, ""));
  const byId = people.find(({ id }) => id === name);
  if (byId !== undefined) return { found: byId };
  if (mention !== null) return { unknown: mention[0] };
  const wanted = folded(name);
  const now = people.filter(({ names }) => names[0] !== undefined && folded(names[0]) === wanted);
  const before = people.filter(({ names }) => names.some((one) => folded(one) === wanted));
  const those = now.length > 0 ? now : before;
  if (those.length === 1) return { found: those[0]! };
  return those.length === 0 ? { unknown: name } : { among: those, name };
}

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
  const found = await resolve(name);
  if (found.length === 0) return result;
  // Whoever the platform finds by a name goes by it.
  const people = found.map(({ id, names }) => ({
    id,
    names: id === name || names.includes(name) ? names : [...names, name],
  }));
  return handle({ ...message, people: [...(message.people ?? []), ...people] });
}
