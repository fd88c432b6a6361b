import { root } from "./english/roots.ts";
import { readClaim } from "./match/facts.ts";
import type { Ending, Sort } from "./shared/talk.ts";
import { STOP_WORDS } from "./shared/terms.ts";
import { wordSet } from "./shared/words.ts";

/** A memory, as far as it must be known to tell whether somebody's words end it. */
interface Standing {
  readonly text: string;
  readonly slot: string | null;
  readonly category: string;
}

/** The sort of a slot; the last part of `brother/home` counts. */
const BY_SLOT: readonly (readonly [RegExp, readonly Sort[]])[] = [
  [/^(?:employer|job|position|business)/, ["work", "doing"]],
  [/^(?:home|dwelling)/, ["place"]],
  [/^partner/, ["bond"]],
  [/^pet/, ["life", "thing"]],
  [/^has:/, ["thing", "life"]],
  [/^uses:/, ["thing", "doing"]],
  [/^(?:takes|diet)/, ["doing", "health"]],
  [/^(?:study|learns)/, ["doing", "work"]],
  [/^(?:habit|hobby|plays|skill|celebrates|wears)/, ["doing"]],
  [/^plan/, ["plan"]],
  [/^(?:health|allergy|expecting)/, ["health"]],
];
const TASTE = /^(?:likes|favou?rite|fear|prefers)/;
/** Names and birthdays end only when a new value is stated. */
const LASTING = /^(?:name|called|surname|nickname|birthday|birth_year|origin|age|height|zodiac|sign|earned)/;

const PARTNER =
  /\b(?:boyfriend|girlfriend|fianc[eé]e?|husband|wife|spouse|partner|married|engaged|dating|relationship)\b|男朋友|女朋友|男友|女友|老公|老婆|妻子|丈夫|未婚[妻夫]|对象|结婚|已婚|恋爱|谈(?:了|着)|在一起/iu;
const FRIEND = /\b(?:best |close |old )?friends?\b|朋友|闺蜜|死党|兄弟/iu;
const PET =
  /\b(?:dog|cat|puppy|kitten|rabbit|hamster|parrot|bird|fish|horse|turtle|guinea pig|ferret|pet)s?\b|[狗猫兔鸟鱼]|仓鼠|宠物|乌龟|鹦鹉/iu;

/** The same by the words, for what has no slot. */
const BY_WORDS = Object.entries({
  thing:
    /\b(?:has|have|owns?|drives?|rides|bought|got|uses?|using|wears?|keeps?)\b|'s [\w ]+ is\b|有|买|开着?|骑|用|养|家里|的是/iu,
  work: /\bworks?\b|\bworking (?:at|for|as)\b|\bis an? [^.]{1,100} (?:at|for)\b|\bruns\b|\bemployed\b|\bboss\b|上班|工作|就职|任职|经理|打工/iu,
  place:
    /\bliv(?:es?|ing)\b|\bresides\b|\bbased in\b|\bmoved to\b|\bhome\b|\b(?:apartment|flat|house)\b|住|定居|搬到/iu,
  bond: PARTNER,
  life: PET,
  plan: /\b(?:will|going to|plans?|planning|appointment|meeting|flight|flying|trip|interview|wedding|party|due|deadline|booked|scheduled)\b|\bon \d{1,2} \p{L}+ 20\d\d|打算|准备|要去|计划|面试|会议|开会|机票|约了|订了|婚礼/iu,
  health:
    /allerg|\b(?:pain|injur\w+|broken|sore|bad|sick|flu|cold|sprained|hurts?|insomnia|migraines?|asthma|pregnant|braces|cast|crutches)\b|过敏|疼|痛|病|伤|骨折|感冒|炎|失眠|怀孕/iu,
} satisfies Partial<Record<Sort, RegExp>>) as [Sort, RegExp][];
const LIKES =
  /\b(?:likes?|loves?|enjoys?|adores?|hates?|dislikes?|prefers?|favou?rite|fan of|is into)\b|喜欢|讨厌|最爱|爱[吃喝看听玩]/iu;

/** The patterns a memory's text is checked for: compiled one by one in advance. */
export const SORT_EXPRESSIONS: readonly RegExp[] = [
  ...[PARTNER, FRIEND, PET, LIKES],
  ...BY_WORDS.map(([, pattern]) => pattern),
];

/** The sort of fact that has ended, where only the sort is said: "we broke up", 我辞职了. */
const BY_SORT: Partial<Readonly<Record<Sort, (memory: Standing) => boolean>>> = {
  bond: ({ text, slot }) =>
    (slot === "partner" || PARTNER.test(text)) && !/\bex\b|前[男女任妻夫]/iu.test(text),
  work: ({ text, slot }) =>
    /^employer/.test(slot ?? "") ||
    /\bworks? (?:at|for)\b| at \p{Lu}|在.{1,50}(?:上班|工作|实习)/u.test(text),
};

