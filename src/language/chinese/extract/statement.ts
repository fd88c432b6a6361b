import type { TimeRange } from "../../../domain/relevance/calendar.ts";
import {
  ahead,
  behind,
  type Finding,
  firstClaims,
  type Lead,
  made,
  ruled,
  spanOf,
} from "../../shared/claim.ts";
import type { Dated } from "../../shared/dates.ts";
import type { Lean } from "../../shared/moments.ts";
import { speakOf, type Talk } from "../../shared/talk.ts";
import { withDates } from "../dates.ts";
import { HOME_RULES, WORK_RULES } from "./about-living.ts";
import { ATTRIBUTE_RULES, FAMILY_RULES, POSSESSION_RULES, SELF_RULES } from "./about-self.ts";
import { HABIT_RULE, SKILL_RULES, TASTE_RULES } from "./about-taste.ts";
import { happenedClaim, plannedClaim } from "./about-time.ts";
import { type Claim, type Rule, sentence, thirdPerson } from "./claim.ts";
import { PET_ONLY } from "./lexicon.ts";
import type { Who } from "./person.ts";

const RULES: readonly Rule[] = [
  ...SELF_RULES,
  ...TASTE_RULES,
  ...HOME_RULES,
  ...FAMILY_RULES,
  ...WORK_RULES,
  ...POSSESSION_RULES,
  ...SKILL_RULES,
  ...ATTRIBUTE_RULES,
];

/** Facts that have ended: 不再…, 已经不…了. */
const ENDED = /^(?:现在|已经|早就|早|都|目前){0,4}(?:不再|再也不|不|没有?再?|已不)(.+?)了$/u;
const FORMER =
  /^(?:以前|曾经?|之前|过去|原来|从前|早年|原先|小时候|上学时|年轻时)(?:是|一直|都|也|经常|总|很|特别){0,4}(.+)$/u;
const ADVERBS =
  /^(?:今年|现在|目前|如今|一直|其实|都|也|还|就(?!读|是)|已经|刚刚|刚(?!才)|最近|真的|又|才|只|主要|基本|终于|正在(?!学)|确实|的确|后来|反正|可能|大概|应该|本来|平时(?!都)|从小就?|打小就?|白天|工作日|平日|业余时间?|夜里|呢|啊|，|,|\s|自己(?=在|是|住)){1,4}/u;
/** 跟老公在苏州买了房, 一家三口住在合肥: with whom is not what. */
const COMPANY =
  /^(?:一家[三四五六\d]口(?:人)?|全家人?|(?:和|跟|与)(?!.{0,8}(?:分|离|结|在一起|一起住))[\p{L}]{1,8}?(?:一起|都)?)(?=在|住|搬|定居|去|来|回)/u;
const AFTER_DATE = /^(?:之前|以前|之内|以内|前|内|左右|那天|的时候|开始|起|，|,)/u;
const TAIL =
  /(了|的)?(?:呢|啊|呀|哦|噢|啦|嘛|哟|喔|咯|诶|耶|的说|~|～|！|!|。|\.|…|\s|(?<!哈)哈+(?!哈)|呵呵|(?<!h)hh+(?!h)|lol|而已|罢了|吧){1,4}$/u;

/** Topics whose dates come again every year or week, so that no year is added. */
const RECURS = new Set(["birthday", "habit", "taste", "contact", "hobby"]);
const OPENING = /^(?:其实|真的|就是(?=在|个|一)|反正|确实|呢|啊|，|,|\s){1,4}/u;
const OWNED =
  /^(?:公司|单位|手机|电脑|车牌|房租|月薪|工资|母语|预算|血型|学历|专业|工作地|邮箱|微信|电话)(?!用|换)/u;

/** The findings in what was said about somebody, `said` being what follows the subject. */
export function findingsOf(said: string, who: Who, lead: Lead, talk: Talk): Finding[] {
  const rest = said.replace(TAIL, (_, kept: string | undefined) => kept ?? "").replace(/啦$/u, "了");
  if (rest === "" || rest.length > 80) return [];
  const dated = withDates(rest, talk.speaker.at, leanOf(rest));
  const hedged = lead.hedged || /^(?:可能|好像|似乎|也许|大概|貌似|应该)(?=对|有|是|患|得)/u.test(rest);
  const findingOf = (claim: Claim): Finding => {
    if (claim.introduces !== undefined) speakOf(talk, claim.introduces, null);
    if (claim.value !== undefined && who.relation !== null && /name$|partner$/u.test(claim.slot ?? ""))
      speakOf(talk, who.relation, claim.value);
    const recurs = RECURS.has(claim.topic) && !/今天|明天|昨天|[前后]天|[上下这]周/u.test(rest);
    const words = (claim.say ?? (recurs ? rest : dated.text)).replace(OPENING, "");
    const ownWords = (OWNED.test(words) ? "的" : "") + thirdPerson(words, who, talk.speaker.name ?? "用户");
    return {
      ...made(claim, who.key, { ...lead, hedged }),
      ...spanOf(claim.topic, dated.ranges, talk.speaker.at),
      text: sentence(who.text, ownWords),
    };
  };
  return claimsOf(rest, dated, who, talk.speaker.at)
    .filter((claim) => !isPetsJob(claim, who))
    .map(findingOf)
    .filter(({ text }) => lead.explicit || isClean(text, who.text));
}

