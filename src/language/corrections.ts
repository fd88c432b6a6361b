import { chinese } from "./chinese/chinese.ts";
import { simple, simplified } from "./chinese/script.ts";
import { english } from "./english/english.ts";
import { type Finding, type Replacement, ruled } from "./shared/claim.ts";
import { HAN } from "./shared/words.ts";

/**
 * The finding that a short correction makes of what the same person said before: the same claim with another value.
 * Nothing when it is not plain which claim is meant.
 */
export function correctionOf(sentence: string, recent: readonly Finding[], at: number): Finding | undefined {
  if (recent.length === 0 || sentence.length > LONGEST) return undefined;
  const whole = sentence.trim();
  for (const piece of [whole, ...(/[,，]/u.test(whole) ? whole.split(/[,，]/u) : [])]) {
    const words = piece.trim().replace(CHATTER, "");
    if (words === "" || words.length > LONGEST_PIECE) continue;
    const replacement = readReplacement(words);
    if (replacement === undefined) continue;
    const otherDay = isDay(replacement.right, at) && shapeOf(recent.at(-1)?.value ?? null) !== "day";
    const found =
      (otherDay ? undefined : corrected(replacement, recent)) ??
      ruled("correction:day", onAnotherDay(replacement.right, recent, at));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The longest correction, in characters: corrections are short. */
const LONGEST = 120;
const LONGEST_PIECE = 60;
const CHATTER = /(?:(?<!\s)\s+(?:lol|haha+|oops|sorry|my bad|silly me)){0,4}(?<![.!。！~～])[.!。！~～]*$/iu;

/** "Tom is calling" begins like a name. */
const NAME = /^\p{Lu}[\p{L}'.-]*(?: (?:of|de|van|von|the|la|\p{Lu}[\p{L}'.-]*)){0,4}$/u;

function corrected({ right, wrong }: Replacement, recent: readonly Finding[]): Finding | undefined {
  if (wrong === undefined && shapeOf(right) === "name" && !NAME.test(right)) return undefined;
  const last = recent.at(-1);
  // Where the wrong value is not said, it is that of the latest claim or none.
  const old =
    wrong !== undefined
      ? recent.findLast((one) => mentions(one, wrong))
      : last?.value != null && shapeOf(last.value) === shapeOf(right) && shapeOf(right) !== "word"
        ? last
        : undefined;
  if (old === undefined) return undefined;
  const before =
    old.value !== null && (wrong === undefined || includes(old.value, wrong)) ? old.value : wrong!;
  const text = replaced(old.text, before, right);
  return text === old.text ? undefined : { ...old, text, value: right, corrects: true };
}

function readReplacement(words: string): Replacement | undefined {
  const replacement = english.replacement(words.replaceAll("’", "'"));
  if (replacement !== undefined) return replacement;
  const { text, back } = simplified(words);
  const found = chinese.replacement(text);
  if (found === undefined) return undefined;
  return {
    ...found,
    right: back(found.right),
    ...(found.wrong === undefined ? {} : { wrong: back(found.wrong) }),
  };
}

function includes(words: string, part: string): boolean {
  return words.toLowerCase().includes(part.toLowerCase());
}

function mentions({ value, text }: Finding, words: string): boolean {
  return value !== null ? includes(value, words) : includes(text, words);
}

function replaced(text: string, before: string, right: string): string {
  const at = text.toLowerCase().lastIndexOf(before.toLowerCase());
  return at < 0 ? text : text.slice(0, at) + right + text.slice(at + before.length);
}

/** A number is corrected by a number, a day by a day, a name by a name. */
function shapeOf(value: string | null): string {
  if (value === null) return "";
  if (
    /[月号日]|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/iu.test(simple(value)) &&
    /\d|[一二三四五六七八九十]/u.test(value)
  )
    return "day";
  if (/^\d+$|^[一二三四五六七八九十两]+$/u.test(value)) return "number";
  if (/\d/.test(value)) return "digits";
  return HAN.test(value) ? "han" : /^\p{Lu}/u.test(value) ? "name" : "word";
}

const DAY = 86_400_000;
const ENGLISH_DATE = /\b(\d{1,2}) (?=[A-Z][a-z]+ \d{4}\b)/;
const ENGLISH_WHOLE = /\b(?:on )?\d{1,2} [A-Z][a-z]+ \d{4}\b/;
const CHINESE_WHOLE = /\d{4}年\d{1,2}月\d{1,2}日/u;

/** "It's on the 23rd", "Wednesday", 6月16号: the latest claim on another day; nothing where either names no day. */
function onAnotherDay(right: string, recent: readonly Finding[], at: number): Finding | undefined {
  const old = recent.at(-1);
  if (old === undefined || !(ENGLISH_WHOLE.test(old.text) || CHINESE_WHOLE.test(old.text))) return undefined;
  const day = /^(?:on )?the (\d{1,2})(?:st|nd|rd|th)?$/i.exec(right)?.[1];
  const before = ENGLISH_DATE.exec(old.text)?.[1];
  if (day !== undefined && before !== undefined) {
    const shift = (Number(day) - Number(before)) * DAY;
    const expiresAt = old.expiresAt === null ? null : old.expiresAt + shift;
    return { ...old, expiresAt, text: old.text.replace(ENGLISH_DATE, `${day} `), corrects: true };
  }
  const inChinese = CHINESE_WHOLE.test(old.text);
  const dated = inChinese
    ? chinese.dates.absolute(right, at, "future")
    : english.dates.absolute(right, at, "future");
  const range = dated.ranges[0];
  if (range === undefined || dated.bare.replace(/^on$|[\s是]/giu, "") !== "") return undefined;
  const said = inChinese ? dated.text.replace(/^是/u, "") : `on ${dated.text.replace(/^on /i, "")}`;
  const text = old.text.replace(inChinese ? CHINESE_WHOLE : ENGLISH_WHOLE, said);
  if (text === old.text) return undefined;
  return { ...old, text, expiresAt: old.expiresAt === null ? null : range.to, corrects: true };
}

/** Whether words are a day and nothing else: such words correct no other value. */
function isDay(words: string, at: number): boolean {
  return [chinese.dates.absolute(words, at, "future"), english.dates.absolute(words, at, "future")].some(
    ({ ranges, bare }) => ranges.length > 0 && bare.replace(/^on$|[\s是]/giu, "") === "",
  );
}
