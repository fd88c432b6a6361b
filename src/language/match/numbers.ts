import { HAN_SCALES, hanValue } from "../chinese/dates.ts";
import type { TextUnit } from "./units.ts";

const ONES =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen";
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety";
const ORDINALS =
  "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth";

const SMALL: ReadonlyMap<string, number> = new Map<string, number>([
  ...ONES.split(" ").map((word, i): [string, number] => [word, i]),
  ...TENS.split(" ").map((word, i): [string, number] => [word, 20 + 10 * i]),
  ...Object.entries({ half: 0.5, once: 1, twice: 2, both: 2 }),
]);
const ORDINAL: ReadonlyMap<string, number> = new Map(
  ORDINALS.split(" ").map((word, i): [string, number] => [word, 1 + i]),
);
const SCALES: ReadonlyMap<string, number> = new Map(
  Object.entries({ dozen: 12, hundred: 100, thousand: 1_000, k: 1_000, million: 1e6, billion: 1e9 }),
);
/** Measure words, which mean nothing between a number and a noun. */
const MEASURES = new Set("个只位条本台辆名头匹张件把家间所座套杯瓶碗棵朵首部场次种份口群双对支枝根片颗粒");
/** Words that begin with a numeral and count nothing: 一起, 万一, 十分. */
const NOT_A_COUNT =
  /^(?:一(?:起|直|般|点|样|定|些|切|共|向|旦|边|下|会儿|半)|万一|十分|千万|百般|半夜|两口子)/u;

/** Words that may follow a numeral without a measure word. */
const COUNTED = /^[年月日号天岁点分周元块米斤公小时遍倍人]/u;

export interface NumberRead {
  /** As text where it is several in a row: 2-1. */
  readonly value: number | string;
  /** Third, not three. */
  readonly ordinal: boolean;
  readonly length: number;
}

/** The number that begins at a unit, in digits or words, English or Chinese; a measure word after it is part of it. */
export function numberAt(units: readonly TextUnit[], index: number): NumberRead | undefined {
  const unit = units[index]!;
  if (unit.kind === "digits") return digitsAt(units, index);
  if (unit.kind === "han") return hanAt(units, index);
  return unit.kind === "word" ? wordsAt(units, index) : undefined;
}

function digitsAt(units: readonly TextUnit[], index: number): NumberRead {
  const text = units[index]!.text;
  if (/[-–/]/.test(text))
    return { value: chainValue(text), ordinal: false, length: 1 + measures(units, index + 1) };
  const plain = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text)
    ? text.replaceAll(",", "")
    : text.replace(",", ".");
  let value = Number(plain);
  if (Number.isNaN(value)) value = Number(plain.replace(/[^\d]/g, ""));
  let length = 1;
  const next = units[index + 1];
  if (next?.kind === "word" && /^(?:st|nd|rd|th)$/.test(next.text))
    return { value, ordinal: true, length: 2 };
  const scale = next === undefined ? undefined : (SCALES.get(next.text) ?? HAN_SCALES.get(next.text));
  if (scale !== undefined) {
    value *= scale;
    length += 1;
  }
  const ordinal = units[index - 1]?.text === "第";
  return { value, ordinal, length: length + measures(units, index + length) };
}

/** A score, a range, a code: one thing, in its order. However a long one is grouped, it is the same number. */
function chainValue(text: string): string {
  const digits = text.replace(/\D/g, "");
  return digits.length < LONG ? text.replaceAll("–", "-") : digits;
}

const LONG = 7;

function wordsAt(units: readonly TextUnit[], index: number): NumberRead | undefined {
  const position = ORDINAL.get(units[index]!.text);
  if (position !== undefined) return { value: position, ordinal: true, length: 1 };
  let total = 0;
  let current: number | undefined;
  let at = index;
  for (; units[at]?.kind === "word"; at += 1) {
    const { text } = units[at]!;
    const small = SMALL.get(text);
    const scale = text === "k" ? undefined : SCALES.get(text);
    if (small !== undefined && fits(current, small)) current = (current ?? 0) + small;
    else if (scale !== undefined && (current !== undefined || at === index)) {
      current = (current ?? 1) * scale;
      if (scale < 1_000) continue;
      total += current;
      current = 0;
    } else if (!(text === "and" && total + (current ?? 0) >= 100 && SMALL.has(units[at + 1]?.text ?? "")))
      break;
  }
  return current === undefined ? undefined : { value: total + current, ordinal: false, length: at - index };
}

/** Twenty takes a one, a hundred takes a twenty; two numbers side by side are two. */
function fits(current: number | undefined, small: number): boolean {
  if (current === undefined || current === 0) return true;
  return small < 10 ? current >= 20 && current % 10 === 0 : current >= 100 && current % 100 === 0;
}

function hanAt(units: readonly TextUnit[], index: number): NumberRead | undefined {
  let text = "";
  for (let at = index; at < units.length && units[at]!.kind === "han" && text.length < 16; at += 1) {
    text += units[at]!.text;
  }
  if (NOT_A_COUNT.test(text)) return undefined;
  const run = /^[零〇一二两俩双三四五六七八九十百千万亿半]+/u.exec(text)?.[0];
  if (run === undefined) return undefined;
  const measured = measures(units, index + run.length);
  const ordinal = units[index - 1]?.text === "第";
  // A numeral inside a word, such as 三明治 or 小二, counts nothing unless something is counted.
  const counted = ordinal || measured > 0 || run.length > 1 || COUNTED.test(text.slice(run.length));
  if (!counted && (!units[index]!.alone || /[半双]/u.test(run))) return undefined;
  return { value: hanValue(run), ordinal, length: run.length + measured };
}

/** How many units after a number are its measure word. */
function measures(units: readonly TextUnit[], index: number): number {
  const next = units[index];
  return next?.kind === "han" && MEASURES.has(next.text) ? 1 : 0;
}
