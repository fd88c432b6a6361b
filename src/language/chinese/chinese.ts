import type { Language } from "../language.ts";
import { chineseQuestions } from "./asking.ts";
import { chineseReplacement } from "./corrections.ts";
import { chineseMentions, chineseRanges, withDates } from "./dates.ts";
import { CHINESE_ASKS_TO_KEEP, CHINESE_CORRECTS, CHINESE_TAKES_BACK } from "./extract/noise.ts";
import { readChinese } from "./extract/read.ts";
import { requestInChinese } from "./forget.ts";
import { chineseMessages } from "./saying.ts";

export const chinese: Language = {
  ...chineseQuestions,
  ...chineseMessages,
  dates: { mentions: chineseMentions, ranges: chineseRanges, absolute: withDates },
  claims: readChinese,
  takesBack: CHINESE_TAKES_BACK,
  replacement: chineseReplacement,
  corrects: CHINESE_CORRECTS,
  asksToKeep: CHINESE_ASKS_TO_KEEP,
  forgetRequest: requestInChinese,
};
