/** Of whom a claim is told: their name, or the user. */
type Name = string | null;

/** Forms that are not the verb with an s. */
const THIRD: Readonly<Record<string, string>> = {
  am: "is",
  have: "has",
  do: "does",
  go: "goes",
  "don't": "doesn't",
  "haven't": "hasn't",
  "ain't": "isn't",
};
/** Forms that are the same for everybody: modals, and the past. */
const SAME = new Set(
  "can can't cannot could couldn't will won't would wouldn't should shouldn't must may might had hadn't was wasn't did didn't went got made bought met saw grew lost won took gave came left found kept knew thought said told read wrote ate drank drove felt heard held learned paid put ran sold sent slept spent spoke stood taught wore broke began became built caught chose fell flew forgot rode swam sang drew woke threw understood meant hid shot rang sank stole swore tore led fed lent".split(
    " ",
  ),
);
const ADVERBS =
  /^(?:(?:really|just|also|always|never|usually|often|still|only|already|recently|sometimes|absolutely|currently) ){1,3}/i;
const OTHERS = /\b(?:i|i'm|i've|i'd|i'll|me|my|mine|myself|we|us|our|you|your)\b/i;
/** "… and hate coffee": a second verb would have to be changed as well, and only a reader knows which word it is. */
const ANOTHER_VERB =
  / (?:and|but) (?:[a-z]{1,20}ly )?(?:love|like|hate|want|need|have|am|do|don't|can't|prefer|live|work|go|play|eat|drink)\b/i;
/** After "I'd": had, not would. */
const HAD = /^(?:been|had|gone|done|[a-z]{2,20}(?:ed|en))\b/i;
const LONGEST = 200;

/**
 * A claim that somebody makes about themselves, told of them: "I prefer tea" is "Dana prefers tea.", 我是左撇子 is 小明是左撇子。
 * `undefined` where that takes more than the first word: then their words are quoted.
 */
export function retold(words: string, name: Name): string | undefined {
  const text = words.replaceAll("’", "'").replace(/\s+/gu, " ").trim();
  if (text.length > LONGEST || /[?？\n]/u.test(text)) return undefined;
  return /\p{sc=Han}/u.test(text) ? inChinese(text, name) : inEnglish(text, name);
}

function inChinese(text: string, name: Name): string | undefined {
  const rest = /^我(?!们)(.+)$/u.exec(text)?.[1];
  if (rest === undefined || /[我咱俺你您]/u.test(rest)) return undefined;
  return ended(`${name ?? "用户"}${rest}`, "。");
}

function inEnglish(text: string, name: Name): string | undefined {
  const subject = name ?? "The user";
  const own = /^my (.+)$/i.exec(text)?.[1];
  if (own !== undefined) return OTHERS.test(own) ? undefined : ended(`${subject}'s ${own}`, ".");
  const said = /^i('m|'ve|'ll|'d| )(.+)$/i.exec(text);
  if (said === null || OTHERS.test(said[2]!) || ANOTHER_VERB.test(said[2]!)) return undefined;
  const rest = said[2]!.trim();
  if (said[1]!.toLowerCase() === "'d" && HAD.test(rest)) return ended(`${subject} had ${rest}`, ".");
  if (said[1] !== " ") return ended(`${subject} ${CLITICS[said[1]!.toLowerCase()]} ${rest}`, ".");
  const adverbs = ADVERBS.exec(rest)?.[0] ?? "";
  const [verb = "", ...others] = rest.slice(adverbs.length).split(" ");
  const third = thirdPerson(verb.toLowerCase());
  return third === undefined ? undefined : ended([`${subject} ${adverbs}${third}`, ...others].join(" "), ".");
}

const CLITICS: Readonly<Record<string, string>> = { "'m": "is", "'ve": "has", "'ll": "will", "'d": "would" };

function thirdPerson(verb: string): string | undefined {
  if (!/^[a-z]{2,20}(?:'t)?$/.test(verb)) return undefined;
  if (THIRD[verb] !== undefined) return THIRD[verb];
  // "Need" and "feed" end like a past form and are none.
  if (SAME.has(verb) || /[^e]ed$/.test(verb)) return verb;
  if (verb.includes("'")) return undefined;
  if (/(?:s|x|z|ch|sh|o)$/.test(verb)) return `${verb}es`;
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
}

function ended(text: string, mark: string): string {
  return /[.!。！]$/u.test(text) ? text : `${text}${mark}`;
}
