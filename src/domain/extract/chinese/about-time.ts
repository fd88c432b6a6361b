import { DAY, type TimeRange } from "../../relevance/calendar.ts";
import type { Dated } from "../finding.ts";
import { thing } from "../slot.ts";
import type { Claim } from "./claim.ts";
import { OCCASION } from "./lexicon.ts";

export function ahead(ranges: readonly TimeRange[], at: number): TimeRange | undefined {
  return ranges.find(({ to }) => to > at);
}

export function behind(ranges: readonly TimeRange[], at: number): TimeRange | undefined {
  return ranges.find(({ from }) => from <= at);
}

const DUTY =
  /^(?:之前|前|以前|内|我|，|,|就|还|也|都)*(?:要|得|需要|必须|一定要|务必|该|不得不)(?!是|不要|求|么)/u;
const WILL =
  /^(?:之前|前|以前|内|我|就|还|也|都|早上|上午|中午|下午|晚上|傍晚|凌晨|[\d一二两三四五六七八九十]+点半?[\p{sc=Han}]{0,2}|\d+[:：]\d+|，|,| )*(?:要|得|需要|必须|打算|准备|计划|会|将要?|约了?|订了?|定了?|预约了?|报(?:名)?了|去|飞|出发|回(?!答|复)|到|参加|考|交|面试|出差|开会|搬|入职|离职|结婚|办|做手术|体检|动身|启程|出国|休假|请假|放假|上线|开学|返校|报到|见|来|陪|带|接|送|过生日|生日|满|就是|有(?:个|一个|场|一场|次|一次|节|门|两)?(?!点|空|时间|事找|人|没|意思))/u;
const TALK =
  /告诉你|跟你(?:说|聊)|和你(?:说|聊)|再(?:说|聊|来|问|试)|问你|找你|发(?:给)?你|给你|看看(?:吧)?$|试试|睡觉|睡了|起床|早睡|见(?:啦|咯|哦|吧)?$|你/u;
const OCCASIONS = new RegExp(OCCASION, "u");

/** What will be done on a day that is named; `bare` is what was said without the date. */
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
  if (!duty && !occasion && !WILL.test(bare)) return undefined;
  if (
    /了$|过$/u.test(bare) &&
    !/约了|订了|定了|预约了|报名了|就.{1,8}了$|要.{1,10}了$/u.test(bare) &&
    !occasion
  )
    return undefined;
  const today = range.to - at <= DAY;
  if (
    today &&
    ((!duty && !occasion) || /^(?:还|又|也|都|要|得)*(?:加班|上班|上课|休息|值班|开会|吃饭)$/u.test(bare))
  )
    return undefined;
  return { topic: duty ? "todo" : "plan", slot: `plan:${planThing(bare)}` };
}

/** 下午两点有个字节的面试 and 字节的面试 are one plan. */
export function planThing(words: string): string {
  return thing(
    words
      .replace(
        /(?:早上|上午|中午|下午|晚上|傍晚|凌晨)?(?:[\d一二两三四五六七八九十]+点[半钟]?(?:[\d一二三四五六七八九十]+分?)?|\d+[:：]\d+)/u,
        "",
      )
      .replace(
        /^(?:之前|前|以前|内|我|就|还|也|都|早上|上午|中午|下午|晚上|要|得|需要|必须|打算|准备|计划|会|将要?|一定|约了?|订了?|定了?|有(?:个|一个|场|一场|次)?|去)+/u,
        "",
      ),
  ).slice(0, 16);
}

const SAID =
  /说|问|聊|告诉|觉得|感觉|想起|以为|发现|看到|听到|梦|忘|睡|失眠|没(?!收)|不(?!得)|吃(?:了)?(?:饭|早饭|午饭|晚饭|什么)|试了|累|困|饿|你|装(?:了|上)|报错|跑(?:了|不)(?:代码|程序|测试)|代码|bug/u;
const DONE = /(?:了|过)(?![\p{sc=Han}]*(?:吗|没))|^(?:去|参加|看|见|跑|爬|玩|从|在.{1,8}(?:吃|玩|看|参加))/u;

/** What was done on a day that is named. */
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
  return { topic: "event", slot: null };
}

const MILESTONE =
  /^(?:终于|刚刚?|已经|昨天|今天|上周|上个月|去年|今年|顺利|成功|居然|竟然)*(?:考上(?:了)?|考过(?:了)?|拿到(?:了)?|获得(?:了)?|通过(?:了)?|完成(?:了)?|跑完(?:了)?|生(?:了|下)(?:个|一个|二胎|双胞胎)?|出版(?:了)?|发表(?:了)?|升级当|当上(?:了)?|中(?:了)(?:大奖|签|彩票)|毕业(?:了)?|骨折(?:了)?|摔断(?:了)?|做(?:了)?手术)(.{0,24})$/u;

