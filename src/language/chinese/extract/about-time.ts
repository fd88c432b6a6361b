import { DAY, type TimeRange } from "../../../domain/relevance/calendar.ts";
import { thing } from "../../shared/claim.ts";
import type { Claim } from "./claim.ts";
import { OCCASION } from "./lexicon.ts";
import { OTHER_FIRST } from "./person.ts";

const DUTY =
  /^(?:之前|前|以前|内|我|，|,|就|还|也|都){0,4}(?:要|得|需要|必须|一定要|务必|该|不得不)(?!是|不要|求|么)/u;
const WILL =
  /^(?:之前|前|以前|内|我|就|还|也|都|早上|上午|中午|下午|晚上|傍晚|凌晨|[\d一二两三四五六七八九十]{1,4}点半?[\p{sc=Han}]{0,2}|\d{1,4}[:：]\d{1,4}|，|,| ){0,4}(?:要|得|需要|必须|打算|准备|计划|会|将要?|约了?|订了?|定了?|预约了?|报(?:名)?了|去|飞|出发|回(?!答|复)|到|参加|考|交|面试|出差|开会|搬|入职|离职|结婚|办|做手术|体检|动身|启程|出国|休假|请假|放假|上线|开学|返校|报到|见|来|陪|带|接|送|过生日|生日|满|就是|有(?:个|一个|场|一场|次|一次|节|门|两)?(?!点|空|时间|事找|人|没|意思))/u;
const TALK =
  /告诉你|跟你(?:说|聊)|和你(?:说|聊)|再(?:说|聊|来|问|试)|问你|找你|发(?:给)?你|给你|看看(?:吧)?$|试试|睡觉|睡了|起床|早睡|见(?:啦|咯|哦|吧)?$|你/u;
const OCCASIONS = new RegExp(OCCASION, "u");

const MUST = /^(?:之前|前|以前|内|我|，|,|就|还|也|都){0,4}(?:得|需要|必须|一定要|务必|不得不)/u;
/** Events for a calendar: a journey, an exam, a duty with an end. Wearing a hat is not one. */
const GOES =
  /满[\d一二两三四五六七八九十]{1,4}(?:周岁|岁)|去|来|飞|马拉松|[半全]马|回(?!答|复)|到[\p{sc=Han}]{2}|出发|出差|参加|考|交|面试|体检|复查|手术|搬|入职|离职|结婚|出国|休假|请假|开学|返校|报到|见|接|送|陪|约|订|定|预约|报名|办|签|续|还|付|面签|值班|上线|演|比赛|讲课|答辩|评审|会$|会议|例会/u;

/** A plan for a named day; `bare` is the text without the date. */
export function plannedClaim(bare: string, range: TimeRange, at: number): Claim | undefined {
  if (
    TALK.test(bare) ||
    /(?<!必须|还)(?:没有?|不(?!得|能|再))/u.test(bare.slice(0, 6)) ||
    bare.length > 50 ||
    bare.length < 2
  )
    return undefined;
  if (/可能|也许|大概会|说不定|想去|想吃|好想|应该会|不一定/u.test(bare)) return undefined;
  const duty = DUTY.test(bare);
  const occasion = OCCASIONS.test(bare);
  if (
    OTHER_FIRST.test(bare) ||
    (!duty && !occasion && !WILL.test(bare)) ||
    (!occasion && !MUST.test(bare) && !GOES.test(bare))
  )
    return undefined;
  if (
    /了$|过$/u.test(bare) &&
    !/约了|订了|定了|预约了|报名了|就.{1,8}了$|要.{1,10}了$/u.test(bare) &&
    !occasion
  )
    return undefined;
  const today = range.to - at <= DAY;
  if (
    today &&
    ((!duty && !occasion) || /^(?:还|又|也|都|要|得){0,4}(?:加班|上班|上课|休息|值班|开会|吃饭)$/u.test(bare))
  )
    return undefined;
  return { topic: duty ? "todo" : "plan", slot: `plan:${planThing(bare)}` };
}

/** 下午两点有个字节的面试 and 字节的面试 are one plan. */
export function planThing(words: string): string {
  return thing(
    words
      .replace(
        /(?:早上|上午|中午|下午|晚上|傍晚|凌晨)?(?:[\d一二两三四五六七八九十]{1,4}点[半钟]?(?:[\d一二三四五六七八九十]{1,4}分?)?|\d{1,4}[:：]\d{1,4})/u,
        "",
      )
      .replace(
        /^(?:之前|前|以前|内|我|就|还|也|都|早上|上午|中午|下午|晚上|要|得|需要|必须|打算|准备|计划|会|将要?|一定|约了?|订了?|定了?|有(?:个|一个|场|一场|次)?|去){1,4}/u,
        "",
      ),
  ).slice(0, 16);
}

const SAID =
  /说|问|聊|告诉|觉得|感觉|想起|以为|发现|看到|听到|梦|忘|睡|失眠|没(?!收)|不(?!得)|吃(?:了)?(?:饭|早饭|午饭|晚饭|什么)|试了|累|困|饿|你|装(?:了|上)|报错|跑(?:了|不)(?:代码|程序|测试)|代码|bug/u;
const DONE =
  /(?:了|过)(?![\p{sc=Han}]{0,50}(?:吗|没))|^(?:去|参加|看|见|跑|爬|玩|从|在.{1,8}(?:吃|玩|看|参加))/u;

/** An event on a named day in the past. */
export function happenedClaim(bare: string, range: TimeRange, at: number): Claim | undefined {
  if (SAID.test(bare) || !DONE.test(bare) || bare.length > 50 || bare.length < 3) return undefined;
  if (
    at - range.from < DAY &&
    range.to - range.from <= DAY &&
    !OCCASIONS.test(bare) &&
    !/买|提了|搬|考|拿到|生了|领|入职|辞|开业|中了/u.test(bare)
  )
    return undefined;
  if (/(?:要|打算|准备|计划|想|会)(?!了|议|计)/u.test(bare.slice(0, 4))) return undefined;
  // 走了一个: one what?
  if (/了[一二两三四五六七八九十几\d]{1,3}[个只条件本张台位]$/u.test(bare)) return undefined;
  return { topic: "event", slot: null };
}
