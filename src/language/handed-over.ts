import type { Span } from "../domain/text.ts";
import { CHINESE_HANDED_OVER, CHINESE_PASTED } from "./chinese/guards.ts";
import { simple } from "./chinese/script.ts";
import { ENGLISH_HANDED_OVER, ENGLISH_PASTED } from "./english/guards.ts";

const SCENE_ENDS =
  /\b(?:(?:stop|end|exit|quit|leave|enough|done with|finish|pause|drop)(?: of)?(?: the| this| our| with)? (?:role-?play\w*|game|scene|act|pretending|story)|back to (?:reality|real life|normal|being)|out of character|ooc|in real life|irl|end scene|seriously now|for real)\b|(?:结束|停止|退出|不玩|别演|不演|出戏)(?:角色扮演|扮演|游戏|了)?|回到现实|说正经的|言归正传|现实(?:中|里)/iu;

/** Labels of pasted text: an example, a forwarded message, a riddle. */
const LABELLED =
  /(?:^|\n|[.!?。！？]\s{0,3})[ ]*(?:(?:for )?example|e\.g\.|template|sample(?: \w+)?|fwd?|forwarded(?: message)?|begin forwarded message|-+ ?(?:original|forwarded) message ?-*|lyrics|riddle|quiz|joke|caption|slogan|copypasta|prompt|test (?:sentence|input|case)|as an example|例如|比如(?:说)?|示例|样例|模板|范文|转发|转自|歌词|台词|谜语|脑筋急转弯|造句|文案|段子|笑话|考题|题目)[ ]*[:：]/iu;

/** A notice or a mail that somebody hands on: 【转发】…, "got this mail: …". */
const HANDED_ON =
  /(?:^|\n)[ ]{0,8}(?:【[^】\n]{1,16}】|\[(?:转发|公告|通知|fwd?|forwarded)\]|(?:群?公告|通知|通告|启事|转)[:：])|\b(?:got|received|forwarding|pasting|copied|copying) (?:this|the|an?) (?:[\w-]{1,16} ){0,2}(?:e-?mail|mail|message|text|letter|post|notice|announcement)\b[^\n.!?:]{0,40}[:\n]/i;

/** A letter or a mail that was pasted: its greeting stands alone on a line. */
const LETTER =
  /^[ ]*(?:subject: |to whom it may concern|(?:dear (?!bot|assistant|ai\b)[^\n]{1,40}[,:]|尊敬的.{1,20}[:：]|亲爱的.{1,12}[:：])[ ]*$)/im;

const SENTENCE_END = /(?<![.!?。！？])[.!?。！？]+(?=\s|$|[\p{sc=Han}])|\n/u;
const ABOVE = /\b(?:this|that|it|above|these|in(?:to)? [A-Z][a-z]+|to [A-Z][a-z]+)\b|[\p{sc=Han}]/u;

const CUES = {
  play: [ENGLISH_HANDED_OVER.play, CHINESE_HANDED_OVER.play],
  work: [ENGLISH_HANDED_OVER.work, CHINESE_HANDED_OVER.work],
  story: [ENGLISH_HANDED_OVER.story, CHINESE_HANDED_OVER.story],
  fiction: [ENGLISH_HANDED_OVER.fiction, CHINESE_HANDED_OVER.fiction],
};

/**
 * A text without the words that it hands over instead of saying them: a text to translate or to correct, a story, a scene
 * that is played. They are blanked, not cut out, so that places stay the same.
 */
export function withoutPastedText(text: string): string {
  const play = earliest(text, CUES.play);
  if (play !== undefined && !SCENE_ENDS.test(simple(text))) return blankSpan(text, play.start);

  let ownText = text;
  const work = earliest(ownText, CUES.work);
  if (work !== undefined) ownText = withoutText(ownText, work);
  const story = earliest(ownText, CUES.story);
  if (story !== undefined) ownText = blankSpan(ownText, story.start);
  const fiction = earliest(ownText, CUES.fiction);
  if (fiction !== undefined) ownText = withAsides(ownText, blankSpan(ownText, fiction.start));
  const label = earliest(ownText, [LABELLED, HANDED_ON]);
  if (label !== undefined) ownText = blankSpan(ownText, label.start);
  const letter = LETTER.exec(simple(ownText));
  return letter === null ? ownText : blankSpan(ownText, letter.index);
}

interface Cue {
  readonly start: number;
  readonly end: number;
}

function earliest(text: string, cues: readonly RegExp[]): Cue | undefined {
  let first: Cue | undefined;
  const read = simple(text);
  for (const cue of cues) {
    const match = cue.exec(read);
    if (match === null) continue;
    const start = match.index + match[0].search(/[^\s.!?:;,，。！？：；]/);
    if (first === undefined || start < first.start) first = { start, end: match.index + match[0].length };
  }
  return first;
}

/** The words to work on stand after the cue's sentence, or, where nothing follows it, before it. */
function withoutText(text: string, { start, end }: Cue): string {
  const after = text.slice(end);
  const colon = after.search(/[:：\n]/);
  const stop = after.search(SENTENCE_END);
  const sentence = stop < 0 ? after.length : stop + 1;
  const ends = end + (colon >= 0 && colon < sentence ? colon + 1 : sentence);
  const followed = /[\p{L}\p{N}\ue000-\uf8ff]/u.test(text.slice(ends));
  return !followed && ABOVE.test(text.slice(start, ends)) ? blankSpan(text, 0) : blankSpan(text, start);
}

