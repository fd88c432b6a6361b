import { withoutDates } from "../dates.ts";
import { PET, RELATION } from "./lexicon.ts";

const NOT_LAST = /(?<=.{3})[，,]?(?:而)?不是[\p{L}\d]{1,12}$/u;
const NOT_BUT = /^(我们?)?不是.{1,20}?[，,]?而是(?=(住|在|叫|姓|做|当|来自|对|有|喜欢|用|养)?)/u;

/** 是六岁不是五岁, 不是学生而是老师: what is not so is left out. */
export function withoutContrast(text: string): string {
  const straight = /更|宁|比起/u.test(text) ? text : text.replace(NOT_LAST, "");
  return straight.replace(
    NOT_BUT,
    (_, me: string | undefined, verb: string | undefined) => `${me ?? ""}${verb === undefined ? "是" : ""}`,
  );
}

/** 这周我在深圳出差 → 我这周在深圳出差. */
export function timeFirst(text: string): string {
  const head = /^(.{1,12}?)(?=我)/u.exec(text)?.[1];
  if (head === undefined || withoutDates(head).replace(TIME_OF_DAY, "") !== "") return text;
  const rest = text.slice(head.length);
  const who = MINE.exec(rest)![0];
  return `${who}${head}${rest.slice(who.length)}`;
}

const TIME_OF_DAY =
  /^(?:早上|上午|中午|下午|晚上|白天|夜里|工作日|周末|业余时间?|闲暇时|空闲时|现在|目前|平时|最近|一般|通常|刚才|刚刚|今年|那天|[\d一二两三四五六七八九十]+点半?){1,4}/u;
const MINE = new RegExp(`^我(?:们)?(?:(?:的|家)?(?:${RELATION}|${PET}))?`, "u");
