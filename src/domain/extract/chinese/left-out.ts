import { withoutDates } from "./dates.ts";
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

const NOW_IN = /^(?:现在|目前|如今|后来)+(?:是)?在((?!家)[\p{L}\d ]{2,12})$/u;
const NOW_AS: Readonly<Record<string, (where: string) => string>> = {
  employer: (where) => `在${where}工作`,
  home: (where) => `住在${where}`,
  study: (where) => `在${where}上学`,
};

/**
 * What a clause says in full that leans on the one before it: 以前在华为工作，现在在小米; 手机号换了，新的是139…. Nothing
 * when it stands on its own.
 */
export function meantBy(rest: string, slot: string | null, before: string): string | undefined {
  const now = NOW_IN.exec(rest)?.[1];
  return now === undefined
    ? newValue(rest, before)
    : NOW_AS[slot?.split("/").at(-1) ?? slotBefore(before)]?.(now);
}

/** 换工作了，现在在小红书: the clause before says what kind of place it is. */
function slotBefore(before: string): string {
  if (/换(?:了)?(?:新)?工作|跳槽|入职/u.test(before)) return "employer";
  return /搬家|搬了/u.test(before) ? "home" : "";
}

function newValue(rest: string, before: string): string | undefined {
  const noun = /^(?:我的?)?([\p{L}]{2,6}?)(?:换|改|变)了$/u.exec(before)?.[1];
  const value = /^(?:现在|新的|新号|改成|换成)+(?:是|为|：)?(.{2,30})$/u.exec(rest)?.[1];
  return noun === undefined || value === undefined ? undefined : `的${noun}是${value}`;
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
  /^(?:早上|上午|中午|下午|晚上|白天|夜里|工作日|周末|业余时间?|闲暇时|空闲时|现在|目前|平时|最近|一般|通常|刚才|刚刚|今年|那天|[\d一二两三四五六七八九十]+点半?)+/u;
const MINE = new RegExp(`^我(?:们)?(?:(?:的|家)?(?:${RELATION}|${PET}))?`, "u");
