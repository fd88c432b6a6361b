import { type KnownPerson, type Meant, withoutEnd } from "../../domain/chat-commands/person.ts";
import { nameForms } from "../shown-name.ts";

/** `<@123>`, as Discord writes it. */
export const MENTION = /^<@!?([^\s<>@!]{1,64})>/;
/** A name with the id by which the bot tells its bearer from others: `Alice (2)`. */
const LABELLED = /^(.{1,60}) \(([^()\s]{1,64})\)$/u;

/**
 * By mention, by id, by a name they have now, then by one they had before. Nobody is guessed: names that look the
 * same are the same.
 */
export function findPerson<P extends KnownPerson>(words: string, people: readonly P[]): Meant<P> {
  const mention = MENTION.exec(words.trim());
  const name = mention?.[1] ?? withoutEnd(words.trim().replace(/^@/, ""));
  const byId = people.find(({ id }) => id === name);
  if (byId !== undefined) return { person: byId };
  if (mention !== null) return { unknown: mention[0] };
  const [, called, label = ""] = LABELLED.exec(name) ?? [];
  if (called !== undefined) {
    const labelled = ofName(called, people).filter(({ id }) => id.endsWith(label));
    if (labelled.length === 1) return { person: labelled[0]! };
  }
  const those = ofName(name, people);
  if (those.length === 1) return { person: those[0]! };
  return those.length === 0 ? { unknown: name } : { among: those, name };
}

function ofName<P extends KnownPerson>(name: string, people: readonly P[]): readonly P[] {
  const forms = new Set(nameForms(name));
  const isSo = (one: string): boolean => nameForms(one).some((form) => forms.has(form));
  const now = people.filter(({ names: [newest] }) => newest !== undefined && isSo(newest));
  return now.length > 0 ? now : people.filter(({ names }) => names.some(isSo));
}
