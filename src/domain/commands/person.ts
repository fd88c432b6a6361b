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

const HAN = /\p{sc=Han}/u;
const MENTION = /^<@!?([^\s<>@!]{1,64})>/;

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

/** Whom a claim is about, and where in it the name ends. */
export type ClaimSubject =
  /** The speaker: "I …", 我…. */
  | { readonly self: true }
  | { readonly meant: Meant; readonly end: number }
  /** Nobody: "the meeting is on Friday". */
  | { readonly nobody: true };

const SELF = /^(?:i|i'm|im|i've|i'd|i'll|my|mine|me|myself)(?=\s|$)|^我(?!们)|^本人/iu;
const NOBODY =
  /^(?:the|an?|our|we|us|this|that|these|those|there|it|everyone|everybody|nobody|today|tomorrow|every|all|on|in|at)\b|^(?:我们|咱们|大家|这|那|今天|明天|群|每)/iu;
const VERB =
  /\s(?:is|are|was|were|has|had|have|likes?|loves?|hates?|lives?|works?|wants?|needs?|can|can't|cannot|does|doesn't|did|will|won't|prefers?|plays?|speaks?|owns?|studies|uses?|knows?|never|always|got|moved|turned|became|comes?|goes|went|eats?|drinks?|also|really|just|used|said|told|hates|thinks|drives?|makes?|should|must|may|owes?)(?=\s|$)|'s(?=\s|$)/i;
const VERB_HAN = /[是有在住喜爱讨叫的会不想要能去来做说吃喝也最养对怕买用]/u;
const MOST_WORDS = 4;
const MOST_HAN = 8;

export function claimSubject(claim: string, people: readonly KnownPerson[]): ClaimSubject {
  const words = claim.trim();
  if (SELF.test(words.replaceAll("’", "'"))) return { self: true };
  const mention = MENTION.exec(words);
  if (mention !== null) return { meant: personNamed(mention[0], people), end: mention[0].length };
  const start = words.startsWith("@") ? 1 : 0;
  const prefix = longestName(words.slice(start), people);
  if (prefix !== undefined) return { meant: personNamed(prefix, people), end: start + prefix.length };
  if (NOBODY.test(words)) return { nobody: true };
  const guess = guessed(words.slice(start));
  return guess === undefined
    ? { nobody: true }
    : { meant: personNamed(guess, people), end: start + guess.length };
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

/** A short text in the position of a name, before the verb. */
function guessed(text: string): string | undefined {
  if (HAN.test(text.slice(0, MOST_HAN))) {
    const at = text.search(VERB_HAN);
    return at >= 1 && at <= MOST_HAN ? text.slice(0, at) : undefined;
  }
  const at = text.search(VERB);
  const name = at < 1 ? undefined : text.slice(0, at);
  return name !== undefined && name.split(/\s+/).length <= MOST_WORDS ? name : undefined;
}