/** Text in brackets inside a supposition often states the facts. */
const ASIDE =
  /[(（](?:i|i'm|im|my|btw|fyi|in reality|actually|我|其实|实际上|现实)(?![a-z])[^)）\n]{2,120}[)）]/gi;

function withAsides(before: string, after: string): string {
  let text = after;
  for (const { 0: aside, index } of before.matchAll(ASIDE)) {
    text = `${text.slice(0, index)}${aside.replace(/[(（]/, " ").replace(/[)）]/, ".")}${text.slice(index + aside.length)}`;
  }
  return text;
}

function blankSpan(text: string, from: number, to = text.length): string {
  return text.slice(0, from) + text.slice(from, to).replace(/[^\n]/g, " ") + text.slice(to);
}

/** Marks by which chat templates tell speakers apart: whatever follows one is put into somebody's mouth. */
const TEMPLATE =
  /<\|\s?(?:im_start|im_end|im_sep|start_header_id|end_header_id|eot_id|endoftext|system|user|assistant|end)\b|\[\/?INST\]|<<\/?SYS>>|<(?:start|end)_of_turn>/gi;

/**
 * A message with its speaker's own words alone: blank where others' stand, so that every position still means the same
 * place. `handedOver` has the stretches that were judged not to be the speaker's; where nobody has judged them (`null`), words
 * that introduce a text and the message's shape decide. When in doubt, words are not the speaker's.
 */
export function speakersWords(text: string, handedOver: readonly Span[] | null): string {
  const plain = text.replace(QUOTED_LINES, blankOf).replace(TAGGED, blankOf);
  const ownText = CLOSING.test(plain) ? blankSpan(plain, 0) : withoutPastedText(withoutPasted(plain));
  const first = firstLine(ownText);
  const spoken =
    isIntroduction(first) || (handedOver === null && isDocument(ownText))
      ? blankSpan(ownText, first.end)
      : ownText;
  return (handedOver ?? []).reduce(
    (rest, [start, end]) => blankSpan(rest, Math.max(0, start), Math.max(0, end)),
    spoken,
  );
}

/** Words in quotation marks that are more than a name or a title. */
const QUOTATION = /"[^"\n]{16,400}"|“[^“”\n]{16,400}”|「[^「」\n]{8,400}」|『[^『』\n]{8,400}』/gu;

/** A text without what it quotes: whoever repeats somebody's words does not say them. */
export function withoutQuotations(text: string): string {
  return text.replace(QUOTATION, "…");
}

const QUOTED_LINES = /^[ \t]{0,8}(?:>|&gt;).*$/gm;
const TAGGED = /<([a-z]{2,20})>[^<]{1,8000}<\/\1>/gi;
/** How letters end. */
const CLOSING =
  /\n[ \t]{0,8}(?:(?:best|kind|warm)(?: regards| wishes)?|regards|yours(?: \w{1,12})?|sincerely|此致|敬上|谨启)[,，.]?[ \t]{0,8}(?:\n|$)/iu;

function blankOf(words: string): string {
  return blankSpan(words, 0);
}

/** "thoughts?", 帮我看看这个: a short first line that says nothing of whoever writes it is about what stands below it. */
function isIntroduction({ words, next }: FirstLine): boolean {
  if (words === "" || words.length > LONGEST_INTRODUCTION || GREETING.test(words)) return false;
  // A heading of one's own list.
  if (/[:：]$/u.test(words) && LIST_ITEM.test(next)) return false;
  return !OF_ONESELF.test(words.replace(FOR_ME, ""));
}

const LIST_ITEM = /^(?:[-•*·–]|\(?\d{1,2}[.)、）]|[①-⑳]|[一二三四五六七八九十]、)/u;
const FOR_ME = /\b(?:help|tell|show|give) me\b|[帮给替]我/giu;

const LONGEST_INTRODUCTION = 60;
const GREETING =
  /^(?:hi|hey|hello|hiya|yo|good (?:morning|evening|afternoon)|morning|thanks?|thank you|ok(?:ay)?|so|你好|您好|嗨|哈喽|早|早上好|晚上好|谢谢)(?:[\s,，!！.~～][^\n]{0,24})?$/iu;
const OF_ONESELF = /\b(?:i|i'm|im|i've|i'll|i'd|my|mine|we|our)\b|[我俺咱]/iu;

/** Several paragraphs, many lines, or more than anybody types at once. */
function isDocument(text: string): boolean {
  const lines = text.trim().split("\n");
  return lines.length >= MAX_LINES || lines.some((line) => line.trim() === "");
}

const MAX_LINES = 4;

/** The first line that has words, where others with words follow it; else nothing. */
function firstLine(text: string): FirstLine {
  const begin = Math.max(0, text.search(/\S/));
  const end = text.indexOf("\n", begin);
  const next = end < 0 ? "" : text.slice(end).trim();
  if (next === "") return { words: "", end: text.length, next };
  return { words: text.slice(begin, end).trim(), end, next };
}

interface FirstLine {
  readonly words: string;
  readonly end: number;
  /** The text below it. */
  readonly next: string;
}

/**
 * A message without what its writer says to have got from somebody else: "Got this mail: …". Where such a text ends,
 * nobody says, so it reaches to the end. Blank there, so that every position still means the same place.
 */
export function withoutPasted(text: string): string {
  const read = simple(text);
  let start = text.length;
  for (const pattern of [ENGLISH_PASTED, CHINESE_PASTED, TEMPLATE]) {
    for (const { 0: cue, index } of read.matchAll(pattern)) start = Math.min(start, index + cue.length);
  }
  if (text.slice(start).trim() === "") return text;
  return text.slice(0, start) + " ".repeat(text.length - start);
}
