import { QUOTE } from "../../shared/mask.ts";

/** Short forms as people type them, apostrophe or not, to the long ones that rules read. */
const SHORT_FORMS = `
  I am: i'm im i'am, I have: i've ive, I would: i'd, I will: i'll, we are: we're, we have: we've,
  we will: we'll, we would: we'd, you are: you're youre, you have: you've, they are: they're theyre,
  they have: they've, do not: don't dont, does not: doesn't doesnt, did not: didn't didnt,
  can not: can't cant cannot, will not: won't wont, is not: isn't isnt, are not: aren't arent,
  was not: wasn't wasnt, were not: weren't, have not: haven't havent, has not: hasn't hasnt, had not: hadn't,
  should not: shouldn't, would not: wouldn't wouldnt, could not: couldn't, must not: mustn't,
  am not: ain't aint, he will: he'll, she will: she'll, they will: they'll, it will: it'll, going to: gonna,
  want to: wanna, have to: gotta, you: u, your: ur, because: cuz coz cos 'cause, though: tho,
  birthday: bday b-day, favourite: fav fave, probably: prolly, really: rly, a lot: alot, that is: thats,
  he is: hes, she is: shes, what is: whats, tomorrow: tmrw tmr tomorow tommorow tommorrow, please: pls plz,
  right now: rn, at the moment: atm, with: w/, allergic: alergic, boyfriend: bf, girlfriend: gf`;
const SHORT: ReadonlyMap<string, string> = new Map(
  SHORT_FORMS.split(",").flatMap((line) => {
    const [long = "", shorts = ""] = line.trim().split(": ");
    return shorts.split(" ").map((short) => [short, long] as const);
  }),
);
const WORD = /(?<![a-zÀ-ɏ0-9])'?[a-z]+(?:['/-][a-z]*){0,4}(?![a-zÀ-ɏ0-9])/gi;

/** "She's" is "she is", but "she has" before what only that can stand before. */
const CLITIC_S =
  /\b(he|she|it|that|there|who|what|where|here|this|everyone|everybody|name|names)'s\b(?: (?=(been|got|had|gone|become|lived|worked|always been|never)\b))?/gi;
/** After a noun 's mostly owns; before these words it is "is". */
const NOUN_S =
  /(?<![\wÀ-ɏ])([a-zÀ-ɏ]+)'s (?=(?:an?|the|called|named|from|in|at|on|about|my|tomorrow|today|next|due|not|also|always|really|very|still|now|allergic|vegan|vegetarian|pregnant|turning|getting|coming|visiting|moving|living|working|studying|retired|married|afraid|\d{1,3}(?!\d|st|nd|rd|th|-))\b)/gi;

/** The clause in long forms, spaces single; a lone "i" gets its capital. */
export function plainEnglish(clause: string): string {
  const long = clause.replaceAll(QUOTE, "").replace(WORD, (word) => SHORT.get(word.toLowerCase()) ?? word);
  return long
    .replace(/\bw\/? (?=(?:my|the|an?|our|two|his|her)\b)/gi, "with ")
    .replace(CLITIC_S, (_, word: string, next: string | undefined) =>
      next === undefined ? `${word} is` : `${word} has `,
    )
    .replace(NOUN_S, "$1 is ")
    .replace(/(?<![\p{L}\p{N}.'-])i(?![\p{L}\p{N}.'-])/gu, "I")
    .replace(/\s+/g, " ")
    .trim();
}
