import { withoutEnd } from "./without-end.ts";

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
