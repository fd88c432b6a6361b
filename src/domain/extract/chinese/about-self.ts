import { thing } from "../slot.ts";
import { items, on, type Rule } from "./claim.ts";
import { number } from "./dates.ts";
import { CONDITION, LANGUAGE, PARTNER, PET_ONLY } from "./lexicon.ts";

const NUMBER = "(\\d{1,3}|[一二两三四五六七八九]?十[一二三四五六七八九]?|[一二两三四五六七八九])";
const NAME = "([\\p{sc=Han}·]{1,6}|[A-Za-z][A-Za-z .'-]{0,24}|[\\p{sc=Han}A-Za-z]{1,10})";
const NOT_NAME =
  /^(?:什么|啥|我|你|他|她|它|不|醒|车|外卖|停|好|苦|人|做|了|得|个|过|价|板|嚣|牌|爱|为)|什么|怎么/u;

/** Name, age, body, faith, diet and health. */
export const SELF_RULES: readonly Rule[] = [
  on("zh/self:rule", new RegExp(`^(?:刚满|刚过|年满|满|快|马上|奔)${NUMBER}$`, "u"), ([whole, years], who) =>
    aged(whole, years!, who),
  ),
  on(
    "zh/self:health",
    /^(?:的)?(膝盖|腰|肩膀|脚踝|颈椎|手腕|背|胃)(?:一直|经常|老)?(?:有|受过|做过)(?:旧伤|伤|问题|毛病|手术)$|^(胃|腰|颈椎|膝盖|嗓子|心脏|皮肤)(?:一直)?(?:不(?:太)?好|很差)$/u,
    ([, hurt, weak]) => ({ topic: "health", slot: `health:${(hurt ?? weak)!}` }),
  ),
  on("zh/self:takes", /^烟酒(?:都)?不沾$/u, () => ({ topic: "diet", slot: "takes:烟酒", affirmed: false })),
  on(
    "zh/self:takes-2",
    /^([\p{L}、]{1,12}?)(?:都|也|完全|一点(?:都|也)?|一口(?:都|也)?)不(?:能|可以|敢)?(?:吃|喝|碰|沾)$/u,
    ([, list]) =>
      items(list!).map((one) => ({
        topic: "diet",
        slot: `takes:${thing(one)}`,
        affirmed: false,
        say: `不能吃${one}`,
        value: one,
      })),
  ),
  on("zh/self:takes-3", /^(?:改|改成|换成)(?:喝|吃|用|抽)(?:了)?([\p{L}\d]{1,10})(?:了)?$/u, ([, what]) => ({
    topic: "habit",
    slot: `takes:${thing(what!)}`,
    value: what!,
  })),
  on(
    "zh/self:likes",
    /^(?:的)?口味(?:比较|偏|很|是|一直)*(清淡|重|辣|甜|咸|淡|清淡的)$|^无(.)不欢$|^嗜(.)(?:如命)?$|^口味(清淡|重)$/u,
    () => ({ topic: "taste", slot: "likes:口味" }),
  ),
  on(
    "zh/self:rule-2",
    new RegExp(
      `^(?:的)?(?:名字|大名|全名|真名|姓名|本名)(?:是|叫|就是|就叫|(?<=大名|全名|本名))${NAME}$`,
      "u",
    ),
    ([, name], who) => (NOT_NAME.test(name!) ? undefined : named(name!, who, "name")),
  ),
  on(
    "zh/self:name",
    new RegExp(`^(?:的)?(小名|昵称|网名|外号|绰号|英文名|微信名)(?:字)?(?:是|叫|就叫)${NAME}$`, "u"),
    ([, kind, name]) => ({
      topic: "name",
      slot: kind === "英文名" ? "english_name" : "nickname",
      value: name!,
    }),
  ),
  on("zh/self:rule-3", new RegExp(`^(?:名|取名|起名|名字)?(?:叫|叫做|名叫)${NAME}$`, "u"), ([, name], who) =>
    NOT_NAME.test(name!) ? undefined : named(name!, who, "name"),
  ),
  on(
    "zh/self:rule-4",
    /^(?:就)?是([\p{sc=Han}](?:总|经理|老师|主任|教授|导|院长|校长|姐|哥))$/u,
    ([, name], who) => (who.relation === null ? undefined : named(name!, who, "name")),
  ),
  on("zh/self:surname", /^姓([\p{sc=Han}]{1,2})$/u, () => ({ topic: "name", slot: "surname" })),

  on(
    "zh/self:rule-5",
    new RegExp(
      `^(?:快|才|都|刚|刚满|满|马上|就要|即将|已经|也|是|有|大概|差不多|将近|虚岁|周岁|过了?)*${NUMBER}(?:周)?岁(?:半|多|出头)?(?:了)?(?:的?(?:人|单身.*|老.*|宝妈))?$`,
      "u",
    ),
    ([whole, years], who) => aged(whole, years!, who),
  ),
  on(
    "zh/self:rule-6",
    new RegExp(`^(?:快|才|都|刚|马上|已经|也|就要)*${NUMBER}了$`, "u"),
    ([whole, years], who) => (number(years!) >= 3 ? aged(whole, years!, who) : undefined),
  ),
  on("zh/self:generation", /^(?:是)?(?:个)?([6789]0|0[05]|[六七八九零]零|[六七八九]十)后$/u, ([whole]) => ({
    topic: "age",
    slot: "generation",
    ...(whole.startsWith("是") ? {} : { say: `是${whole}` }),
  })),
  on("zh/self:birth_year", /^(?:是)?((?:19|20)?\d\d)年(?:的|出生的?|生的?|生人)$/u, () => ({
    topic: "birthday",
    slot: "birth_year",
  })),
  on(
    "zh/self:birthday",
    /^(?:的)?(?:过)?生日(?:就)?(?:是|在|为)?(?:在)?(.*(?:[月号日]|\d).*)$/u,
    ([, day]) => ({
      topic: "birthday",
      slot: "birthday",
      value: day!,
    }),
  ),
  on("zh/self:birthday-2", /^(.*[月号日天])(?:过|是)?(?:的)?生日$/u, () => ({
    topic: "birthday",
    slot: "birthday",
  })),
  on("zh/self:birthday-3", /^(?:出生于|出生在|生于|是)(.*\d+(?:年|月|日|号)).*?(?:出生的?|生的?)?$/u, () => ({
    topic: "birthday",
    slot: "birthday",
  })),
  on("zh/self:birthday-4", /^(?:.*\d+年)?(?:.*月.*[日号])(?:出生|生)的?$/u, () => ({
    topic: "birthday",
    slot: "birthday",
  })),
  on("zh/self:zodiac", /^属([鼠牛虎兔龙蛇马羊猴鸡狗猪])(?:的)?$/u, () => ({
    topic: "identity",
    slot: "zodiac",
  })),
  on("zh/self:sign", /^(?:是)?(?:个|典型的?)?([\p{sc=Han}]{2}座)(?:的)?$/u, () => ({
    topic: "identity",
    slot: "sign",
  })),
  on(
    "zh/self:height",
    /^(?:的)?(?:身高|个子)(?:是|有|只有|才|大概|差不多|大约)*(.*(?:\d|米).*)$|^(\d{3}(?:cm|厘米|公分)|一米[\p{sc=Han}\d]{1,3})(?:高)?$/u,
    () => ({ topic: "identity", slot: "height" }),
  ),
  on("zh/self:weight", /^(?:的)?体重(?:是|有|只有|才|大概|差不多|大约)*(.*\d.*)$/u, () => ({
    topic: "identity",
    slot: "weight",
  })),
  on(
    "zh/self:is",
    /^(?:是)?(?:个|一个)?(左撇子|右撇子|色盲|色弱|双胞胎|独生子女?|独生女|I人|E人|i人|e人|内向(?:的人)?|外向(?:的人)?|社恐|社牛|夜猫子|吃货|起床困难户|[IE][NS][TF][JP](?:人格|型)?|[ie][ns][tf][jp])$/u,
    ([, what]) => ({
      topic: "identity",
      slot: `is:${thing(what!)}`,
    }),
  ),
  on("zh/self:character", /^(?:比较|很|特别|非常|有点|性格)*(内向|外向|社恐)$/u, () => ({
    topic: "identity",
    slot: "character",
  })),
  on(
    "zh/self:belief",
    /^(?:是)?(?:个|虔诚的?)?(基督徒|天主教徒|穆斯林|佛教徒|无神论者|道教徒)$|^(?:信|信仰)(佛|基督|基督教|天主教|伊斯兰教|上帝|佛教|道教)$/u,
    () => ({ topic: "identity", slot: "belief" }),
  ),
  on("zh/self:ethnicity", /^是([\p{sc=Han}]{1,4}族)$/u, () => ({ topic: "identity", slot: "ethnicity" })),
  on(
    "zh/self:fear",
    /^(?:怕|害怕|恐惧)((?!你|他|她|我|自己|被|会|麻烦|是|影响|耽误|来不及|迟到|失败|出错|忘)[\p{L}]{1,8})$/u,
    ([, what]) => ({ topic: "identity", slot: `fear:${thing(what!)}` }),
  ),
  on("zh/self:is-2", /^(?:恐高|晕车|晕船|晕血|怕黑|怕冷|怕热|路痴|五音不全)$/u, ([what]) => ({
    topic: "identity",
    slot: `is:${what}`,
  })),

  on(
    "zh/self:allergy",
    /^对(.{1,20}?)(?:都|也)?(?:严重|重度|轻度|有点|有|会|特别|非常|很)*(不)?(?:再)?过敏(?:的|，.*)?$/u,
    ([, list, not]) =>
      items(list!).map((one) => ({
        topic: "allergy",
        slot: `allergy:${thing(one)}`,
        affirmed: not === undefined,
        value: one,
        ...(items(list!).length > 1 ? { say: `对${one}${not ?? ""}过敏` } : {}),
      })),
  ),
  on(
    "zh/self:allergy-2",
    /^(?:有|是)?(?:严重的?)?((?!皮肤|药物?史|春季|季节)[\p{L}]{1,8}?)过敏(?:症|体质|者|的体质)?$/u,
    ([, what]) =>
      /^(?:有点|有|会|经常|容易|严重|很|特别|也|又|没|不|对|皮肤|是)$|不$|根本|[他她它对]|人$/u.test(what!)
        ? undefined
        : { topic: "allergy", slot: `allergy:${thing(what!)}` },
  ),
  on("zh/self:allergy-3", /^(?:有)?(乳糖|麸质)不耐(?:受)?(?:症)?$/u, ([, what]) => ({
    topic: "allergy",
    slot: `allergy:${what!}`,
  })),
  on(
    "zh/self:diet",
    /^(?:是)?(?:个)?(?:严格|半|纯)?(?:吃素|素食(?:主义)?者?|纯素(?:食者?)?|蛋奶素|吃清真|清真|鱼素|吃全素)(?:的|了)?(?:[一二两三四五六七八九十\d]+(?:年|个月|天|多年)(?:了)?)?$/u,
    () => ({ topic: "diet", slot: "diet" }),
  ),
  on(
    "zh/self:diet-2",
    /^(?:在|正在)?(?:减肥|减脂|增肌|生酮|控糖|戒糖|断食|轻断食|低碳饮食)(?:中|期)?$/u,
    () => ({
      topic: "diet",
      slot: "diet",
    }),
  ),
  on(
    "zh/self:takes-4",
    /^(?:从来|从|都|基本|一点|完全|绝对|一般|现在|也|晚上|早上|平时|已经)*不(?:能|可以|敢|会|怎么|太|爱)?(吃|喝|碰|沾|抽)((?!饭|早饭|晚饭|午饭|药|了|这|那|你|得|惯|饱|下|完|东西|什么|亏|醋|香$)[\p{L}\d]{1,12}?)(?:的)?$/u,
    ([, verb, all]) => {
      const list = items(all!.replace(/了$/u, ""));
      return list.map((one) => ({
        topic: "diet",
        slot: `takes:${thing(one)}`,
        affirmed: false,
        value: one,
        ...(list.length > 1 ? { say: `不${verb!}${one}` } : {}),
      }));
    },
  ),
  on(
    "zh/self:takes-5",
    /^(?:把)?(.{1,8}?)(?:给)?戒(?:掉)?(?:了|掉了)$|^戒(?:掉)?(?:了)?(.{1,8})$/u,
    ([, before, after]) => {
      const what = (before || after || "").replace(
        /^(?:已经|把|早就|终于|刚|都|了|掉)+|了$|[一二两三四五六七八九十半\d]+(?:个)?(?:年|月|天|周).*$/gu,
        "",
      );
      return what === "" || what === "了"
        ? undefined
        : { topic: "diet", slot: `takes:${thing(what)}`, affirmed: false };
    },
  ),
  on("zh/self:takes-6", /^(?:不)(抽烟|喝酒|吸烟)$/u, ([, what]) => ({
    topic: "habit",
    slot: `takes:${what!.slice(1)}`,
    affirmed: false,
  })),

  on(
    "zh/self:health-2",
    new RegExp(
      `^(?:有|患有?|得了?|查出(?:来)?(?:有|了)?|确诊(?:了|为)?|被(?:诊断|确诊)(?:出|为|有)?|是|一直有|从小有|有点|有轻微|有严重的?|长期)?(?:有)?(?:点|先天性?|遗传性?|轻度|中度|重度|严重的?|轻微的?|多年的?|老)*(${CONDITION})(?:患者|病史|症)?(?:[一二两三四五六七八九十\\d]+[\\p{L}]*)?$`,
      "u",
    ),
    ([, what]) => ({
      topic: "health",
      slot: `health:${thing(what!)}`,
    }),
  ),
  on("zh/self:health-3", /^(?:的)?睡眠(?:质量)?(?:一直|很|不太|不|比较)*(?:不好|差|浅|好)$/u, () => ({
    topic: "health",
    slot: "health:睡眠",
  })),
  on("zh/self:health-4", /^(?:的)?(?:视力|左眼|右眼|两只眼睛)?近视(.*度)?$/u, () => ({
    topic: "health",
    slot: "health:近视",
  })),
  on(
    "zh/self:takes-7",
    /^(?:在|一直在|长期|每天|得|要)*(?:吃|服用|打)((?:降压|降糖|抗抑郁|抗过敏|安眠|中|避孕|优甲乐|二甲双胍|阿司匹林|布洛芬)[\p{L}]{0,4}|药控制|胰岛素)(?:.*)?$/u,
    ([, what]) => ({ topic: "health", slot: `takes:${thing(what!)}` }),
  ),
  on(
    "zh/self:health-5",
    /^(?:已经|刚|又)?(?:怀孕|有喜|怀(?:了)?(?:二胎|双胞胎|宝宝))(?:了|.*(?:周|个月|月)(?:了)?)?$|^(?:在|正在)?备孕(?:中|期间)?$/u,
    () => ({ topic: "health", slot: "health:pregnant" }),
  ),
  on("zh/self:blood_type", /^(?:O|A|B|AB)型血(?:的)?$/u, () => ({ topic: "identity", slot: "blood_type" })),

  on("zh/self:native_language", new RegExp(`^(?:的)?母语(?:是|为)(${LANGUAGE}|[\\p{L}]{2,8})$`, "u"), () => ({
    topic: "language",
    slot: "native_language",
  })),
  on(
    "zh/self:language",
    new RegExp(
      `^(?:只|还|也|都)?(不)?(?:太)?(?:会|能)(?:说|讲|一点|点|流利地?说|说一点|说点)*(${LANGUAGE}(?:(?:、|和|跟|以及|，|,|还有)${LANGUAGE})*)(?:.{0,6})$`,
      "u",
    ),
    ([, not, list]) =>
      items(list!).map((one) => ({
        topic: "language",
        slot: `language:${thing(one)}`,
        affirmed: not === undefined,
        value: one,
        say: `${not ?? ""}会说${one}`,
      })),
  ),
  on(
    "zh/self:language-2",
    new RegExp(
      `^(${LANGUAGE})(?:说得|讲得|水平)?(?:很|挺|特别|非常|比较|还)?(?:流利|不错|很好|好|地道|溜)$|^(${LANGUAGE})(?:是|有|达到|考了?|过了?)?(?:N[1-5]|[四六八]级|专[四八]|[ABC][12]|雅思[\\d.]+|托福\\d+)(?:水平|了)?$`,
      "u",
    ),
    ([, good, graded]) => ({ topic: "language", slot: `language:${thing((good ?? graded)!)}` }),
  ),
];

function named(name: string, who: { readonly relation: string | null }, slot: string): ReturnType<Rule> {
  if (who.relation === null) return { topic: "name", slot, value: name };
  const partner = PARTNER.test(who.relation);
  return {
    topic: partner ? "partner" : PET_ONLY.test(who.relation) ? "pet" : "family",
    slot: partner ? "=partner" : slot,
    value: name,
  };
}

function aged(whole: string, years: string, _who: unknown): ReturnType<Rule> {
  const age = number(years);
  if (age < 1 || age > 115) return undefined;
  return {
    topic: "age",
    slot: "age",
    value: years,
    ...(/^(?:快|马上|就要|即将)/u.test(whole) ? {} : { say: `${years}岁` }),
  };
}
