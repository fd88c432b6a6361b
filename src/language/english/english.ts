import type { Language } from "../language.ts";
import { englishQuestions } from "./asking.ts";
import { englishReplacement } from "./corrections.ts";
import { englishMentions } from "./dates.ts";
import { ENGLISH_ASKS_TO_KEEP, ENGLISH_CORRECTS, ENGLISH_TAKES_BACK } from "./extract/noise.ts";
import { readEnglish } from "./extract/read.ts";
import { requestInEnglish } from "./forget.ts";
import { englishRanges, withDates } from "./resolve-dates.ts";
import { englishMessages } from "./saying.ts";

export const english: Language = {
  ...englishQuestions,
  ...englishMessages,
  dates: { mentions: englishMentions, ranges: englishRanges, absolute: withDates },
  claims: readEnglish,
  takesBack: ENGLISH_TAKES_BACK,
  replacement: englishReplacement,
  corrects: ENGLISH_CORRECTS,
  asksToKeep: ENGLISH_ASKS_TO_KEEP,
  forgetRequest: requestInEnglish,
};