/** The sorts of thing that a memory tells of; a taste is none of them. */
function sortsOf({ text, slot, category }: Standing): ReadonlySet<Sort> {
  const last = slot?.split("/").at(-1) ?? "";
  const sorts = new Set<Sort>(BY_SLOT.find(([pattern]) => pattern.test(last))?.[1]);
  if (PARTNER.test(text) || FRIEND.test(text)) sorts.add("bond");
  if (PET.test(text)) sorts.add("life");
  if (category === "todo" || category === "goals") sorts.add("plan");
  if (TASTE.test(last) || (last === "" && LIKES.test(text))) return sorts;
  for (const [sort, pattern] of BY_WORDS) if (pattern.test(text)) sorts.add(sort);
  if (LASTING.test(last)) return sorts;
  const still = sorts.has("place") || sorts.has("health");
  if (!still || sorts.has("work")) sorts.add("doing");
  return sorts;
}

/** More than this many at once is not what somebody meant. */
const MOST = 3;

/**
 * Words for the kind of thing that it is rather than for which one: they need not be in the memory when another word of
 * the name is. "The Lisbon trip" is the flight to Lisbon.
 */
const KINDS = new Set(
  Array.from(
    wordSet(`membership member subscription account class classes course lesson lessons school studies degree trip flight holiday vacation
  journey visit job position role contract habit thing stuff plan plans idea project lifestyle diet routine training app game
  place card ticket tickets old new whole entire own little beloved trusty first favourite favorite daily weekly regular local
  go going do doing play playing take taking eat eating drink drinking use using have having be being work working learn
  learning study studying practice practising practicing attend attending wear wearing watch watching read reading ride riding
  drive driving see seeing live living get getting make making visit visiting volunteer volunteering run running meet
  appointment deadline session thingy situation stint career`),
    root,
  ),
);
const CHINESE_KINDS =
  /会员卡?|卡|班|课程?|账号|的?(?:时间|截止(?:日期|时间)?|日期)|那(?:个|份|边)?|这(?:个|份)?|工作|活动|计划|兼职|习惯|行程|票|旅行|之旅|的事|事儿?|老|旧|新|每天|每周|学习|(?<=.)(?:弹|学|练|打|去|喝|吃|抽|做|玩|看|用|开|养|上|跑|骑|住|当)$|^(?:弹|学|练|打|去|喝|吃|抽|做|玩|看|用|开|养|上|跑|骑|住|当|给|把)(?=.)|的$/gu;

