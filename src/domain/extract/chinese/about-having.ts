import { thing } from "../slot.ts";
import { on, type Rule } from "./claim.ts";

const THING =
  "(?:[\\p{L}\\d ·-]{0,14}?)(?:车|电动车|摩托车?|自行车|房子?|公寓|别墅|电脑|笔记本|手机|平板|相机|单反|钢琴|吉他|小提琴|尤克里里|架子鼓|游戏机|PS[45]|Switch|switch|xbox|Xbox|iPhone[\\p{L}\\d ]*|iphone[\\p{L}\\d ]*|MacBook[\\p{L}\\d ]*|macbook[\\p{L}\\d ]*|iPad[\\p{L}\\d ]*|ipad[\\p{L}\\d ]*|华为[\\p{L}\\d ]*|小米[\\p{L}\\d ]*|特斯拉[\\p{L}\\d ]*|Model ?\\w|比亚迪[\\p{L}\\d ]*|宝马[\\p{L}\\d ]*|奔驰[\\p{L}\\d ]*|奥迪[\\p{L}\\d ]*|丰田[\\p{L}\\d ]*|本田[\\p{L}\\d ]*|大众[\\p{L}\\d ]*|理想[\\p{L}\\d ]*|蔚来[\\p{L}\\d ]*|小鹏[\\p{L}\\d ]*|咖啡机|无人机|望远镜|投影仪?|跑步机|手表|店铺?)";

/** 车 of 特斯拉Model 3: what kind of thing it is. */
function kindOf(words: string): string {
  if (/手机|iphone|华为|小米(?!su7|汽车)/iu.test(words)) return "手机";
  if (/电动车|摩托|自行车/u.test(words)) return /电动车|摩托|自行车/u.exec(words)![0];
  if (/车|特斯拉|比亚迪|宝马|奔驰|奥迪|丰田|本田|大众|理想|蔚来|小鹏|model/iu.test(words)) return "车";
  if (/房|公寓|别墅/u.test(words)) return "房";
  if (/电脑|笔记本|macbook/iu.test(words)) return "电脑";
  return thing(words);
}

/** The phone that somebody uses is the one they have; of other tools there are many. */
function usedAs(whole: string, what: string): string {
  const device = /手机|电脑|笔记本|iphone|macbook/iu.exec(whole)?.[0];
  return device === undefined ? `uses:${thing(what)}` : `has:${kindOf(device)}`;
}

