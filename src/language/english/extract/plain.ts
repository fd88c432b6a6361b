import { QUOTE } from "../../shared/mask.ts";

/** Short forms as people type them, apostrophe or not, to the long ones that rules read. */
const SHORT: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "i'm": "I am",
    im: "I am",
    "i'am": "I am",
    "i've": "I have",
    ive: "I have",
    "i'd": "I would",
    "i'll": "I will",
    "we're": "we are",
    "we've": "we have",
    "we'll": "we will",
    "we'd": "we would",
    "you're": "you are",
    youre: "you are",
    "you've": "you have",
    "they're": "they are",
    "they've": "they have",
    theyre: "they are",
    "don't": "do not",
    dont: "do not",
    "doesn't": "does not",
    doesnt: "does not",
    "didn't": "did not",
    didnt: "did not",
    "can't": "can not",
    cant: "can not",
    cannot: "can not",
    "won't": "will not",
    wont: "will not",
    "isn't": "is not",
    isnt: "is not",
    "aren't": "are not",
    arent: "are not",
    "wasn't": "was not",
    wasnt: "was not",
    "weren't": "were not",
    "haven't": "have not",
    havent: "have not",
    "hasn't": "has not",
    hasnt: "has not",
    "hadn't": "had not",
    "shouldn't": "should not",
    "wouldn't": "would not",
    wouldnt: "would not",
    "couldn't": "could not",
    "mustn't": "must not",
    "ain't": "am not",
    aint: "am not",
    "he'll": "he will",
    "she'll": "she will",
    "they'll": "they will",
    "it'll": "it will",
    gonna: "going to",
    wanna: "want to",
    gotta: "have to",
    u: "you",
    ur: "your",
    cuz: "because",
    coz: "because",
    cos: "because",
    "'cause": "because",
    tho: "though",
    bday: "birthday",
    "b-day": "birthday",
    fav: "favourite",
    fave: "favourite",
    prolly: "probably",
    rly: "really",
    alot: "a lot",
    thats: "that is",
    hes: "he is",
    shes: "she is",
    whats: "what is",
    tmrw: "tomorrow",
    tmr: "tomorrow",
    tomorow: "tomorrow",
    tommorow: "tomorrow",
    tommorrow: "tomorrow",
    pls: "please",
    plz: "please",
    rn: "right now",
    atm: "at the moment",
    "w/": "with",
    alergic: "allergic",
    bf: "boyfriend",
    gf: "girlfriend",
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
