import { TRAIT } from "./traits.ts";

/** What a question asks for, told by its own words only. */
export interface Question {
  /** The traits (see `TRAIT`) an answering line would have; 0 when the question does not say. */
  readonly wants: number;
  /** It asks what the other side said: "you recommended", 你说过. */
  readonly you: boolean;
}

const WHEN =
  /\bwhen\b|\b(?:what|which) (?:date|day|month|year|time)\b|\bhow (?:long|often|recently|soon)\b|\bhow many (?:days|weeks|months|years|hours)\b|什么时候|何时|哪天|哪年|几点|几号|日期|时间|多久|生日/i;
const NUMBER =
  /\bhow (?:many|much|old|tall|far|big|large)\b|\b(?:number|amount|total|percentage|price|cost|budget|age|score) of\b|多少|几个|几次|几岁|多大|多高|号码|电话/i;
const PLACE =
  /\bwhere\b|\b(?:what|which) (?:place|city|country|state|town|location|area)\b|哪里|哪儿|什么地方|地点|在哪/i;
const NAME =
  /\bwho(?:m|se)?\b|\b(?:what|which)(?: \w+)? (?:name|called|title|book|movie|band|song|artist|author)\b|\bnamed?\b|谁|叫什么|名字|姓名/i;
const REASON = /\bwhy\b|\b(?:reason|inspired?|motivat\w+|prompted|what made)\b|为什么|为何|原因|怎么会/i;
/** What was said, so the past tense: "can you list" is a request, not a question about an earlier answer. */
const YOU =
  /\b(?:you|your) (?:\w+ )?(?:recommended|recommendations?|suggested|suggestions?|advised|advice|said|told|mentioned|explained|gave|given|proposed|provided|described|listed|helped)\b|\bdid you\b|你(?:之前|曾|上次)?(?:说|推荐|建议|提到|告诉)/i;

export function readQuestion(text: string): Question {
  const straight = text.replaceAll("’", "'");
  return {
    wants:
      (WHEN.test(straight) ? TRAIT.time : 0) |
      (NUMBER.test(straight) ? TRAIT.number : 0) |
      (PLACE.test(straight) ? TRAIT.place : 0) |
      (NAME.test(straight) ? TRAIT.name : 0) |
      (REASON.test(straight) ? TRAIT.reason : 0),
    you: YOU.test(straight),
  };
}
