import { rule, thing } from "../../shared/claim.ts";
import { regex } from "../../shared/words.ts";
import { number, withoutDates } from "../dates.ts";
import { items, on, type Rule } from "./claim.ts";
import { CONDITION, LANGUAGE, PARTNER, PET, PET_ONLY, RELATION } from "./lexicon.ts";

const NUMBER = "(\\d{1,3}|[一二两三四五六七八九]?十[一二三四五六七八九]?|[一二两三四五六七八九])";
const NAME = "([\\p{sc=Han}·]{1,6}|[A-Za-z][A-Za-z .'-]{0,24}|[\\p{sc=Han}A-Za-z]{1,10})";
const NOT_NAME =
  /的$|^(?:起|什么|啥|我|你|他|她|它|不|醒|车|外卖|停|好|苦|人|做|了|得|个|过|价|板|嚣|牌|爱|为)|什么|怎么/u;

/** 我叫坤伯去谈, 叫小李帮我拿: somebody is asked to do something. */
const TOLD_TO = /^.{1,3}(?:去|帮|给|把|别|不要|过来|一起|先(?!生)).|[来去]$/u;

/** 郭晓酒精过敏 is somebody's name and an allergy. */
const ALLERGEN =
  /^(?:[海河]鲜|花生|坚果|腰果|核桃|杏仁|牛奶|奶制品|鸡蛋|蛋清|大豆|小麦|麸质|虾蟹?|螃蟹|贝类|鱼|芒果|桃子?|菠萝|猕猴桃|草莓|酒精|青霉素|头孢|阿司匹林|磺胺|药物|花粉|尘螨|螨虫|猫毛?|狗毛?|毛发|紫外线|冷空气|金属|镍|乳胶|粉尘|柳絮|芝麻|香菜|羽绒|油漆)$/u;

/** Name, age, body, faith, diet and health. */
export const SELF_RULES: readonly Rule[] = [
  on("zh/self:name", regex.u`^(?:名|取名|起名|名字)?(?:叫|叫做|名叫)${NAME}$`, ([, name], who) =>
    NOT_NAME.test(name!) || TOLD_TO.test(name!) ? undefined : named(name!, who),
  ),
  on(
    "zh/self:age",
    regex.u`^(?:快|才|都|刚|刚满|满|马上|就要|即将|已经|也|是|有|大概|差不多|将近|虚岁|周岁|过了?){0,4}${NUMBER}(?:周)?岁(?:半|多|出头)?(?:了)?(?:的?(?:人|单身.*|老.*|宝妈))?$`,
    ([whole, years]) => aged(whole, years!),
  ),
  on("zh/self:age-2", regex.u`^(?:快|才|都|刚|马上|已经|也|就要){0,4}${NUMBER}了$`, ([whole, years]) =>
    number(years!) >= 3 ? aged(whole, years!) : undefined,
  ),
  on(
    "zh/self:birthday",
    /^(?:的)?(?:过)?生日(?:就)?(?:是|在|为)?(?:在)?([^月号日\d]*[月号日\d].*)$/u,
    ([, day]) => ({ topic: "birthday", slot: "birthday", value: day! }),
  ),
  on(
    "zh/self:allergy",
    /^对(.{1,20}?)(?:都|也)?(?:严重|重度|轻度|有点|有|会|特别|非常|很){0,4}(不)?(?:再)?过敏(?:的|，.*)?$/u,
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
    "zh/self:an-allergy",
    /^(?:有|是)?(?:严重的?)?((?!皮肤|药物?史|春季|季节)[\p{L}]{1,8}?)过敏(?:症|体质|者|的体质)?$/u,
    ([, what]) =>
      /^(?:有点|有|会|经常|容易|严重|很|特别|也|又|没|不|对|皮肤|是)$|不$|根本|[他她它对]|人$/u.test(what!) ||
      !ALLERGEN.test(what!)
        ? undefined
        : { topic: "allergy", slot: `allergy:${thing(what!)}` },
  ),
  on("zh/self:intolerant", /^(?:有)?(乳糖|麸质)不耐(?:受)?(?:症)?$/u, ([, what]) => ({
    topic: "allergy",
    slot: `allergy:${what!}`,
  })),
  on(
    "zh/self:diet",
    /^(?:是)?(?:个)?(?:严格|半|纯)?(?:吃素|素食(?:主义)?者?|纯素(?:食者?)?|蛋奶素|吃清真|清真|鱼素|吃全素)(?:的|了)?(?:[一二两三四五六七八九十\d]+(?:年|个月|天|多年)(?:了)?)?$/u,
    () => ({ topic: "diet", slot: "diet" }),
  ),
  on(
    "zh/self:takes",
    /^(?:从来|从|都|基本|一点|完全|绝对|一般|现在|也|晚上|早上|平时|已经){0,4}不(?:能|可以|敢|会|怎么|太|爱)?(吃|喝|碰|沾|抽)((?!饭|早饭|晚饭|午饭|药|了|这|那|你|得|惯|饱|下|完|东西|什么|亏|醋|香$)[\p{L}\d]{1,12}?)(?:的)?$/u,
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
    "zh/self:health",
    regex.u`^(?:有|患有?|得了?|查出(?:来)?(?:有|了)?|确诊(?:了|为)?|被(?:诊断|确诊)(?:出|为|有)?|是|一直有|从小有|有点|有轻微|有严重的?|长期)?(?:有)?(?:点|先天性?|遗传性?|轻度|中度|重度|严重的?|轻微的?|多年的?|老){0,4}(${CONDITION})(?:患者|病史|症)?(?:[一二两三四五六七八九十\d]{1,4}\p{L}*)?$`,
    ([, what]) => ({ topic: "health", slot: `health:${thing(what!)}` }),
  ),
  on(
    "zh/self:language",
    regex.u`^(${LANGUAGE})(?:说得|讲得|水平)?(?:很|挺|特别|非常|比较|还)?(?:流利|不错|很好|好|地道|溜)$|^(${LANGUAGE})(?:是|有|达到|考了?|过了?)?(?:N[1-5]|[四六八]级|专[四八]|[ABC][12]|雅思[\d.]+|托福\d+)(?:水平|了)?$`,
    ([, good, graded]) => ({ topic: "language", slot: `language:${thing((good ?? graded)!)}` }),
  ),
];

