import { isDay, onAnotherDay } from "./corrected-dates.ts";
import type { Finding } from "./shared/finding.ts";
import { ruled } from "./shared/rule-watch.ts";

/** What a correction puts in the place of what; `wrong` is not always said. */
interface Replacement {
  readonly right: string;
  readonly wrong: string | undefined;
}

/** A way to say it, by its id. */
function said(id: string, right: string, wrong?: string): Replacement | undefined {
  return ruled(`correction:${id}`, { right, wrong });
}

const WORDS = "([\\p{L}\\d][\\p{L}\\d .'/-]{0,30}?)";
const SHORT =
  "((?!(?:i|i'm|im|my|you|we|he|she|they|it|that|this|the|for|about|to|yes|yeah|no|ok|okay|thanks|not)\\b)[\\p{L}\\d][\\p{L}\\d.'-]{0,40}(?: [\\p{L}\\d.'-]{1,40}){0,3})";
const SORRY =
  "(?:(?:wait|sorry|oops|whoops|actually|correction|typo|my (?:bad|mistake)|i misspoke|i was wrong|i mixed (?:it|that|them) up|scratch that|i mean|i meant(?: to say)?|i made a mistake|not quite)[\\s,.:;!*-]{1,8}|(?:oh|no|nope|hm{1,8}|ah|well|ok)[,.:;!*-]{1,8}\\s{0,4}|(?:oh|no|ah|ok|hm{1,8}) (?=wait|sorry|actually|oops|i mean|i misspoke|no))";

/** Elliptic corrections, which say only what changes: "sorry, I meant Oslo", "it's Oslo, not Bergen", 是昆山不是上海. */
const ENGLISH: readonly RegExp[] = [
  new RegExp(
    `^${SORRY}{0,4}(?:it is|it's|that is|that's|i meant|i mean|make that|should be|that should be)? ?${SHORT},? (?:and )?not ${SHORT}$`,
    "iu",
  ),
  new RegExp(
    `^${SORRY}{0,4}(?:it is|it's|that is|that's)? ?not ${SHORT}(?:,| but|,? it is|,? it's) ${SHORT}$`,
    "iu",
  ),
];
const ENGLISH_MARKED = new RegExp(
  `^(?:${SORRY}{0,4}(?:i meant(?: to say)?|i mean|make that|that should be|should be|it should be|correction:?) |${SORRY}{1,4}(?:it is |it's |that is |that's |the )?(?:(?:actually |really )?(?:spelled|spelt|written|called|pronounced) )?|\\*)${SHORT}\\*?$`,
  "iu",
);
const SLIP =
  "(?:说错了|我说错了|搞错了|记错了|写错了|打错(?:字)?了|不对|错了|口误|笔误|更正(?:一下)?|纠正(?:一下)?|不好意思|抱歉|不是|等等|哦|啊)[，,。.！!：:\\s]*";
const CHINESE: readonly RegExp[] = [
  new RegExp(
    `^(?:${SLIP}){0,4}(?:应该)?是${WORDS}(?:[，,][^，,]{1,8})?[，,]?(?:而)?不是(?:纯)?${WORDS}$`,
    "u",
  ),
];
const CHINESE_REVERSED = new RegExp(
  `^(?:${SLIP}){0,4}不是${WORDS}(?:[，,]?(?:而|应该)?是|[，,](?![很但就只我他她这那不没也都因所]))${WORDS}$`,
  "u",
);
const CHINESE_MARKED = new RegExp(
  `^(?:(?:${SLIP}){1,4}(?:(?:应该|我)?是|(?=\\d))|(?:${SLIP}){0,4}(?:我是说|我的意思是|应该是|改成))${WORDS}(?:才对)?$|^\\*${WORDS}$`,
  "u",
);

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
    const told = readReplacement(words);
    if (told === undefined) continue;
    const otherDay = isDay(told.right, at) && shapeOf(recent.at(-1)?.value ?? null) !== "day";
    const found =
      (otherDay ? undefined : corrected(told, recent)) ??
      ruled("correction:day", onAnotherDay(told.right, recent, at));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Who corrects themselves is brief. */
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
  const straight = words.replaceAll("’", "'");
  // "Sorry Tom" is said to Tom.
  if (
    /^(?:sorry|wait|no|ok|well) \p{Lu}[\p{L}]*$/u.test(
      straight.replace(/^\p{Lu}/u, (letter) => letter.toLowerCase()),
    )
  )
    return undefined;
  const [first, second] = [ENGLISH[0]!.exec(straight), ENGLISH[1]!.exec(straight)];
  if (first !== null) return said("not", first[1]!, first[2]!);
  if (second !== null) return said("not-but", second[2]!, second[1]!);
  const marked = ENGLISH_MARKED.exec(straight);
  if (marked !== null) return said("marked", marked[1]!);
  const chinese = CHINESE[0]!.exec(words);
  if (chinese !== null) return said("zh-not", chinese[1]!, chinese[2]!);
  const reversed = CHINESE_REVERSED.exec(words);
  if (reversed !== null) return said("zh-not-but", reversed[2]!, reversed[1]!);
  const slip = CHINESE_MARKED.exec(words);
  return slip === null ? undefined : said("zh-marked", (slip[1] ?? slip[2])!);
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
    /[月号日]|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/iu.test(value) &&
    /\d|[一二三四五六七八九十]/u.test(value)
  )
    return "day";
  if (/^\d+$|^[一二三四五六七八九十两]+$/u.test(value)) return "number";
  if (/\d/.test(value)) return "digits";
  return /\p{sc=Han}/u.test(value) ? "han" : /^\p{Lu}/u.test(value) ? "name" : "word";
}
