import type { Finding } from "../finding.ts";
import { speakOf, type Talk } from "../talk.ts";
import { oneOf } from "./about-family.ts";
import type { Lead } from "./leads.ts";
import { RELATION } from "./lexicon.ts";
import { somebody, speaker, type Who } from "./person.ts";
import { sentence } from "./render.ts";
import { made } from "./statement.ts";

const I_AM = /^(?:我是|这里是|我就是)([小老阿大][\p{sc=Han}]{1,2}|[A-Z][a-z]+|[\p{sc=Han}]{2,4})$/u;

/** 你好，我是小李: a name only where somebody introduces themselves, or where it is the name they go by. */
export function readNaming(text: string, lead: Lead, talk: Talk): Finding[] | undefined {
  const said = I_AM.exec(text)?.[1];
  if (said === undefined) return undefined;
  const { name } = talk.speaker;
  const own = name !== null && (name.includes(said) || said.includes(name));
  if (
    !own &&
    !(
      talk.greeting &&
      /^(?:[小阿][\p{sc=Han}]{1,2}|老[\p{sc=Han}]|[A-Z][a-z]+)$/u.test(said) &&
      !/^(?:小白|小孩|老师|老板|大人|小学生|老人|小区)/u.test(said)
    )
  )
    return undefined;
  return [
    {
      ...made({ topic: "name", slot: "name", value: said }, speaker(name ?? "用户"), lead),
      text: sentence(name ?? "用户", `的名字是${said}`),
    },
  ];
}

const IS_MINE = new RegExp(`^([\\p{sc=Han}]{2,4}|[A-Z][A-Za-z]+)是我(?:们)?的?(${RELATION})$`, "u");

/** 王志宏是我的上司. */
export function readIsMine(text: string, lead: Lead, talk: Talk): [Who, Finding] | undefined {
  const match = IS_MINE.exec(text);
  if (match === null || /^(?:这|那|他|她|谁|你|我|今天|昨天)/u.test(match[1]!)) return undefined;
  const name = talk.speaker.name ?? "用户";
  const who = somebody(match[2]!, null, name);
  speakOf(talk, match[2]!, match[1]!);
  const claim = made({ topic: "family", slot: "name", value: match[1]! }, who, lead);
  return [somebody(match[2]!, match[1]!, name), { ...claim, text: sentence(who.text, `是${match[1]!}`) }];
}

/** 一只叫年糕, after 养了两只猫. */
export function readOneOf(text: string, lead: Lead, talk: Talk): Finding[] | undefined {
  const last = talk.known.findLast((one) => one.turn === talk.turn);
  const claim = last === undefined ? undefined : oneOf(text, last.relation);
  if (claim === undefined) return undefined;
  const name = talk.speaker.name ?? "用户";
  return [{ ...made(claim, speaker(name), lead), text: sentence(name, claim.say!) }];
}
