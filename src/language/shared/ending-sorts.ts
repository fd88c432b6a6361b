import type { Sort } from "./ending.ts";

/** A memory, as far as it must be known to tell whether somebody's words end it. */
export interface Standing {
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
  [/^(?:study|learns)/, ["doing", "done", "work"]],
  [/^(?:habit|hobby|plays|skill|celebrates|wears)/, ["doing"]],
  [/^plan/, ["plan", "done"]],
  [/^(?:health|allergy|expecting)/, ["health"]],
];
const TASTE = /^(?:likes|favou?rite|fear|prefers)/;
/** Names and birthdays end only when a new value is stated. */
const LASTING = /^(?:name|called|surname|nickname|birthday|birth_year|origin|age|height|zodiac|sign|earned)/;

const PARTNER =
  /\b(?:boyfriend|girlfriend|fianc[eé]e?|husband|wife|spouse|partner|married|engaged|dating|relationship)\b|男朋友|女朋友|男友|女友|老公|老婆|妻子|丈夫|未婚[妻夫]|对象|结婚|已婚|恋爱|谈(?:了|着)|在一起/iu;
const FRIEND = /\b(?:best |close |old )?friends?\b|朋友|闺蜜|死党|兄弟/iu;
const PET_NAME =
  /\b(?:dog|cat|puppy|kitten|rabbit|hamster|parrot|bird|fish|horse|turtle|guinea pig|ferret|pet)s?\b|[狗猫兔鸟鱼]|仓鼠|宠物|乌龟|鹦鹉/iu;

/** The same by the words, for what has no slot. */
const BY_WORDS: readonly (readonly [RegExp, Sort])[] = [
  [
    /\b(?:has|have|owns?|drives?|rides|bought|got|uses?|using|wears?|keeps?)\b|'s [\w ]+ is\b|有|买|开着?|骑|用|养|家里|的是/iu,
    "thing",
  ],
  [
    /\bworks?\b|\bworking (?:at|for|as)\b|\bis an? [^.]{1,100} (?:at|for)\b|\bruns\b|\bemployed\b|\bboss\b|上班|工作|就职|任职|经理|打工/iu,
    "work",
  ],
  [
    /\bliv(?:es?|ing)\b|\bresides\b|\bbased in\b|\bmoved to\b|\bhome\b|\b(?:apartment|flat|house)\b|住|定居|搬到/iu,
    "place",
  ],
  [PARTNER, "bond"],
  [PET_NAME, "life"],
  [
    /\b(?:will|going to|plans?|planning|appointment|meeting|flight|flying|trip|interview|wedding|party|due|deadline|booked|scheduled)\b|\bon \d{1,2} \p{L}+ 20\d\d|打算|准备|要去|计划|面试|会议|开会|机票|约了|订了|婚礼/iu,
    "plan",
  ],
  [
    /\bis (?:reading|writing|building|preparing|training|renovating|studying|learning|taking|working on)\b|\bsaving (?:up )?for\b|\blooking for\b|\b(?:needs?|has|wants?) to\b|\bmust\b|\bgoal\b|在(?:写|看|读|备考|准备|做|学|装修|考)|要(?:交|写|做|办|考)/iu,
    "done",
  ],
  [
    /allerg|\b(?:pain|injur\w+|broken|sore|bad|sick|flu|cold|sprained|hurts?|insomnia|migraines?|asthma|pregnant|braces|cast|crutches)\b|过敏|疼|痛|病|伤|骨折|感冒|炎|失眠|怀孕/iu,
    "health",
  ],
];
const LIKES =
  /\b(?:likes?|loves?|enjoys?|adores?|hates?|dislikes?|prefers?|favou?rite|fan of|is into)\b|喜欢|讨厌|最爱|爱[吃喝看听玩]/iu;

/** The sort of fact that has ended, where only the sort is said: "we broke up", "I graduated", 我辞职了. */
const BY_SORT: Partial<Readonly<Record<Sort, (memory: Standing) => boolean>>> = {
  bond: ({ text, slot }) =>
    (slot === "partner" || PARTNER.test(text)) && !/\bex\b|前[男女任妻夫]/iu.test(text),
  work: ({ text, slot }) =>
    /^employer/.test(slot ?? "") ||
    /\bworks? (?:at|for)\b| at \p{Lu}|在.{1,50}(?:上班|工作|实习)/u.test(text),
  study: ({ text, slot }) =>
    slot === "study" || /\bstudent\b|\bstud(?:ies|ying)\b|在读|学生|[读上](?:大|研|博)/u.test(text),
  birth: ({ text }) => /\bpregnant\b|\bexpecting\b|怀孕|预产期|备孕/u.test(text),
  single: ({ text }) => /\bsingle\b|\bdivorced\b|单身|离异/u.test(text),
  diet: ({ text, slot }) => slot === "diet" || /\bvegan\b|\bvegetarian\b|\bplant-based\b|素/u.test(text),
};

/** Whether a memory is one that such words end. */
export function isOnlyOf(sort: Sort | undefined, memory: Standing): boolean {
  return sort !== undefined && BY_SORT[sort]?.(memory) === true;
}

/** The sorts of thing that a memory tells of; a taste is none of them. */
export function sortsOf({ text, slot, category }: Standing): ReadonlySet<Sort> {
  const last = slot?.split("/").at(-1) ?? "";
  const sorts = new Set<Sort>(BY_SLOT.find(([pattern]) => pattern.test(last))?.[1]);
  if (PARTNER.test(text) || FRIEND.test(text)) sorts.add("bond");
  if (PET_NAME.test(text)) sorts.add("life");
  if (category === "todo" || category === "goals") sorts.add("plan").add("done");
  if (TASTE.test(last) || (last === "" && LIKES.test(text))) return sorts;
  for (const [pattern, sort] of BY_WORDS) if (pattern.test(text)) sorts.add(sort);
  if (LASTING.test(last)) return sorts;
  const still = sorts.has("place") || sorts.has("health");
  if (!still || sorts.has("work")) sorts.add("doing");
  return sorts;
}