function named(name: string, who: { readonly relation: string | null }): ReturnType<Rule> {
  if (who.relation === null) return { topic: "name", slot: "name", value: name };
  const partner = PARTNER.test(who.relation);
  return {
    topic: partner ? "partner" : PET_ONLY.test(who.relation) ? "pet" : "family",
    slot: partner ? "=partner" : "name",
    value: name,
  };
}

function aged(whole: string, years: string): ReturnType<Rule> {
  const age = number(years);
  if (age < 1 || age > 115) return undefined;
  return {
    topic: "age",
    slot: "age",
    value: years,
    ...(/^(?:快|马上|就要|即将)/u.test(whole) ? {} : { say: `${years}岁${/半|多/u.exec(whole)?.[0] ?? ""}` }),
  };
}

/** The phone that somebody uses is the one they have; of other tools there are many. */
function usedAs(whole: string, what: string): string {
  const device = /手机|电脑|笔记本|iphone|macbook/iu.exec(whole)?.[0].toLowerCase();
  if (device === undefined) return `uses:${thing(what)}`;
  return /手机|iphone/u.test(device) ? "has:手机" : "has:电脑";
}

export const POSSESSION_RULES: readonly Rule[] = [
  on(
    "zh/having:uses",
    /^(?:家里|平时|一直|手头|目前|现在|日常){0,2}(?:用|使用)(?:的是|的手机是|的电脑是|着)([\p{L}\d +·.-]{2,24})$/u,
    ([whole, what]) => ({ topic: "habit", slot: usedAs(whole, what!), value: what! }),
  ),
];

const AMOUNT = String.raw`(?:大概|差不多|大约|不到|将近)?[\d一二两三四五六七八九十百千万.]{1,10}(?:多)?(?:块钱?|元|k|K|w|W)?(?:一个月|每月|一年)?`;

/** 我房租三千五: what somebody earns or pays regularly. */
export const ATTRIBUTE_RULES: readonly Rule[] = [
  on(
    "zh/attribute:pay",
    regex.u`^的?(月薪|工资|年薪|收入|房租|房贷|月供)(?:就|也|都|现在|目前)?(?:是|有|为|：|:)?(${AMOUNT})$`,
    ([, noun, value]) => ({ topic: "contact", slot: thing(noun!), value: value! }),
  ),
];

const COUNT = "[一二两三四五六七八九十几\\d]{0,4}(?:个|只|条|匹|头|对|位|窝)?";
const HAVE = regex.u`^(?:家里|家|还|也|目前|现在){0,4}(?:养|有|收养|领养|新添|生|添)(?:了|着|过|的是)?(?:${COUNT}|一个|一只|一条)(?:可爱的?|刚.{1,4}的|[\p{L}\d]{1,4}岁的?|宝贝|双胞胎|漂亮的?|流浪|小奶|亲|大|小|老|超.{1,4}的|很.{1,4}的){0,4}(${PET}|${RELATION})(.*)$`;
const CALLED = /^(?:，|,|名字)?(?:叫|名叫|取名)(?!起|来|去|我|他|她)([\p{L}]{1,10})/u;

/** Family, partner, pets: who is there, by name where one is said. */
export const FAMILY_RULES: readonly Rule[] = [
  rule("zh/family:have", (core) => {
    const match = HAVE.exec(withoutDates(core));
    if (match === null) return undefined;
    const [whole, relation, after] = match as unknown as [string, string, string];
    if (
      /^(?:过|病|的(?!叫)|说|想|都)/u.test(after) ||
      /没|不/u.test(whole.slice(0, 2)) ||
      /^(?:老师|医生|老板|领导|同学|同事|朋友)$/u.test(relation)
    )
      return undefined;
    const pet = PET_ONLY.test(relation);
    const name = CALLED.exec(after)?.[1];
    const partner = PARTNER.test(relation);
    const slot = partner
      ? "partner"
      : name !== undefined
        ? `${pet ? "pet" : "family"}:${name.toLowerCase()}`
        : pet
          ? `pet:${thing(relation)}`
          : /孩子|娃|宝宝|小孩/u.test(relation)
            ? "children"
            : `family:${thing(relation)}`;
    return { topic: pet ? "pet" : partner ? "partner" : "family", slot, introduces: relation };
  }),
  on(
    "zh/family:apart",
    /^(?:和|跟|与)?([^把让将]{0,10}?)(?:分手|离婚|分开|掰)[了一二两三四五六七八九十半好几\d].*$|^(?:和|跟)[\p{L}]{1,8}?分了$/u,
    () => ({ topic: "partner", slot: "partner", affirmed: false }),
  ),
];
