import type { Language } from "../language.ts";
import { withDates } from "./absolute-dates.ts";
import { ENGLISH_ASKS_FOR, ENGLISH_ASKS_YOU, ENGLISH_ASPECTS, englishAsking } from "./asking.ts";
import { englishReplacement } from "./corrections.ts";
import { englishMentions, englishRanges } from "./dates.ts";
import { ENGLISH_ASKS_TO_KEEP, ENGLISH_CORRECTS, ENGLISH_TAKES_BACK } from "./extract/noise.ts";
import { readEnglish } from "./extract/read.ts";
import { requestInEnglish } from "./forget.ts";
import {
  ENGLISH_AFTER_NAME,
  ENGLISH_CORE,
  ENGLISH_TELLS,
  englishMayBeCore,
  englishMayUpdate,
  englishSaying,
} from "./saying.ts";

export const english: Language = {
  dates: { mentions: englishMentions, ranges: englishRanges, absolute: withDates },
  asking: englishAsking,
  asksFor: ENGLISH_ASKS_FOR,
  asksYou: ENGLISH_ASKS_YOU,
  aspects: ENGLISH_ASPECTS,
  claims: readEnglish,
  takesBack: ENGLISH_TAKES_BACK,
  replacement: englishReplacement,
  corrects: ENGLISH_CORRECTS,
  asksToKeep: ENGLISH_ASKS_TO_KEEP,
  forgetRequest: requestInEnglish,
  saying: englishSaying,
  tells: ENGLISH_TELLS,
  claimsAfterName: ENGLISH_AFTER_NAME,
  coreLikeness: ENGLISH_CORE,
  mayUpdate: englishMayUpdate,
  mayBeCore: englishMayBeCore,
};
