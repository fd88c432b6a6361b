import { IRREGULAR_VERBS } from "./roots.ts";

/** Words of whoever speaks or is spoken to: with another of them in it, only a reader knows who is meant. */
const OTHERS = /\b(?:i|i'm|im|i've|i'd|i'll|me|my|mine|myself|we|us|our|you|your)\b/i;
/** "… and hate coffee": a second verb would have to be changed as well, and only a reader knows which word it is. */
const ANOTHER_VERB =
  / (?:and|but) (?:[a-z]{1,20}ly )?(?:love|like|hate|want|need|have|am|do|don't|can't|prefer|live|work|go|play|eat|drink)\b/i;
/** "I'd been", "I'd moved": had, not would. */
const HAD = /^i'd(?= (?:been|had|gone|done|[a-z]{2,20}(?:ed|en))\b)/i;
/** How a statement about oneself begins, as people type it, in long forms. */
const LONG_FORMS: readonly (readonly [short: RegExp, long: string])[] = [
  [HAD, "I had"],
  [/^(?:i'm|im|i am)\b/i, "I am"],
  [/^(?:i've|ive)\b/i, "I have"],
  [/^i'd\b/i, "I would"],
  [/^(?:i'll|i will)\b/i, "I will"],
  [/^i (?:don't|dont)\b/i, "I do not"],
  [/^i (?:can't|cant)\b/i, "I cannot"],
  [/^i (?:haven't|havent)\b/i, "I have not"],
  [/^i\b/i, "I"],
];

/** "I prefer tea" is "Dana prefers tea", "my tea" is "Dana's tea". */
export function retoldInEnglish(words: string, name: string | null): string | undefined {
  // Somebody may be called "wren"; a sentence begins with a capital.
  const subject = capitaliseName(name ?? "The user");
  const possession = /^my (.+)$/i.exec(words)?.[1];
  if (possession !== undefined) return OTHERS.test(possession) ? undefined : `${subject}'s ${possession}`;
  const form = LONG_FORMS.find(([short]) => short.test(words));
  const said = form === undefined ? undefined : /^I (.+)$/.exec(words.replace(...form))?.[1];
  if (said === undefined || !/^[a-z]{2}/i.test(said) || OTHERS.test(said) || ANOTHER_VERB.test(said))
    return undefined;
  return `${subject} ${agreedVerbGroup(said.split(" "))}`;
}

function capitaliseName(name: string): string {
  const [first = ""] = name;
  return first.toUpperCase() + name.slice(first.length);
}

const ADVERB =
  /^(?:also|always|still|just|now|never|often|usually|sometimes|already|only|ever|rarely|hardly|mostly|even|almost|quite|rather|seldom|no|longer|[a-z]{3,}ly)$/i;
const MODAL =
  /^(?:can|cannot|could|couldn't|will|won't|would|wouldn't|should|shouldn't|might|may|must|shall|did|didn't|was|wasn't|had|hadn't|used)$/i;
const PASTS: ReadonlySet<string> = new Set(
  IRREGULAR_VERBS.flatMap(([base, past, participle]) => [past, participle].filter((form) => form !== base)),
);

/** The first verb of a verb group agreed with one person; the adverbs before it stay where they are. */
function agreedVerbGroup(group: readonly string[]): string {
  const at = group.findIndex((word) => !ADVERB.test(word));
  return group.map((word, i) => (i === at ? agreedVerb(word) : word)).join(" ");
}

/** "am" → "is", "live" → "lives"; what is past or modal stays. */
function agreedVerb(verb: string): string {
  const lower = verb.toLowerCase();
  if (lower === "am") return "is";
  if (lower === "have") return "has";
  if (lower === "don't" || lower === "haven't") return lower === "don't" ? "doesn't" : "hasn't";
  if (lower.endsWith("n't")) return verb;
  if (MODAL.test(lower) || PASTS.has(lower)) return verb;
  if (/(?:[^s]s|ing)$/.test(lower) || (/ed$/.test(lower) && !/^(?:need|feed|bleed|speed|breed)$/.test(lower)))
    return verb;
  if (/(?:s|x|z|ch|sh|[^aeiou]o)$/.test(lower)) return `${verb}es`;
  return /[^aeiou]y$/.test(lower) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
}
