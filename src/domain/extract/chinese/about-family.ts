import { thing } from "../slot.ts";
import { type Claim, on, type Rule, rule } from "./claim.ts";
import { withoutDates } from "./dates.ts";
import { PARTNER, PET, PET_ONLY, RELATION } from "./lexicon.ts";

const COUNT = "(?:[一二两三四五六七八九十几\\d]+)?(?:个|只|条|匹|头|对|位|窝)?";
const HAVE = new RegExp(
  `^(?:家里|家|还|也|目前|现在)*(?:养|有|收养|领养|新添|生|添)(?:了|着|过|的是)?(?:${COUNT}|一个|一只|一条)(?:可爱的?|刚.{1,4}的|[\\p{L}\\d]{1,4}岁的?|宝贝|双胞胎|漂亮的?|流浪|小奶|亲|大|小|老|超.{1,4}的|很.{1,4}的)*(${PET}|${RELATION})(.*)$`,
  "u",
);
const CALLED = /^(?:，|,|名字)?(?:叫|名叫|取名)([\p{L}]{1,10})/u;

/** Family, partner, pets: who is there, by name where one is said. */
export const FAMILY_RULES: readonly Rule[] = [
  on(
    "zh/family:pet",
    new RegExp(`^(?:把)?(?:自己的?|家里的?)?(${PET})(?:给)?(?:送人|送走|卖|弄丢|走丢)(?:了|掉了)$`, "u"),
    ([, pet]) => ({ topic: "pet", slot: `pet:${thing(pet!)}`, affirmed: false }),
  ),
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
    "zh/family:partner",
    new RegExp(
      `^(?:家里|还|目前|现在)*(?:没有?)(?:${COUNT})(孩子|小孩|兄弟姐妹|对象|女朋友|男朋友|宠物|${PET})(?:了)?$`,
      "u",
    ),
    ([, what]) => ({
      topic: PARTNER.test(what!) ? "partner" : "family",
      slot: PARTNER.test(what!)
        ? "partner"
        : /孩/u.test(what!)
          ? "children"
          : /兄弟/u.test(what!)
            ? "siblings"
            : `pet:${thing(what!)}`,
      affirmed: false,
    }),
  ),
  on(
    "zh/family:partner-2",
    /^(?:已经|刚|都|目前|现在|还是?|又|一直|是)*(?:已婚|未婚|单身(?:狗|汉|贵族)?|离异|离婚|丧偶|单亲(?:妈妈|爸爸)?|恋爱中?|在谈恋爱|脱单|订婚|再婚|母胎solo|母胎单身|异地恋)(?:了|中|的)?(?:有娃|有孩子|未育|已育|一娃|两娃|带娃)?(?:[一二三四五六七八九十\d]+年(?:了)?)?$/u,
    () => ({ topic: "partner", slot: "partner" }),
  ),
  on(
    "zh/family:partner-3",
    /^(?:和|跟|与)?(.{0,10}?)(?:分手|离婚|分开|掰)(?:了.*|[一二两三四五六七八九十半好几\d]+.*)$|^(?:和|跟)[\p{L}]{1,8}?分了$/u,
    () => ({
      topic: "partner",
      slot: "partner",
      affirmed: false,
    }),
  ),
  on(
    "zh/family:partner-4",
    /^(?:和|跟|与)?(.{0,10}?)(?:已经|刚)?(?:结婚|领证|订婚|在一起)(?:了|快|有|都|已经)*(?:[一二两三四五六七八九十\d]+(?:多)?(?:年|个月))?(?:了)?$/u,
    ([, before]) =>
      /没|未|不/u.test(before!)
        ? { topic: "partner", slot: "partner", affirmed: false }
        : /打算|准备|计划|想|要|快|马上|即将/u.test(before!)
          ? { topic: "plan", slot: "plan:结婚" }
          : { topic: "partner", slot: "partner" },
  ),
  on(
    "zh/family:children",
    /^(?:是)?(?:一个|个|名|位)?([\p{sc=Han}\d]{0,3}(?:岁)?(?:孩子|娃|宝宝|宝)(?:的)?(?:妈|爸|妈妈|爸爸|爹|娘)|宝妈|宝爸|二胎妈妈|二胎爸爸|[一二两三]个孩子的(?:妈妈?|爸爸?|父亲|母亲))(?:了)?$/u,
    () => ({ topic: "family", slot: "children" }),
  ),
  on("zh/family:children-2", /^(?:当|做)(?:上)?(?:爸爸|妈妈|爸|妈|爹|奶奶|爷爷|外公|外婆)了$/u, () => ({
    topic: "family",
    slot: "children",
  })),
  on(
    "zh/family:siblings",
    /^(?:是)?(?:家里的?)?(?:独生子女?|独生女|独苗|老大|老二|老[三四五幺小])$/u,
    () => ({
      topic: "family",
      slot: "siblings",
    }),
  ),
  on(
    "zh/family:pet-2",
    /^(?:已经|刚|前几天|去年|今年|上个月|昨天|不久前)*(?:去世|过世|走|离世|没|死|去(?:了)?(?:喵星|汪星)|丢)(?:了)?(?:[一二三四五六七八九十\d]+年(?:了)?)?$/u,
    (match, who) => {
      if (who.relation === null || /^没$/u.test(match[0])) return undefined;
      const pet = PET_ONLY.test(who.relation);
      return {
        topic: pet ? "pet" : "family",
        slot: pet ? `=pet:${who.called?.toLowerCase() ?? thing(who.relation)}` : "alive",
        affirmed: false,
      };
    },
  ),
];

/** 一只叫年糕: one of those spoken of before. */
export function oneOf(clause: string, relation: string): Claim | undefined {
  const match =
    /^(?:其中)?(?:一|另一?|还有一|大的|小的|老大|老二|公的|母的)(?:只|个|条|匹)?(?:名字)?(?:叫|是叫|名叫)([\p{L}]{1,8})$/u.exec(
      clause,
    );
  if (match === null) return undefined;
  const pet = PET_ONLY.test(relation);
  return {
    topic: pet ? "pet" : "family",
    slot: `=${pet ? "pet" : "family"}:${match[1]!.toLowerCase()}`,
    say: `有一${pet ? "只" : "个"}${relation}叫${match[1]!}`,
    value: match[1]!,
  };
}
