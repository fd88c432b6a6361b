import { wordSet } from "../shared/words.ts";
import type { Alignment } from "./align.ts";
import type { ParsedClaim, ParsedFact } from "./grammar.ts";

/** Of these a person or thing has one at a time, so another value is news about the same thing. */
const SINGLE = new Set([
  ...wordSet(`~live ~住 ~work ~工作 ~job ~职业 ~name ~叫 age ~birthday ~生日 ~出生 born ~married ~结婚 favorit ~最喜欢 address 地址 email
  number ~电话号码 ~phone nicknam 昵称 surnam wife ~妻子 ~丈夫 ~husband spous partner ~boyfriend ~girlfriend ~男朋友 ~女朋友
  ~boss ~老板 landlord hometown ~来自 height weight weigh size deadlin budget salari timezon major ~country`),
  "~get up",
  "~go to bed",
  "~起床",
  "~睡觉",
]);
/** Their value is one of a kind that the next word names: a favourite colour, a favourite food. */
const OF_A_KIND = new Set(["favorit", "~最喜欢"]);
const NAMING = new Set(["~name", "~叫"]);
/** Of these there are often several, so another name is another one. */
const SEVERAL =
  wordSet(`brother sister ~friend cousin ~coworker son daughter ~child aunt uncl neighbor nephew niec classmat roommat student
  ~姐姐 ~妹妹 ~哥哥 ~弟弟 ~朋友 ~同事 ~儿子 ~女儿 ~孩子 同 邻`);
/** When or in what one works or lives says nothing about where. */
const NOT_A_PLACE =
  /^(?:night|nights|home|weekend|weekends|morning|mornings|evening|evenings|afternoon|office|day|days|shift|shifts|peace|apartment|house|flat|公寓|宿舍|别墅|家|楼)/;
/** A scheduled event happens once: moving it is an update. */
export const SET_FOR =
  /^(?:meeting|appointment|deadline|flight|exam|interview|wedding|party|birthday|checkup|concert|train|trip|call|会议|飞机|航班|考试|面试|婚礼|聚会|生日|预约|约会|旅行|旅游|出差)$/;

/** Whether a word names what there is one of at a time. */
export function isSingle({ concept }: ParsedFact): boolean {
  return SINGLE.has(concept);
}

/** Whether two claims answer one question that has one answer: where she lives, what he is called. */
export function sameQuestion(a: ParsedClaim, b: ParsedClaim, { pairs, onlyA, onlyB }: Alignment): boolean {
  const shared = new Set(pairs.map(([x]) => x.concept));
  return pairs.some(([x, y]) => {
    if (!isSingle(x)) return false;
    if (NAMING.has(x.concept) && a.subject.some((concept) => SEVERAL.has(concept))) return false;
    if (OF_A_KIND.has(x.concept)) return shared.has(after(a, x)) && shared.has(after(b, y));
    return ![...onlyA, ...onlyB].some(({ surface }) => NOT_A_PLACE.test(surface));
  });
}

function after({ facts }: ParsedClaim, { at }: ParsedFact): string {
  return facts.find((fact) => fact.at > at)?.concept ?? "";
}

/** A number that only tells one thing from the next: "task 2", "Flight LH123", "the second claim", 第二条. */
const LABEL =
  /(?<![\p{L}\p{N}_])(?!(?:is|are|am|was|were|be|been|at|of|to|in|on|for|about|around|only|just|over|under|than|costs?|weighs?|owes?|earns?|pays?|has|have|had|turns?|turned|aged?|every|until|by|and|or|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b)[\p{L}]+[ -]?#?\d+(?=$|\s+\d|[\s]*[:,.;)（，。：]|\s+(?:of|about|for|in|at|on|to|is|was|from)\b)|#\d+|\b[A-Z]{2,}-?\d+\b|(?<![\p{L}\p{N}_])\p{L}+\d+(?:[-–/]\d+)+/iu;
const PLACE =
  /\b(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)\s+\p{L}|第[一二三四五六七八九十\d]+[个条件项次章步]/iu;

/** The patterns every claim is checked for: compiled one by one in advance. */
export const LABEL_EXPRESSIONS: readonly RegExp[] = [LABEL, PLACE];

/** Whether a claim names one of several by its number: another number is then another thing, not news about this one. */
export function isLabelled(text: string): boolean {
  return LABEL.test(text) || PLACE.test(text);
}
