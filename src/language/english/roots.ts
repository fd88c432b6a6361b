import { once } from "../../domain/once.ts";
import { wordSet } from "../shared/words.ts";
import { stem } from "./stem.ts";

/** Base and past, and the participle where it is another word. */
const TABLE = `
  be was been, become became become, begin began begun, bet bet, bite bit bitten, bleed bled,
  blow blew blown, break broke broken, bring brought, build built, burn burnt, burst burst, buy bought,
  catch caught, choose chose chosen, come came come, cost cost, cut cut, deal dealt, dig dug, do did done,
  draw drew drawn, dream dreamt, drink drank drunk, drive drove driven, eat ate eaten, fall fell fallen,
  feed fed, feel felt, fight fought, find found, fly flew flown, forget forgot forgotten,
  forgive forgave forgiven, freeze froze frozen, get got gotten, give gave given, go went gone,
  grow grew grown, hang hung, have had, hear heard, hide hid hidden, hit hit, hold held, hurt hurt, keep kept,
  know knew known, lay laid, lead led, leap leapt, learn learnt, leave left, lend lent, let let, lie lay lain,
  light lit, lose lost, make made, mean meant, meet met, pay paid, put put, quit quit, read read,
  ride rode ridden, ring rang rung, rise rose risen, run ran run, say said, see saw seen, seek sought,
  sell sold, send sent, set set, shake shook shaken, shine shone, shoot shot, show showed shown, shut shut,
  sing sang sung, sink sank sunk, sit sat, sleep slept, slide slid, smell smelt, speak spoke spoken,
  spend spent, spin spun, split split, spread spread, stand stood, steal stole stolen, stick stuck,
  strike struck, swear swore sworn, sweep swept, swim swam swum, swing swung, take took taken, teach taught,
  tear tore torn, tell told, think thought, throw threw thrown, undergo underwent undergone,
  understand understood, wake woke woken, wear wore worn, wed wed, win won, withdraw withdrew withdrawn,
  write wrote written`;

/** The verbs whose forms no rule of spelling gives. */
export const IRREGULAR_VERBS: readonly (readonly [base: string, past: string, participle: string])[] =
  TABLE.split(",").map((line) => {
    const [base = "", past = "", participle = past] = line.trim().split(" ");
    return [base, past, participle] as const;
  });

const NOUNS = `
child children, man men, woman women, person people persons, foot feet, tooth teeth, mouse mice, wife wives,
knife knives, leaf leaves, half halves, self selves, goose geese, wolf wolves, shelf shelves, potato potatoes,
tomato tomatoes, hero heroes, lie lying, die dying, tie tied tying, bus buses, gas gases, be am is are was were been being, have has had having, go goes
`;
/** Spellings and endings that are one word to a reader and two to a stemmer. */
const SAME = `
favorite favourite, color colour, gray grey, neighbor neighbour, center centre, theater theatre, jewelry jewellery,
allergic allergy allergies, vegetarian vegetarianism, vegan veganism, tyre tire, program programme, mom mum, pajamas pyjamas
`;

const BASE = new Map<string, string>();
const PAST = new Set<string>();
const PARTICIPLE = new Set<string>();
for (const [base, past, participle] of IRREGULAR_VERBS) {
  // Be and have are read as what they help to say.
  if (base === "be" || base === "have") continue;
  for (const form of [past, participle]) BASE.set(form, base);
  // "Cut" and "put" look the same at any time.
  if (past !== base) PAST.add(past);
  PARTICIPLE.add(participle);
}
for (const line of `${NOUNS},${SAME}`.split(",")) {
  const [base = "", ...forms] = line.trim().split(/\s+/);
  for (const form of forms) BASE.set(form, base);
}
// Too often another word: the left hand, a saw, a lie.
for (const form of ["left", "saw", "lay", "found"]) BASE.delete(form);

const ENGLISH = /^[a-z]+$/;
const ADVERB = /^([a-z]{3,})ly$/;
/** Words in -ly that say more than how. */
const NOT_MANNER =
  wordSet(`family only early reply supply apply rely fly july italy ugly lovely friendly lonely elderly daily weekly monthly
  yearly belly jelly assembly holy bully silly likely unlikely ally lily butterfly nearly hardly rarely barely
  multiply curly hilly costly lively monopoly emily kelly molly sally billy holly polly nightly hourly`);

/** The common root of the forms of an English word; other scripts stay unchanged. */
export const root = once((word: string): string => {
  if (!ENGLISH.test(word) || word === "one") return word;
  // Fried, tries: too short for the stemmer to see the y of "fry".
  const base = BASE.get(word) ?? word.replace(/^([^aeiou]{2,})ie[ds]$/, "$1y");
  const adjective = isManner(base) ? ADVERB.exec(base)![1]! : base;
  return stem(BASE.get(adjective) ?? adjective);
});

/** Happily, carefully: how, not what. */
export function isManner(word: string): boolean {
  return ADVERB.test(word) && !NOT_MANNER.has(word);
}

/** Says that it has happened, as far as one word can: "went", "visited". */
export function isPast(word: string): boolean {
  return PAST.has(word) || /^[a-z]{2,}[^e]ed$/.test(word);
}

/** May follow "is" or "was" to say what is done to somebody. */
export function isParticiple(word: string): boolean {
  return PARTICIPLE.has(word) || /^[a-z]{2,}ed$/.test(word);
}
