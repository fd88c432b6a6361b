import { chineseMentions } from "../chinese/dates.ts";
import { simple } from "../chinese/script.ts";
import { englishMentions } from "../english/dates.ts";
import { root } from "../english/roots.ts";
import type { Mention } from "../shared/dates.ts";
import type { TimeRead } from "../shared/moments.ts";
import { regex } from "../shared/words.ts";
import { CJK, segments } from "../terms.ts";

/** Stands for a time in the text that is left: one mark, filled up so that places do not move. */
const TIME_MARK = "\u0001";
const FILL = "\u0002";

/** The times that a text names, in its order, and the text with a mark in the place of each. */
export function timesIn(text: string): { times: TimeRead[]; rest: string } {
  const english = englishMentions(text, "matching");
  const marked = withMarks(text, english);
  const chinese = chineseMentions(marked, "matching");
  const all = [...english, ...chinese].sort((a, b) => a.start - b.start);
  return { times: all.map(({ moment }) => moment.timeRead!), rest: withMarks(marked, chinese) };
}

function withMarks(text: string, mentions: readonly Mention[]): string {
  let [out, from] = ["", 0];
  for (const { start, end } of mentions) {
    out += text.slice(from, start) + TIME_MARK + FILL.repeat(end - start - 1);
    from = end;
  }
  return out + text.slice(from);
}

/** Whether two readings can be of one time: they share a part and differ in none. */
export function compatible(a: TimeRead, b: TimeRead): boolean {
  const parts = (Object.keys(a) as (keyof TimeRead)[]).filter((part) => b[part] !== undefined);
  return parts.length > 0 && parts.every((part) => a[part] === b[part]);
}

/** Whether the first says all that the second does. */
export function covers(a: TimeRead, b: TimeRead): boolean {
  return (Object.keys(b) as (keyof TimeRead)[]).every((part) => a[part] === b[part]);
}

/** The smallest pieces that are looked up: an English word, one Chinese character, a number in digits, a pause. */
export interface TextUnit {
  /** Lower case. A possessive ending is a separate unit, `'s`; a pause is `,`. */
  readonly text: string;
  /** The common root of its forms. */
  readonly root: string;
  readonly kind: "word" | "han" | "digits" | "time" | "pause" | "owner";
  /** Begins with a capital letter. */
  readonly capital: boolean;
  /** First of its sentence, where a capital says nothing. */
  readonly first: boolean;
  /** Whether a word of the dictionary begins and ends with it: the 爱 of 她爱喝茶, not that of 爱丽丝. */
  readonly alone: boolean;
  /** Whether a word of the dictionary ends with it. */
  readonly ends: boolean;
}

/** One group for each of `KINDS`, in their order. */
const PIECE = regex.gu`(${TIME_MARK})|(\d+(?:[.,]\d+)*(?:[-–/]\d+(?:[.,]\d+)*)*)|([${CJK}])|('s(?![\p{L}])|(?<=s)'(?=\s))|((?:(?![${CJK}])[\p{L}\p{M}])+|[%$€£¥°+])|([,;:!?。，；：！？、…\n()"“”]|\.(?=\s|$))`;
const KINDS = [
  "time",
  "digits",
  "han",
  "owner",
  "word",
  "pause",
] as const satisfies readonly TextUnit["kind"][];
const RUN = regex.gu`[${CJK}]+`;

const QUOTES = /[\u2018\u2019\u02bc`]/g;
/** Spelled out, so that a negation stands where it can be seen. */
const CONTRACTIONS: readonly (readonly [RegExp, string])[] = [
  [/\bcan(?:'t|not)\b/giu, "can not"],
  [/\bwon't\b/giu, "will not"],
  [/\bshan't\b/giu, "shall not"],
  [/n't\b/giu, " not"],
  [/(?<=\p{L})'ll\b/giu, " will"],
  [/(?<=\p{L})'(?:re|m)\b/giu, " are"],
  [/(?<=\p{L})'ve\b/giu, " have"],
  [/(?<=\p{L})'d\b/giu, " would"],
  [/\b(he|she|it|that|there|who|what)'s\b/giu, "$1 is"],
];
const SIGNS: Readonly<Record<string, string>> = {
  "%": "percent",
  $: "dollar",
  "€": "euro",
  "£": "pound",
  "¥": "元",
  "°": "degree",
  "+": "plus",
};

/** By which a claim is taken apart: compiled one by one before the first. */
export const UNIT_EXPRESSIONS: readonly RegExp[] = [PIECE, RUN, ...CONTRACTIONS.map(([form]) => form)];

/** A text as the readers of this folder want it: one form of each letter, contractions spelled out. */
export function plain(text: string): string {
  let out = simple(text.normalize("NFKC")).replace(QUOTES, "'");
  if (out.includes("'")) for (const [form, full] of CONTRACTIONS) out = out.replace(form, full);
  return out;
}

export function units(text: string): TextUnit[] {
  const { whole, last } = dictionaryWords(text);
  const out: TextUnit[] = [];
  let first = true;
  // Not `matchAll`, which copies the expression each time.
  PIECE.lastIndex = 0;
  for (let match = PIECE.exec(text); match !== null; match = PIECE.exec(text)) {
    const [piece] = match;
    const kind = kindOf(match);
    const capital = kind === "word" && piece[0] !== piece[0]!.toLowerCase();
    const lower = kind === "pause" ? "," : (SIGNS[piece] ?? piece.toLowerCase());
    const alone = kind !== "han" || whole.has(match.index);
    const ends = kind !== "han" || last.has(match.index);
    out.push({ text: lower, root: kind === "word" ? root(lower) : lower, kind, capital, first, alone, ends });
    first = kind === "pause" ? first || /[.!?。！？\n]/u.test(piece) : false;
  }
  return out;
}

function kindOf(match: RegExpExecArray): TextUnit["kind"] {
  let group = 0;
  while (match[group + 1] === undefined) group += 1;
  return KINDS[group]!;
}

/** In runs without spaces: where words of one character stand, and where words end, as far as the dictionary can tell. */
function dictionaryWords(text: string): { whole: ReadonlySet<number>; last: ReadonlySet<number> } {
  const whole = new Set<number>();
  const last = new Set<number>();
  for (const run of text.matchAll(RUN)) {
    for (const { segment, index } of segments(run[0])) {
      const at = run.index + index;
      if (segment.length === 1) whole.add(at);
      last.add(at + segment.length - 1);
    }
  }
  return { whole, last };
}
