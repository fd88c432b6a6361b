import { type KnownPerson, MENTION, type Meant, personNamed } from "../../domain/commands/person.ts";
import { subjectInChinese } from "./chinese-subject.ts";
import { subjectInEnglish } from "./english-subject.ts";

/** Whom a claim is about, and where in it the name ends. */
export type ClaimSubject =
  /** The speaker: "I …", 我…. */
  | { readonly self: true }
  | { readonly meant: Meant; readonly end: number }
  /** Nobody: "the meeting is on Friday". */
  | { readonly nobody: true };

const SELF = /^(?:i|i'm|im|i've|i'd|i'll|my|mine|me|myself)(?=\s|$)|^我(?!们)|^本人/iu;
const HAN = /\p{sc=Han}/u;
/** Names end here at the latest. */
const LOOKED_AT = 120;

/**
 * Known names are found wherever they stand first; words that nobody goes by are taken for a name only where a name would
 * stand and nothing says that it is a thing. What cannot be told is a name: then the bot asks, and writes nothing.
 */
export function claimSubject(claim: string, people: readonly KnownPerson[]): ClaimSubject {
  const words = claim.trim();
  if (SELF.test(words.replaceAll("’", "'"))) return { self: true };
  const mention = MENTION.exec(words);
  if (mention !== null) return { meant: personNamed(mention[0], people), end: mention[0].length };
  const start = words.startsWith("@") ? 1 : 0;
  const named = words.slice(start);
  const name = longestName(named, people) ?? (start === 1 ? handle(named) : unknownName(named));
  if (name === undefined) return { nobody: true };
  return { meant: personNamed(name, people), end: start + name.length };
}

/** What stands behind an @ is a person, whatever it is called. */
function handle(text: string): string | undefined {
  return /^[\p{L}\p{N}_.-]{1,40}/u.exec(text)?.[0] && (unknownName(text) ?? text.split(/\s/u, 1)[0]);
}

function unknownName(text: string): string | undefined {
  const start = text.slice(0, LOOKED_AT).replaceAll("’", "'");
  return HAN.test(start) ? subjectInChinese(start) : subjectInEnglish(start);
}

/** The longest name or id that a text begins with. */
function longestName(text: string, people: readonly KnownPerson[]): string | undefined {
  const lower = text.toLowerCase();
  let longest: string | undefined;
  for (const name of people.flatMap(({ id, names }) => [id, ...names])) {
    if (name.length <= (longest?.length ?? 0) || !lower.startsWith(name.toLowerCase())) continue;
    const next = text[name.length];
    const ends =
      next === undefined || HAN.test(name.at(-1)!) || !/[\p{L}\p{N}_]/u.test(next) || HAN.test(next);
    if (ends) longest = text.slice(0, name.length);
  }
  return longest;
}