/** 狗狗 and 猫咪 are 狗 and 猫. */
const PET_NAME = /([狗猫兔鸟])(?:\1|咪|子|崽)/gu;
const HAN_RUN = /\p{sc=Han}+/gu;
const WORD = /(?!\p{sc=Han})[\p{L}\p{N}](?:(?!\p{sc=Han})[\p{L}\p{N}'’-])*/gu;

/** The memories that somebody's words say are over: those that hold all that was named. None when it is not plain. */
export function endedBy<T extends Standing>(ending: Ending, known: readonly T[]): T[] {
  const { named, before, sorts } = ending;
  if (named === "" && before.length === 0)
    return few(known.filter((one) => BY_SORT[sorts[0]!]?.(one) === true));
  const fitting = known.filter((one) => !isPast(one) && fits(ending, one));
  const found = fitting.filter((one) => named !== "" && isNamed(named, one));
  if (named !== "") return isVague(named) && found.length > 1 ? [] : few(found);
  for (const words of before) {
    const best = mostShared(words, fitting);
    if (best.length > 0) return best.length === 1 ? best : [];
  }
  return [];
}

/** Past events do not end. */
function isPast({ category, slot }: Standing): boolean {
  return category === "event" || /^(?:experience|earned|education)/.test(slot ?? "");
}

/** A verb, or a word for a kind of thing: it tells only where there is one of them. */
function isVague(named: string): boolean {
  const { telling, han } = wordsOf(named);
  return telling.length === 0 && han.every((run) => run.length === 1);
}

function few<T>(found: readonly T[]): T[] {
  return found.length > MOST ? [] : [...found];
}

function fits({ sorts }: Ending, memory: Standing): boolean {
  if (sorts.includes("any")) return true;
  const own = sortsOf(memory);
  return sorts.some((sort) => own.has(sort));
}

interface Words {
  /** Roots of the words that tell which one it is, and of those that only tell its kind. */
  readonly telling: readonly string[];
  readonly kinds: readonly string[];
  readonly han: readonly string[];
}

function wordsOf(text: string): Words {
  const plain = text.normalize("NFKC").replaceAll("’", "'");
  const latin = (plain.match(WORD) ?? [])
    .map((word) => word.toLowerCase().replace(/'s$/, ""))
    .filter((word) => word.length > 1 && !STOP_WORDS.has(word))
    .map(root);
  const runs = plain.match(HAN_RUN) ?? [];
  const bare = runs
    .map((run) => run.replace(PET_NAME, "$1").replace(CHINESE_KINDS, ""))
    .filter((run) => run !== "");
  return {
    telling: latin.filter((word) => !KINDS.has(word)),
    kinds: latin.filter((word) => KINDS.has(word)),
    han: bare.length > 0 || latin.length > 0 ? bare : runs,
  };
}

function isNamed(named: string, memory: Standing): boolean {
  const { telling, kinds, han } = wordsOf(named);
  const holds = holding(memory);
  // "Lost 6 hours" names none of them.
  if (han.length === 0 && telling.every((word) => AMOUNT.test(word)) && telling.length > 0) return false;
  if (telling.length + han.length === 0) return kinds.length > 0 && kinds.every(holds.word);
  return telling.every(holds.word) && han.every(holds.run);
}

const AMOUNT =
  /^(?:\d.*|hours?|minut\w*|dai|days?|weeks?|months?|years?|dollars?|euros?|pounds?|bucks?|kg|kilos?|miles?|km|percent|points?|cents?|two|three|four|five|six|ten|hundr\w*|thousands?)$/;
/** Two words of one family: teach, teacher; climb, climbing; member, membership. */
const FAMILY = 5;

/** Words that a memory may use instead of another. */
const ALSO: Readonly<Record<string, RegExp>> = {
  [root("deadline")]: /\b(?:due|hand in|submit|turn in)\b/i,
  [root("flight")]: /\bfl(?:y|ies|ying)\b/i,
  [root("job")]: /\bworks?\b/i,
  [root("alcohol")]:
    /\b(?:wine|beers?|whisk(?:e?y)|vodka|gin|cocktails?|drinks(?! (?:tea|coffee|water|milk|juice)))\b/i,
  [root("smoking")]: /\bsmok/i,
  [root("meat")]: /\b(?:steak|chicken|beef|pork|burgers?)\b/i,
};

function holding({ text, slot }: Standing): {
  word: (word: string) => boolean;
  run: (run: string) => boolean;
} {
  const all = `${text} ${(slot ?? "").replaceAll(/[:/_]/g, " ")}`.normalize("NFKC");
  const roots = (all.match(WORD) ?? []).map((word) => root(word.toLowerCase().replace(/'s$/, "")));
  // Reading a claim costs more than all the rest, and few words stand for a concept.
  let concepts: ReadonlySet<string> | undefined;
  const means = (word: string): boolean => {
    const wordConcepts = conceptsOf(word);
    if (wordConcepts.length === 0) return false;
    concepts ??= new Set(conceptsOf(text));
    return wordConcepts.some((concept) => concepts!.has(concept));
  };
  return {
    word: (word) =>
      roots.some(
        (one) =>
          one === word ||
          (word.length >= FAMILY && one.startsWith(word)) ||
          (one.length >= FAMILY && word.startsWith(one)),
      ) ||
      ALSO[word]?.test(text) === true ||
      means(word),
    run: (run) => all.includes(run) || shareOfRun(run, all) >= 0.75,
  };
}

/** The concepts of words, independent of their form: ~phone, ~apartment. */
function conceptsOf(text: string): string[] {
  return readClaim(text).facts.flatMap(({ concept }) => (concept.startsWith("~") ? [concept] : []));
}

/** How much of a run of characters stands in a text, two or more together. */
function shareOfRun(run: string, text: string): number {
  const characters = Array.from(run);
  const positions = new Set<number>();
  for (let i = 1; i < characters.length; i += 1) {
    if (text.includes(characters[i - 1]! + characters[i]!)) positions.add(i - 1).add(i);
  }
  return positions.size / characters.length;
}

/** The memory that has most of the words of what was said before; several when it is not plain which. */
function mostShared<T extends Standing>(words: string, known: readonly T[]): T[] {
  const { telling, han } = wordsOf(words);
  const pairs = han.flatMap((run) =>
    Array.from(run)
      .slice(1)
      .map((second, i) => Array.from(run)[i]! + second),
  );
  let best: T[] = [];
  let most = 0;
  for (const one of known) {
    const holds = holding(one);
    const shared = telling.filter(holds.word).length + pairs.filter((pair) => one.text.includes(pair)).length;
    if (shared === 0 || shared < most) continue;
    best = shared > most ? [one] : [...best, one];
    most = shared;
  }
  return best;
}
