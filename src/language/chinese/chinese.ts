import type { Language } from "../language.ts";
import { CHINESE_ASKS_FOR, CHINESE_ASKS_YOU, CHINESE_ASPECTS, chineseAsking } from "./asking.ts";
import { chineseReplacement } from "./corrections.ts";
import { chineseMentions, chineseRanges, withDates } from "./dates.ts";
import { CHINESE_ASKS_TO_KEEP, CHINESE_CORRECTS, CHINESE_TAKES_BACK } from "./extract/noise.ts";
import { readChinese } from "./extract/read.ts";
import { requestInChinese } from "./forget.ts";
import {
  CHINESE_AFTER_NAME,
  CHINESE_CORE,
  CHINESE_TELLS,
  chineseMayBeCore,
  chineseMayUpdate,
  chineseSaying,
} from "./saying.ts";

export const chinese: Language = {
  dates: { mentions: chineseMentions, ranges: chineseRanges, absolute: withDates },
  asking: chineseAsking,
  asksFor: CHINESE_ASKS_FOR,
  asksYou: CHINESE_ASKS_YOU,
  aspects: CHINESE_ASPECTS,
  claims: readChinese,
  takesBack: CHINESE_TAKES_BACK,
  replacement: chineseReplacement,
  corrects: CHINESE_CORRECTS,
  asksToKeep: CHINESE_ASKS_TO_KEEP,
  forgetRequest: requestInChinese,
  saying: chineseSaying,
  tells: CHINESE_TELLS,
  claimsAfterName: CHINESE_AFTER_NAME,
  coreLikeness: CHINESE_CORE,
  mayUpdate: chineseMayUpdate,
  mayBeCore: chineseMayBeCore,
};
