import { thing } from "../../shared/slot.ts";
import { on, type Rule } from "./claim.ts";

const AMOUNT =
  "(?:大概|差不多|大约|不到|将近)?[\\d一二两三四五六七八九十百千万.]{1,10}(?:多)?(?:块钱?|元|k|K|w|W)?(?:一个月|每月|一年)?";

/** 我房租三千五: what somebody earns or pays regularly. */
export const ATTRIBUTE_RULES: readonly Rule[] = [
  on(
    "zh/attribute:pay",
    new RegExp(
      `^的?(月薪|工资|年薪|收入|房租|房贷|月供)(?:就|也|都|现在|目前)?(?:是|有|为|：|:)?(${AMOUNT})$`,
      "u",
    ),
    ([, noun, value]) => ({ topic: "contact", slot: thing(noun!), value: value! }),
  ),
];
