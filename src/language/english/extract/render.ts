import { isPast, third, verbForm } from "./verbs.ts";

const ADVERB =
  /^(?:maybe|perhaps|also|always|still|just|now|never|often|usually|sometimes|really|already|currently|only|ever|actually|mostly|definitely|rarely|hardly|absolutely|totally|truly|[a-z]{3,}ly|both|all|even|then|kind|sort|of|pretty|quite|so|much|too|super)$/i;

/** "Usually", "also", "really": words before a verb that are none. */
export function isAdverb(word: string): boolean {
  return ADVERB.test(word) && verbForm(word) === undefined;
}

const MODAL = /^(?:can|could|will|would|should|might|may|must|shall|did|was|had|used)$/i;
const PRONOUNS =
  /(?<!\b(?:Book|Part|War|Volume|Chapter|Type|Phase|Class|Act|Stage|Level) )\b(I|we|We|me|Me|us|my|My|our|Our|mine|ours|myself|ourselves|you|You|your|Your|yours|yourself)\b(?!')(?: ((?:also |always |still |just |never |often |usually |really ){0,4})(?=([\p{L}']+)))?/gu;

/** The speaker's statement about themselves in the third person. `name` is the speaker's name in the text. */
export function thirdPerson(words: string, name: string): string {
  return words
    .replace(PRONOUNS, (found: string, pronoun: string, adverbs = "", verb?: string) => {
      const word = pronoun.toLowerCase();
      const who = word.startsWith("you") ? "the assistant" : name;
      const owns = /^(?:my|mine|ours?|yours?)$/.test(word) ? "'s" : "";
      const space = found.length > pronoun.length ? " " : "";
      const agrees = verb !== undefined && /^(?:i|we|you)$/.test(word) ? AGREES : "";
      return `${who}${owns}${space}${adverbs}${agrees}`;
    })
    .replace(MARKED, (_, verb: string) => agree(verb));
}

/** Stands for a moment before a verb that has a new subject. */
const AGREES = "\ufdd1";
const MARKED = /\ufdd1([\p{L}']+)/gu;

/** "am" → "is", "live" → "lives"; what is past or modal stays. */
function agree(verb: string): string {
  const lower = verb.toLowerCase();
  if (lower === "am" || lower === "are") return "is";
  if (lower === "were") return "was";
  if (MODAL.test(lower) || isAdverb(lower)) return verb;
  const known = verbForm(lower);
  if (known !== undefined) return known.form === "base" ? third(lower) : verb;
  return isPast(lower) || /(?:s|ing)$/.test(lower) ? verb : third(lower);
}

/** The first verb of a verb group agreed with one person; the adverbs before it stay where they are. */
export function agreeGroup(group: readonly string[]): string {
  const at = group.findIndex((word) => !isAdverb(word));
  return group.map((word, i) => (i === at ? agree(word) : word)).join(" ");
}

/** The longest text that R273 lets a memory have. */
const LONGEST = 280;

/** A sentence: one capital, one full stop, no space that is too many. `undefined` when it would be too long. */
export function sentence(words: string): string | undefined {
  const text = words
    .replace(/\s+/g, " ")
    .replace(/ ([,.;!?)])/g, "$1")
    .replace(/\bcan not\b/g, "cannot")
    .replace(/(?<![\s,;:.!?-])[\s,;:.!?-]+$/, "")
    .trim();
  if (text === "" || text.length >= LONGEST || /[()]/.test(text)) return undefined;
  return `${text[0]!.toUpperCase()}${text.slice(1)}.`;
}

/** Longer sentences hold more than one thought. */
const MOST_WORDS = 16;
/** Words after a comma that still belong to the same thought: "Oslo, Norway". */
const AFTER_COMMA = 3;
const DATES =
  /\b(?:\d{1,2}(?:–\d{1,2})? )?(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{4}\b/g;
const DATE = new RegExp(DATES, "u");
/** Words that open another clause, or point at something that the sentence does not hold. */
const ANOTHER_THOUGHT =
  /\b(?:so|but|because|cause|cos|cuz|bc|if|unless|though|although|whereas|then|which|who|whom|whose|idk|tbh|ngl|lol|lmao|btw|imo|omg|til)\b/i;
const POINTS =
  /(?<!\/)\b(?:it|this|that|these|those|them|they|he|she|him|hers|here|there|u|ur|ya|her(?=\.?$| (?:on|at|in|by|until|for|next|this|again|every)\b))\b(?!\/)/i;
const AND_CLAUSE =
  /\b(?:and|or|n) (?:the|my|it|i|he|she|they|we|that|this|[\p{L}'-]+) (?:is|are|was|were|has|have|had|will|can|does|did|from)\b/iu;
const MARKS = /\s[&+]\s|[=~*#|<>[\]{}…]|\.\.|\s[-–—]\s|\bw\/|"[^"]*$/;
const SHOUTED = /\b\p{Lu}{4,}\b/gu;

/** Whether a sentence says one thing plainly; what cannot be said plainly is better left to the user's own words. */
export function isClean(sentence: string, subject: string): boolean {
  const words = sentence.slice(subject.length).trim();
  if (words.split(" ").length > MOST_WORDS || (words.match(DATES) ?? []).length > 1) return false;
  if ((words.match(SHOUTED) ?? []).length > 1 || MARKS.test(words)) return false;
  if (
    ANOTHER_THOUGHT.test(words) ||
    POINTS.test(words.replace(/ in (?:it|them)\.?$/, "")) ||
    AND_CLAUSE.test(words)
  )
    return false;
  const [, ...after] = words.replace(/,(?= \d)/, "").split(", ");
  if (after.length === 0 || isList(words)) return true;
  const room = DATE.test(after[0]!) ? AFTER_COMMA + 5 : AFTER_COMMA;
  return after.length === 1 && after[0]!.split(" ").length <= room;
}

/** "Tea, coffee and cake": commas between short things, and a last word that joins them. */
function isList(words: string): boolean {
  return /, (?:[\p{L}'-]+ ){0,2}(?:[\p{L}'-]+,? (?:and|or) )[\p{L}' -]{1,30}$/u.test(words);
}