export const POSSESSION_RULES: readonly Rule[] = [
  on(
    "zh/having:habit",
    /^(?:一直|平时|手头|改|换)*用(?:的)?((?:华为|小米|苹果|安卓|iPhone|三星|OPPO|vivo|荣耀|一加|鸿蒙|Android|Mac|Windows|Linux|Notion|Vim|VS ?Code|红米)[\p{L}\d ]{0,8}?)(?:手机|电脑|系统)?$/u,
    ([whole, what]) => ({ topic: "habit", slot: usedAs(whole, what!), value: what! }),
  ),
  on(
    "zh/having:habit-2",
    /^(?:平时|每天|一般)*(?:骑|坐|开|乘)(?:着)?(电动车|地铁|公交车?|自行车|摩托车?|车|班车|高铁)(?:上下班|上班|通勤|去公司)$/u,
    () => ({ topic: "habit", slot: "habit:通勤" }),
  ),
  on(
    "zh/having:has",
    new RegExp(
      `^(?:刚|刚刚|已经|终于|最近|新|又|家里|全款|贷款|在.{2,6})*(?:买|提|入手|换|购入|入|收|订|下单|淘)(?:到)?(?:了|的是)(?:一?(?:辆|台|部|套|把|架|个|只|块|间|款))?(?:新|二手|全新|自己的)?的?(${THING})(?:.{0,10})$`,
      "u",
    ),
    ([, what]) => ({ topic: "possession", slot: `has:${kindOf(what!)}`, value: what! }),
  ),
  on(
    "zh/having:has-2",
    new RegExp(`^(?:名下|家里|自己)?有(?:一|两|三)?(?:辆|台|部|套|把|架|块|间)(?:新|二手)?(${THING})$`, "u"),
    ([, what]) => ({ topic: "possession", slot: `has:${kindOf(what!)}`, value: what! }),
  ),
  on(
    "zh/having:has-3",
    /^(?:平时|一直|现在)?开(?:的是|的|一)?(?:一?辆)?(?:[\p{sc=Han}]{1,2}色的?|二手的?)?((?:特斯拉|比亚迪|宝马|奔驰|奥迪|丰田|本田|大众|理想|蔚来|小鹏|问界|吉利|长安|哈弗|五菱|沃尔沃|保时捷|路虎|日产|马自达|别克|福特|雷克萨斯|凯美瑞|卡罗拉|思域|雅阁|Model|[A-Za-z])[\p{L}\d -]{0,14}|[\p{L}\d]{0,6}车)(?:上班|通勤)?$/u,
    ([, what]) =>
      /^(?:会|车|心|始|玩笑|发|店|公司|学|灯|空调|门|口|放|水|机|源|花|通|头|销|局|工|户|票|展|挂)/u.test(
        what!,
      )
        ? undefined
        : { topic: "possession", slot: "has:车", value: what! },
  ),
  on(
    "zh/having:has-4",
    /^(?:的)?(手机|车|座驾|电脑|笔记本|相机|平板|耳机|键盘|手表)(?:就)?(?:是|用的是|为)([\p{L}\d +·-]{2,24})$/u,
    ([, kind, value]) =>
      /^(?:坏|好|新的|旧的|很|挺|黑|白|没|不|什么|我的)/u.test(value!)
        ? undefined
        : { topic: "possession", slot: `has:${kindOf(kind!)}`, value: value! },
  ),
  on(
    "zh/having:has-5",
    /^(?:家里|平时|一直|手头)*(?:用|穿|戴|骑|住|弹)的(?:那个)?([\p{L}]{1,6})(?:就)?(?:是|叫)([\p{L}\d +·.-]{2,24})$/u,
    ([, kind, value]) => ({ topic: "possession", slot: `has:${kindOf(kind!)}`, value: value! }),
  ),
  on(
    "zh/having:habit-3",
    /^(?:家里|平时|一直|手头|目前|现在|日常)*(?:用|使用)(?:的是|的手机是|的电脑是|着)([\p{L}\d +·.-]{2,24})$/u,
    ([whole, what]) => ({ topic: "habit", slot: usedAs(whole, what!), value: what! }),
  ),
  on(
    "zh/having:has-6",
    new RegExp(
      `^(?:刚|已经|把)*(?:把)?(?:自己的?|我的?|那辆|那台|家里的?)?(${THING})(?:给)?(?:卖|转手|处理|送人|丢|弄丢)(?:掉)?(?:了)$|^(?:刚|已经)*卖(?:掉)?了(?:自己的?|我的?|那辆|那台|家里的?)?(${THING})$`,
      "u",
    ),
    ([, before, after]) => ({
      topic: "possession",
      slot: `has:${kindOf(before ?? after!)}`,
      affirmed: false,
    }),
  ),
  on(
    "zh/having:has-7",
    /^(?:家里?|我家)?有(?:一)?(?:台|架|把|辆|套|只|缸|个|张)?((?:钢琴|吉他|跑步机|投影仪|咖啡机|缝纫机|驾照|护照|鱼缸|天文望远镜|电子琴|小提琴)[\p{L}]{0,4})$/u,
    ([, what]) => ({ topic: "possession", slot: `has:${kindOf(what!)}`, value: what! }),
  ),
  on("zh/having:pet", /^养了?(?:一)?缸(?:小|金|热带)?鱼$/u, () => ({ topic: "pet", slot: "pet:鱼" })),
  on("zh/having:has-8", /^(?:还)?没(?:有)?(车|房子?|驾照|电脑|智能手机)$/u, ([, what]) => ({
    topic: "possession",
    slot: `has:${kindOf(what!)}`,
    affirmed: false,
  })),
  on(
    "zh/having:earned",
    /^(?:刚|已经|终于|去年|今年)*(?:考|拿)(?:到|了|下|过|出)*了?((?:[\p{L}]{0,6})(?:驾照|驾驶证|教师资格证|律师证|CPA|cpa|证书|资格证|雅思\d?\.?\d?|托福\d*|offer|学位|奖学金|博士学位|硕士学位))(?:了)?$/u,
    ([, what]) => ({ topic: "past", slot: `earned:${thing(what!)}` }),
  ),
];
