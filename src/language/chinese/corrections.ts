import { type Replacement, replacement } from "../shared/rule-watch.ts";

const WORDS = "([\\p{L}\\d][\\p{L}\\d .'/-]{0,30}?)";
const SLIP =
  "(?:说错了|我说错了|搞错了|记错了|写错了|打错(?:字)?了|不对|错了|口误|笔误|更正(?:一下)?|纠正(?:一下)?|不好意思|抱歉|不是|等等|哦|啊)[，,。.！!：:\\s]*";
const NOT = new RegExp(
  `^(?:${SLIP}){0,4}(?:应该)?是${WORDS}(?:[，,][^，,]{1,8})?[，,]?(?:而)?不是(?:纯)?${WORDS}$`,
  "u",
);
const NOT_BUT = new RegExp(
  `^(?:${SLIP}){0,4}不是${WORDS}(?:[，,]?(?:而|应该)?是|[，,](?![很但就只我他她这那不没也都因所]))${WORDS}$`,
  "u",
);
const MARKED = new RegExp(
  `^(?:(?:${SLIP}){1,4}(?:(?:应该|我)?是|(?=\\d))|(?:${SLIP}){0,4}(?:我是说|我的意思是|应该是|改成))${WORDS}(?:才对)?$|^\\*${WORDS}$`,
  "u",
);

/** The old and the new value of a short correction: 是昆山不是上海. */
export function chineseReplacement(words: string): Replacement | undefined {
  const not = NOT.exec(words);
  if (not !== null) return replacement("zh-not", not[1]!, not[2]!);
  const reversed = NOT_BUT.exec(words);
  if (reversed !== null) return replacement("zh-not-but", reversed[2]!, reversed[1]!);
  const slip = MARKED.exec(words);
  return slip === null ? undefined : replacement("zh-marked", (slip[1] ?? slip[2])!);
}
