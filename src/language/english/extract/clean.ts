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
const POINTS = /(?<!\/)\b(?:it|this|that|these|those|them|they|he|she|him|hers|here|there|u|ur|ya)\b(?!\/)/i;
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