/** 我家狗是总裁: it has no job. */
function isPetsJob({ topic }: Claim, { relation }: Who): boolean {
  return topic === "work" && relation !== null && PET_ONLY.test(relation);
}

function leanOf(rest: string): Lean {
  const done =
    /了|过(?![期敏来去年生])|刚|昨|去年|上(?:周|个|星期|月)|前天|以前|之前(?=[^，]{0,80}[过了])/u.test(rest);
  const soon = rest.includes("就") && rest.endsWith("了");
  return done && !soon && !/要|打算|准备|明|下(?:周|个)|定了|约了|订了|改[到去在坐]|推迟|提前/u.test(rest)
    ? "past"
    : "future";
}

function claimsOf(rest: string, dated: Dated, who: Who, at: number): readonly Claim[] {
  const plain = plainOf(rest, dated);
  const over = overClaims(plain, who);
  if (over !== undefined) return over;
  const next = ahead(dated.ranges, at);
  const bare = dated.bare.replace(AFTER_DATE, "").replace(COMPANY, "");
  const planned = next === undefined ? undefined : ruled("zh/plan", plannedClaim(bare, next, at));
  // 下个月满六岁: not yet.
  const own = ownClaims(plain, who).filter(({ topic }) => topic !== "age" || !isLater(next, at));
  if (own.length > 0 && (planned === undefined || isState(own[0]!, isLater(next, at)))) return own;
  if (planned !== undefined) return [planned];
  const before = behind(dated.ranges, at);
  const happened = before === undefined ? undefined : ruled("zh/happened", happenedClaim(bare, before, at));
  return happened === undefined ? firstClaims([HABIT_RULE], rest, who) : [happened];
}

function isLater(next: TimeRange | undefined, at: number): boolean {
  return next !== undefined && next.from > at;
}

/** Rules are written without 了 or with it, as the words mostly come; the other way is tried as well. */
function ownClaims(plain: string, who: Who): readonly Claim[] {
  const forms = plain.endsWith("了") ? [plain, plain.slice(0, -1)] : [plain, `${plain}了`];
  for (const form of forms) {
    const claims = firstClaims(RULES, form, who);
    if (claims.length > 0) return claims;
  }
  return [];
}

function overClaims(plain: string, who: Who): readonly Claim[] | undefined {
  const ended = ENDED.exec(plain)?.[1];
  if (ended !== undefined) {
    const doing = firstClaims(SKILL_RULES, `在${ended}`, who);
    if (/^学/u.test(ended) && doing.length > 0) return doing.map(denied);
    const claims = firstClaims(RULES, ended, who).filter(({ affirmed }) => affirmed !== false);
    if (claims.length > 0)
      return claims.map(({ value, ...claim }) => ({
        ...denied(claim),
        ...(claims.length > 1 ? { say: `不再${value ?? ended}` } : {}),
      }));
  }
  const former = FORMER.exec(plain)?.[1];
  if (former === undefined || /过/u.test(former)) return undefined;
  return firstClaims(RULES, former.replace(ADVERBS, ""), who).map(denied);
}

function denied({ say: _, ...claim }: Claim): Claim {
  return { ...claim, affirmed: false };
}

/** Whether a claim is one in spite of a date ahead of it: 对花生过敏 is, 在深圳出差 is a plan. */
function isState({ topic }: Claim, later: boolean): boolean {
  return !later || /^(?:taste|allergy|name|birthday|contact|health)$/.test(topic);
}

/** The text without dates and without adverbs before the verb. */
function plainOf(rest: string, { bare, ranges }: Dated): string {
  const first =
    ranges.length > 0 && !/生日|出生|\d年的|年生|毕业|纪念日/u.test(rest)
      ? bare.replace(AFTER_DATE, "")
      : rest;
  return first.replace(ADVERBS, "").replace(COMPANY, "").trim();
}

/** Longer sentences hold more than one thought. */
const LONGEST = 32;
const DATE = /\d{4}年(?:\d{1,2}月)?(?:\d{1,2}日)?/gu;
/** Somebody or something that the sentence does not name. */
const POINTS = /[他她它]|(?:这|那)(?:个(?!周末)|样|些|种|次|条|事)|到时候|听着/u;
/** Two clauses without a mark between them; an unknown day. */
const GLUED =
  /[\p{sc=Han}\d][ 　]+[\p{sc=Han}\d]|了[^了]{1,12}了|把人|(?:最后|第[一二三四五\d])一?个?\d{4}年|不对|还有就/u;

/** Whether a sentence says one thing plainly; what cannot be said plainly is better left to the user's own words. */
function isClean(sentence: string, subject: string): boolean {
  const words = sentence.startsWith(subject) ? sentence.slice(subject.length) : sentence;
  if (words.length > LONGEST || (words.match(DATE) ?? []).length > 1) return false;
  return !POINTS.test(words) && !GLUED.test(words);
}
