import { rule, thing } from "../../shared/claim.ts";
import { withoutDates } from "../dates.ts";
import { on, type Rule } from "./claim.ts";
import { PARTNER, PET, PET_ONLY, RELATION } from "./lexicon.ts";

const COUNT = "[一二两三四五六七八九十几\\d]{0,4}(?:个|只|条|匹|头|对|位|窝)?";
const HAVE = new RegExp(
  `^(?:家里|家|还|也|目前|现在){0,4}(?:养|有|收养|领养|新添|生|添)(?:了|着|过|的是)?(?:${COUNT}|一个|一只|一条)(?:可爱的?|刚.{1,4}的|[\\p{L}\\d]{1,4}岁的?|宝贝|双胞胎|漂亮的?|流浪|小奶|亲|大|小|老|超.{1,4}的|很.{1,4}的){0,4}(${PET}|${RELATION})(.*)$`,
  "u",
);
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
