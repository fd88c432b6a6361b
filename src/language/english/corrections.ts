import { type Replacement, replacement } from "../shared/rule-watch.ts";

const SHORT =
  "((?!(?:i|i'm|im|my|you|we|he|she|they|it|that|this|the|for|about|to|yes|yeah|no|ok|okay|thanks|not)\\b)[\\p{L}\\d][\\p{L}\\d.'-]{0,40}(?: [\\p{L}\\d.'-]{1,40}){0,3})";
const SORRY =
  "(?:(?:wait|sorry|oops|whoops|actually|correction|typo|my (?:bad|mistake)|i misspoke|i was wrong|i mixed (?:it|that|them) up|scratch that|i mean|i meant(?: to say)?|i made a mistake|not quite)[\\s,.:;!*-]{1,8}|(?:oh|no|nope|hm{1,8}|ah|well|ok)[,.:;!*-]{1,8}\\s{0,4}|(?:oh|no|ah|ok|hm{1,8}) (?=wait|sorry|actually|oops|i mean|i misspoke|no))";

/** Elliptic corrections, which say only what changes: "sorry, I meant Oslo", "it's Oslo, not Bergen". */
const NOT: readonly RegExp[] = [
  new RegExp(
    `^${SORRY}{0,4}(?:it is|it's|that is|that's|i meant|i mean|make that|should be|that should be)? ?${SHORT},? (?:and )?not ${SHORT}$`,
    "iu",
  ),
  new RegExp(
    `^${SORRY}{0,4}(?:it is|it's|that is|that's)? ?not ${SHORT}(?:,| but|,? it is|,? it's) ${SHORT}$`,
    "iu",
  ),
];
const MARKED = new RegExp(
  `^(?:${SORRY}{0,4}(?:i meant(?: to say)?|i mean|make that|that should be|should be|it should be|correction:?) |${SORRY}{1,4}(?:it is |it's |that is |that's |the )?(?:(?:actually |really )?(?:spelled|spelt|written|called|pronounced) )?|\\*)${SHORT}\\*?$`,
  "iu",
);

/** The old and the new value of a short correction. */
export function englishReplacement(words: string): Replacement | undefined {
  // "Sorry Tom" is said to Tom.
  if (
    /^(?:sorry|wait|no|ok|well) \p{Lu}[\p{L}]*$/u.test(
      words.replace(/^\p{Lu}/u, (letter) => letter.toLowerCase()),
    )
  )
    return undefined;
  const [first, second] = [NOT[0]!.exec(words), NOT[1]!.exec(words)];
  if (first !== null) return replacement("not", first[1]!, first[2]!);
  if (second !== null) return replacement("not-but", second[2]!, second[1]!);
  const marked = MARKED.exec(words);
  return marked === null ? undefined : replacement("marked", marked[1]!);
}
