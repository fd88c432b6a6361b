import { terms } from "../terms.ts";
import { HAN } from "./words.ts";

const DETERMINERS =
  /^(?:(?:a lot of|lots of|a bit of|a little bit of|a little|kind of|pair of|too much|a|an|the|my|our|your|his|her|their|some|any|all|both|this|that|these|those|most|every|each|really|very|super|so|such|good|great|nice|new|used|own|\d+|one|two|three|four|five|six) ){1,4}/;
const CHINESE_COUNT =
  /^(?:[一二两三四五六七八九十几\d]+)?(?:[个只条辆台部匹头位名种款件份杯]|很多|一些|各种|所有|任何)/u;
const NOT_WORD = /[^\p{L}\p{N}]+/gu;

/**
 * The thing inside a slot, so that different forms of one thing agree: "Peanuts" and "peanut", 一只猫 and 猫.
 */
export function thing(words: string): string {
  const lower = words.normalize("NFKC").toLowerCase().trim();
  if (HAN.test(lower)) return lower.replace(CHINESE_COUNT, "").replace(NOT_WORD, "") || lower;
  const bare = lower.replace(DETERMINERS, "");
  return terms(bare).join(" ") || bare.replace(NOT_WORD, " ").trim();
}
