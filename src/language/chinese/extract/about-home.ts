import { LONG, on, type Rule } from "./claim.ts";

const PLACE =
  "((?!到|着|了|过|得|的|起来|来$|去$|来了|一起|哪|这里$|这儿$|那里$|那儿$|家$|家里$|外面$|路上|公司$|学校$|你|我|他|她|什么|怎么|一个人|酒店|宾馆|医院$|医院里)(?![^，]*(?:酒店|宾馆|民宿|旅馆|朋友家|亲戚家|青旅)了?$)[\\p{L}\\d·' ]{1,24}?)";
const NOT_PEOPLE =
  /^(?:个|一个|好|坏|老|女|男|大|病|单身|本地|外地|成年|年轻|普通|有|中年|老年|正常|聪明|懒|急性子的|什么|哪里|哪|自己|别|内向的|外向的|很.*的|.*的)$/u;

/** 住在上海浦东 → 上海浦东. */
function place(words: string): string {
  return words.replace(/(?:这边|那边|附近|这里|那里|的)$/u, "");
}

/** 住宿舍 and 住六楼 say how somebody lives, not where. */
function dwells(where: string): string {
  return /宿舍|楼$|公寓|地下室|合租|出租屋|家里$|爸妈家|父母家/u.test(where) ? "dwelling" : "home";
}

/** Home and origin. */
export const HOME_RULES: readonly Rule[] = [
  on(
    "zh/home:move",
    new RegExp(
      `^(?:已经|刚刚?|又|全家|一家人?|终于){0,3}(?:从[^，]{1,12}?)?(?:搬家?|迁|移居|移民)(?:到|去|来|回)(?:了)?${PLACE}(?:来|住|生活|定居)?(?:了)?${LONG}$`,
      "u",
    ),
    ([, to]) =>
      /新家|新房|一起|楼上|楼下|车上|[箱柜屉架袋盒桌橱]|副驾|后备|仓库|阳台|工位/u.test(to!)
        ? undefined
        : { topic: "home", slot: "home", say: `住在${place(to!)}`, value: place(to!) },
  ),
  on(
    "zh/home:live",
    new RegExp(
      `^(?:一个人|独自|自己|和.{1,8}|跟.{1,8}|暂时|暂|一直|长期|目前|常年|主要){0,4}(?:住|居住|定居|生活|常住|租住|旅居)(?:在)?${PLACE}${LONG}$`,
      "u",
    ),
    ([, where]) =>
      /^(?:院|校|宿舍|不|得|过|满|的|了|进|下|习惯|[一二两三四五六七八九十几\d]+个?(?:晚|天|夜|周|星期|月|年))/u.test(
        where!,
      )
        ? undefined
        : { topic: "home", slot: dwells(where!), value: place(where!) },
  ),
  on("zh/home:home", new RegExp(`^(?:的)?(?:家|房子)(?:就)?(?:住|在)(?:在)?${PLACE}$`, "u"), ([, where]) => ({
    topic: "home",
    slot: dwells(where!),
    value: place(where!),
  })),
  on(
    "zh/home:origin",
    /^(?:就)?是(?:土生土长的?|地道的?|正宗的?|一个|个|典型的?|地地道道的?){0,4}([\p{L}]{1,8})人(?:，.*)?$/u,
    ([, from]) =>
      NOT_PEOPLE.test(from!) ||
      /(?:的|型|男|女|主|病|负责|介绍|联系|当事|打工|过来|同龄|机器|合伙|候选|创始|主持|经纪|投资)$/u.test(
        from!,
      )
        ? undefined
        : { topic: "origin", slot: "origin", value: from! },
  ),
  on(
    "zh/home:native",
    /^(?:的)?(?:老家|家乡|籍贯|祖籍|故乡)(?:就)?(?:是|在)?([\p{L}\d ]{2,16}?)(?:的|人)?$/u,
    ([, from]) => ({ topic: "origin", slot: "origin", value: from! }),
  ),
];
