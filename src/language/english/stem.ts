/**
 * Porter's stemmer (M. F. Porter, "An algorithm for suffix stripping", 1980) with the departures of his own
 * later implementation: `bli` and `logi` in step 2, and words of one or two letters left alone. It takes
 * lower-case a–z only; `terms()` sees to that.
 */
export function stem(word: string): string {
  if (word.length < 3) return word;
  let w = stripPlural(word);
  w = stripPast(w);
  if (w.endsWith("y") && hasVowel(w, w.length - 1)) w = `${w.slice(0, -1)}i`;
  w = replaceSuffix(w, STEP_2, 0);
  w = replaceSuffix(w, STEP_3, 0);
  w = replaceSuffix(w, STEP_4, 1);
  return stripFinal(w);
}

const A = 97;
const E = 101;
const I = 105;
const L = 108;
const O = 111;
const S = 115;
const U = 117;
const W = 119;
const X = 120;
const Y = 121;
const Z = 122;

function isConsonant(w: string, i: number): boolean {
  const c = w.charCodeAt(i);
  if (c === A || c === E || c === I || c === O || c === U) return false;
  if (c !== Y) return true;
  // Y is a vowel after a consonant. A run of them alternates, so it is counted rather than recursed into.
  let first = i;
  while (first > 0 && w.charCodeAt(first - 1) === Y) first -= 1;
  const startsAsConsonant = first === 0 || !isConsonant(w, first - 1);
  return startsAsConsonant === ((i - first) % 2 === 0);
}

/** Porter's m: how often a consonant follows a vowel in the first `end` letters. */
function measure(w: string, end: number): number {
  let m = 0;
  let afterVowel = false;
  for (let i = 0; i < end; i += 1) {
    const consonant = isConsonant(w, i);
    if (consonant && afterVowel) m += 1;
    afterVowel = !consonant;
  }
  return m;
}

function hasVowel(w: string, end: number): boolean {
  for (let i = 0; i < end; i += 1) if (!isConsonant(w, i)) return true;
  return false;
}

function endsDouble(w: string): boolean {
  const last = w.length - 1;
  return last > 0 && w.charCodeAt(last) === w.charCodeAt(last - 1) && isConsonant(w, last);
}

/** Porter's *o: the first `end` letters end consonant, vowel, consonant, and the last is not w, x or y. */
function endsShort(w: string, end: number): boolean {
  if (end < 3) return false;
  const last = w.charCodeAt(end - 1);
  if (last === W || last === X || last === Y) return false;
  return isConsonant(w, end - 1) && !isConsonant(w, end - 2) && isConsonant(w, end - 3);
}

/** Step 1a. */
function stripPlural(w: string): string {
  if (!w.endsWith("s")) return w;
  if (w.endsWith("sses") || w.endsWith("ies")) return w.slice(0, -2);
  return w.endsWith("ss") ? w : w.slice(0, -1);
}

/** Step 1b. */
function stripPast(w: string): string {
  if (w.endsWith("eed")) return measure(w, w.length - 3) > 0 ? w.slice(0, -1) : w;
  const cut = w.endsWith("ed") ? 2 : w.endsWith("ing") ? 3 : 0;
  if (cut === 0 || !hasVowel(w, w.length - cut)) return w;
  const rest = w.slice(0, -cut);
  if (rest.endsWith("at") || rest.endsWith("bl") || rest.endsWith("iz")) return `${rest}e`;
  if (endsDouble(rest)) {
    const last = rest.charCodeAt(rest.length - 1);
    return last === L || last === S || last === Z ? rest : rest.slice(0, -1);
  }
  return measure(rest, rest.length) === 1 && endsShort(rest, rest.length) ? `${rest}e` : rest;
}

type Rule = readonly [suffix: string, replacement: string];
type Step = ReadonlyMap<number, readonly Rule[]>;

/** Rules by the last letter but one, longest first in each: as in the paper, most words try none. */
function step(rules: Readonly<Record<string, string>>): Step {
  const byLetter = new Map<number, Rule[]>();
  for (const rule of Object.entries(rules).sort(([a], [b]) => b.length - a.length)) {
    const letter = rule[0].charCodeAt(rule[0].length - 2);
    byLetter.set(letter, [...(byLetter.get(letter) ?? []), rule]);
  }
  return byLetter;
}

// biome-ignore format: a table
const STEP_2 = step({
  ational: "ate", tional: "tion", enci: "ence", anci: "ance", izer: "ize", bli: "ble", alli: "al",
  entli: "ent", eli: "e", ousli: "ous", ization: "ize", ation: "ate", ator: "ate", alism: "al",
  iveness: "ive", fulness: "ful", ousness: "ous", aliti: "al", iviti: "ive", biliti: "ble", logi: "log",
});
// biome-ignore format: a table
const STEP_3 = step({ icate: "ic", ative: "", alize: "al", iciti: "ic", ical: "ic", ful: "", ness: "" });
// biome-ignore format: a table
const STEP_4 = step({
  al: "", ance: "", ence: "", er: "", ic: "", able: "", ible: "", ant: "", ement: "", ment: "", ent: "",
  sion: "s", tion: "t", ou: "", ism: "", ate: "", iti: "", ous: "", ive: "", ize: "",
});

/** Steps 2–4: the longest suffix that fits decides, also when what is before it is too short. */
function replaceSuffix(w: string, rules: Step, minimum: number): string {
  for (const [suffix, replacement] of rules.get(w.charCodeAt(w.length - 2)) ?? []) {
    if (!w.endsWith(suffix)) continue;
    const stemLength = w.length - suffix.length;
    // The s or t of "sion" and "tion" belongs to what is before the suffix "ion".
    const before = rules === STEP_4 ? stemLength + replacement.length : stemLength;
    return measure(w, before) > minimum ? w.slice(0, stemLength) + replacement : w;
  }
  return w;
}

/** Step 5. */
function stripFinal(word: string): string {
  let w = word;
  if (w.endsWith("e")) {
    const end = w.length - 1;
    const m = measure(w, end);
    if (m > 1 || (m === 1 && !endsShort(w, end))) w = w.slice(0, end);
  }
  return w.endsWith("ll") && measure(w, w.length) > 1 ? w.slice(0, -1) : w;
}
