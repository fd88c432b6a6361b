import type { Language } from "../language.ts";
import { CHINESE_ASKS_FOR, CHINESE_ASKS_YOU, CHINESE_ASPECTS, chineseAsking } from "./asking.ts";
import { chineseMentions, chineseRanges, withDates } from "./dates.ts";
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
  saying: chineseSaying,
  tells: CHINESE_TELLS,
  claimsAfterName: CHINESE_AFTER_NAME,
  coreLikeness: CHINESE_CORE,
  mayUpdate: chineseMayUpdate,
  mayBeCore: chineseMayBeCore,
};
