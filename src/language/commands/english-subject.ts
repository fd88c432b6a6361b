/** A claim that begins so is about nobody in particular, or about the bot. */
const NOBODY =
  /^(?:the|an?|our|we|us|this|that|these|those|there|there's|it|it's|you|you're|your|everyone|everybody|nobody|somebody|someone|anyone|people|all|every|each|some|no|not|never|always|if|when|to|on|in|at|for|from|today|tonight|tomorrow|monday|tuesday|wednesday|thursday|friday|saturday|sunday|\d+)(?=[\s',.]|$)/i;

const wordList = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** What people do, and things do not. */
const PERSONAL = wordList(`
  likes loves hates lives wants prefers speaks thinks enjoys knows believes hopes wishes feels fears misses dislikes adores
  eats drinks drives owns studies learns teaches plays sings dances cooks reads writes codes climbs swims runs skis travels
  married moved said told promised owes lied cheats snores smokes grew born graduated quit collects speaks dreams sleeps
  wakes forgot remembers borrowed lent pays works goes went comes came got`);
/** What both do. */
const NEUTRAL = wordList(`
  is isn't was wasn't has hasn't had hadn't will won't can can't cannot could couldn't does doesn't did didn't should
  shouldn't must may might would wouldn't never always also really just used needs uses makes became turned turns gets
  still usually often only`);
/** What things do. Somebody whose name has a capital may, too. */
const OF_THINGS = wordList(`
  starts begins ends takes costs opens closes happens means tastes lasts expires arrives leaves stands contains includes
  belongs lies`);
const PLURAL = wordList("are aren't were weren't have haven't");

/** Things that a group speaks of; the last word of a subject says what it is. */
const THINGS = wordList(`
  server servers meeting game event rule rules password passcode code channel bot wifi internet party night evening morning
  deadline dinner lunch breakfast project team website site link stream raid guild group chat class exam test show movie
  film song concert trip office room door house car train bus flight hotel restaurant address number budget price rent
  build release version repo branch database api app update tournament match practice session call standup plan topic book
  club pizza food coffee tea beer weather time date day week month year school library gym bank key ticket order package
  printer store shop page doc document file folder form poll vote quiz prize theme logo kitchen fridge dog cat name color
  colour team's router port url account admin january february march april june july august september october november
  december christmas easter halloween`);
const THING_ENDING = /(?:tion|sion|ment|ness|ity|ship|ing|ware|time|room|book)$/;
const MOST_WORDS = 4;

/**
 * The unknown name that a claim begins with; `undefined`: it is about no person. Lower-case words before "is" are a thing
 * where they are several or known to be one.
 */
export function subjectInEnglish(claim: string): string | undefined {
  if (NOBODY.test(claim)) return undefined;
  const words = claim.split(/\s+/u, MOST_WORDS + 2);
  for (let i = 0; i < Math.min(words.length, MOST_WORDS + 1); i += 1) {
    const word = words[i]!;
    const owner = i < MOST_WORDS && /^(.{1,40})'s$/u.exec(word);
    if (owner) return nameOrThing([...words.slice(0, i), owner[1]!], "neutral", claim);
    const verb = i === 0 ? null : verbOf(word.toLowerCase().replace(/[.,!?;:]$/u, ""), words.slice(0, i));
    if (verb === "plural")
      return / (?:and|&) /.test(claim) ? nameOrThing(words.slice(0, i), "neutral", claim) : undefined;
    if (verb !== null) return nameOrThing(words.slice(0, i), verb, claim);
  }
  return undefined;
}

type Verb = "personal" | "neutral" | "of_things" | "plural";

function verbOf(word: string, before: readonly string[]): Verb | null {
  if (PERSONAL.has(word)) return "personal";
  if (NEUTRAL.has(word)) return "neutral";
  if (OF_THINGS.has(word)) return "of_things";
  if (PLURAL.has(word)) return "plural";
  // Behind a name, a word with such an ending is a verb; behind other words it may be a noun: "movie nights".
  const ends = /^[a-z]{2,20}(?:[^su]s|ed)$/.test(word);
  return ends && (before.length === 1 || before.every(isCapital)) ? "neutral" : null;
}

const isCapital = (word: string): boolean => /^\p{Lu}/u.test(word);

function nameOrThing(words: readonly string[], verb: Verb, claim: string): string | undefined {
  if (words.length > MOST_WORDS || words.some((word) => /[.,!?;:()"]/u.test(word.slice(0, -1))))
    return undefined;
  const head = words.at(-1)!.toLowerCase();
  const capital = words.every(isCapital) || words.some((word) => /^(?:and|&)$/.test(word));
  const isThing = THINGS.has(head) || (!capital && THING_ENDING.test(head));
  if (verb !== "personal" && (isThing || (!capital && (words.length > 1 || verb === "of_things"))))
    return undefined;
  // The claim itself has the spaces as they were typed.
  return claim.slice(
    0,
    claim.indexOf(words.at(-1)!, words.slice(0, -1).join(" ").length) + words.at(-1)!.length,
  );
}