/** What happened once and is worth telling without a date. */
export function milestoneClaim(core: string): Claim | undefined {
  const match = MILESTONE.exec(core);
  if (match === null || /任务|代码|测试|作业|这|那|你|它$/u.test(match[1]!)) return undefined;
  if (!/毕业|骨折|摔断|手术|生[了下]/u.test(core) && match[1]!.replace(/了$/u, "").length < 2)
    return undefined;
  return { topic: "event", slot: null };
}

/** 将要参加…: a plan, even when no day is named. */
export function comingClaim(core: string): Claim | undefined {
  const what =
    /^(?:将要|即将|马上要|快要|将)(?:去)?(参加|结婚|毕业|入职|搬家|生产|出国|退休|当爸|当妈|升|开学)([\p{L}\d·]{0,24})$/u.exec(
      core,
    );
  return what === null || /你|这|那/u.test(what[2]!)
    ? undefined
    : { topic: "plan", slot: `plan:${planThing(what[1]! + what[2]!)}` };
}

export function experienceClaim(core: string): Claim | undefined {
  const match =
    /^(?:还|从来?|也|都|曾经?|以前|之前|已经|一直)*(没(?:有)?)?(去|到|来|吃|喝|玩|坐|学|练|养|看|见|住|尝试|体验)过([\p{L}\d·]{2,14}?)(?:[一二两三四五六七八九十几好多\d]+(?:次|回|遍|年|个月)?)?(?:了)?$/u.exec(
      core,
    );
  if (match === null || /你|这|那|什么|吗|它|一点|不少|很多/u.test(match[3]!)) return undefined;
  if (/^[看见尝体住]/u.test(match[2]!) && match[1] === undefined && !/^住/u.test(match[2]!)) return undefined;
  return {
    topic: "past",
    slot: `experience:${match[2]!}${thing(match[3]!)}`,
    affirmed: match[1] === undefined,
  };
}

const LIFE =
  /^(?:一直|从小|今年|明年|年底前?|最近|目前|正在|正|在|还|也)*(?:打算|计划|准备|想(?:要)?|梦想(?:着)?|希望(?:能|可以)?|决定|(?:想|打算|准备|在)*(?:攒钱|存钱)|努力|目标是|备战|备考|备孕|在考|正在考|在准备|在攒钱)(?:以后|将来|今年|明年|下半年|年底前?|能|去|要|在)*((?:驾照|考|学|买|换|开|移民|出国|留学|创业|减肥|瘦|戒|跑|写(?:一?本|小说|书)|当|成为|结婚|生|要(?:孩子|二胎)|搬|辞职|转行|跳槽|读|退休|装修|养|攒|存|去.{2,8}(?:留学|定居|生活|读书|工作|发展)|马拉松|考研|考公|雅思|托福|公务员)[\p{L}\d]{0,16})$/u;

/** What somebody means to do with their life. */
export function goalClaim(core: string): Claim | undefined {
  const match = LIFE.exec(core);
  if (match === null || /你|这个?$|那|一下|问|吗|什么|怎么|吃|喝|(?:一?[杯份碗顿])/u.test(match[1]!))
    return undefined;
  if (
    /^(?:[^打计准决备攒存努目]*)想/u.test(core) &&
    !/一直|从小|今年|明年|将来|以后|考研|考公|移民|出国|留学|转行|成为|当/u.test(core)
  )
    return undefined;
  return { topic: "goal", slot: `goal:${thing(match[1]!).slice(0, 12)}` };
}

const ABOUT =
  /^(?:这个|那个|我们的?|我们组的?|我们\p{L}{0,6}?的?|我的?|咱们的?|公司的?|本次|这次)?([\p{L}\d·]{0,20}?)(?:的)?(?:时间|日期|截止时间|截止日期|deadline|ddl|DDL)?(?:是|就在|在|定在(?:了)?|定到|改到(?:了)?|改成(?:了)?|改在|安排在(?:了)?|推迟到(?:了)?|提前到(?:了)?|延期到(?:了)?|挪到(?:了)?)(?=\ufdd2)/u;

const DAY_MARK = "\ufdd2";

/** 答辩改到下周五了: a happening with its day, whoever's it is. */
export function occasionClaim(rest: string, { text }: Dated): Claim | undefined {
  const marked = text.replace(/\d{4}年(?:\d{1,2}月)?(?:\d{1,2}日)?(?:那一周|那个周末|[底初])?/gu, DAY_MARK);
  const match = ABOUT.exec(marked);
  if (match === null || !(/deadline|ddl|时间|日期|截止/iu.test(rest) || OCCASIONS.test(match[0])))
    return undefined;
  return { topic: "plan", slot: `plan:${planThing(match[1]!.replace(/的$/u, "") || "deadline")}` };
}
