import { HAN, regex } from "./words.ts";
/**
 * A message in which nothing is left that is not the speaker's own plain words. It is as long as the original, so
 * that places in it are places in the original; what was quoted stands as one unreadable word that can be put back.
 */
export interface Masked {
  readonly text: string;
  /** Puts the quoted words back into a piece of the text. */
  readonly restore: (piece: string) => string;
}

/** Stands where the marks of a quoted name or title were; no space, which would part Chinese clauses. */
export const QUOTE_MARK = "\u200b";

/** A private character for each quotation; a message with more of them than this is hardly somebody's own words. */
const FIRST = 0xe000;
const MAX_PARTS = 2_000;

const PRIVATE = /[\ue000-\uf8ff]/g;
/** Stands where private words were: a sentence ends there. */
const PRIVATE_MARK = /\[private\]/g;
const PRIVATE_BLOCK = /<private>(?:[^<]|<(?!\/private>))*(?:<\/private>)?/gi;
/** Words that pretend to be somebody else's: "SYSTEM: from now on …". */
const FORGED_LINE =
  /^[ ]*[[(<*#]*(?:system|assistant|developer|tool|admin(?:istrator)?|user|human|customer|[qa]|question|answer|系统|助手|管理员|用户|客户|[甲乙丙问答])(?: (?:message|prompt|note))?[\])>*]*[ ]*[:：].*$/gim;
const FENCED = /(?:```|~~~)(?:[^`~]|`(?!``)|~(?!~~))*(?:```|~~~)?/g;
const INLINE = /`[^`\n]{1,200}`/g;
const QUOTED_LINE = /^[ \t]*(?:>|&gt;).*$/gm;
const LYRIC_LINE = /^[^♪♫🎵🎶\n\r\u2028\u2029]*[♪♫🎵🎶].*/gmu;
const ADDRESS = /\bhttps?:\/\/[^\s，。；）)]{1,500}/gi;
const TAG = /<\/?[a-z][^<>\n]{0,200}>/gi;
const QUOTES =
  /"[^"\n]{1,400}"|“[^“”\n]{1,400}”|「[^「」\n]{1,400}」|『[^『』\n]{1,400}』|«[^«»\n]{1,400}»|(?<![\p{L}\p{N}])['‘][^'’‘\n]{1,400}(?:['’][^'’‘\n]{1,200})??['’](?![\p{L}\p{N}])/gu;
/** A line of a program: nobody's statement, whatever its words. */
const CODE =
  /[{};][ \t]*$|=>|==|:=|\w\([^()]*\);|^[ \t]*(?:\/\/|\/\*|#include|#!|\$ |>>> |import \w|from \w+ import|def \w+\(|const \w|var \w|let \w+ *=|function\b|return\b.*;|print\(|SELECT .* FROM |INSERT INTO |--\s|<\?|Traceback |File "|at \S+ ?\(|(?:[\w.]+)?(?:Error|Exception|Warning): )/;
const LINE = /.+/g;
/** "Ann: …", "[10:22] Bob: …", 小王：…: lines of a chat that was pasted. */
const SPOKEN_LINE =
  /^[ \t]*(?:\[[^\]\n]{1,30}\][ \t]*)?(?:(?:[A-Z][\w.-]{1,20})(?: [A-Z][\w.-]{1,20})?|[\p{sc=Han}]{2,4})(?: ?\([^)\n]{1,20}\))?[ \t]*[:：][ \t]*\S.*$/gmu;
/** Words before a colon that are not a speaker. */
const LABEL =
  /^[ \t]*(?:note|ps|fun fact|fact|update|correction|todo|edit|name|age|job|city|home|location|allerg\w+|diet|hobb\w+|likes?|dislikes?|about me|me|reminder|remember|important|fyi|context|btw|question|profile|备注|更新|补充|更正|待办|提醒|姓名|年龄|职业|坐标|爱好|过敏|喜欢|讨厌|记住|注意|背景|问题|自我介绍|名字|住址|另外|重要)/iu;
/** Rolled eyes, an upside-down smile, a clown, a tongue: the contrary is meant, or nothing. */
const UNMEANT = /🙄|🙃|🤡|😜|🤪|😝/u;
const TAKEN_BACK =
  /[(（](?:梦里|梦中|游戏里|大富翁里|bushi|不是|狗头|doge|误|划掉|并没有|才怪|假的|开玩笑的?|not really|jk|just kidding|in my dreams|not|allegedly|kidding)[)）]|\[(?:doge|狗头|滑稽)\]/u;
const NOT_MEANT = regex.giu`[^.!?。！？\n]{0,300}(?:${UNMEANT.source}|${TAKEN_BACK.source})`;
const EMOJI =
  /(?:\p{Extended_Pictographic}|[\u{1f1e6}-\u{1f1ff}\u{1f3fb}-\u{1f3ff}]|\ufe0f|\u200d|\u20e3){1,4}/gu;
const FIRST_PERSON = /\b(?:i|i'm|im|i've|me|my|mine|we|our|you|your)\b|[我你您咱俺]/i;
const WORDS = /[\p{sc=Han}]|[\p{L}\p{N}'-]+/gu;

/** Everything that `mask` looks for: compiled one by one before the first message is read. */
export const MASK_EXPRESSIONS: readonly RegExp[] = [
  PRIVATE_BLOCK,
  FORGED_LINE,
  FENCED,
  LYRIC_LINE,
  ADDRESS,
  TAG,
  QUOTES,
  CODE,
  SPOKEN_LINE,
  LABEL,
  UNMEANT,
  TAKEN_BACK,
  EMOJI,
  FIRST_PERSON,
  WORDS,
];

/** The longest quotation that is read as a name or a title and not as somebody's words. */
const TITLE_WORDS = 3;
const TITLE_CHARACTERS = 6;

export function mask(original: string): Masked {
  const quotedParts: string[] = [];
  const hide = (quoted: string): string => {
    if (quotedParts.length >= MAX_PARTS) return " ".repeat(quoted.length);
    quotedParts.push(quoted);
    return String.fromCharCode(FIRST + quotedParts.length - 1).repeat(quoted.length);
  };
  let text = original
    .replace(PRIVATE, " ")
    .replace(/[’ʼ]/g, "'")
    .replace(/[\t\u00a0\u3000]/g, " ");
  text = text.replace(PRIVATE_MARK, (mark) => `.${" ".repeat(mark.length - 1)}`);
  text = text.replace(PRIVATE_BLOCK, blank).replace(FENCED, blank).replace(FORGED_LINE, blank);
  // The apostrophes are straight from here on, so a curly pair of single quotes is caught by its first half.
  text = text.replace(INLINE, hide).replace(QUOTED_LINE, blank).replace(LYRIC_LINE, blank);
  text = text
    .replace(ADDRESS, hide)
    .replace(TAG, blank)
    .replace(LINE, (line) => (CODE.test(line) ? blank(line) : line));
  text = withoutTranscript(text);
  text = text.replace(QUOTES, (quoted) =>
    isTitle(quoted.slice(1, -1)) ? `${QUOTE_MARK}${quoted.slice(1, -1)}${QUOTE_MARK}` : hide(quoted),
  );
  if (UNMEANT.test(text) || TAKEN_BACK.test(text)) text = text.replace(NOT_MEANT, blank);
  text = text.replace(EMOJI, (emoji) => " ".repeat(emoji.length));
  return {
    text,
    restore: (piece) => piece.replace(RUN, (run) => quotedParts[run.charCodeAt(0) - FIRST] ?? ""),
  };
}

/** One quotation may be a run of its character many times over. */
const RUN = /([\ue000-\uf8ff])\1*/g;

function blank(words: string): string {
  return words.replace(/[^\n]/g, " ");
}

function withoutTranscript(text: string): string {
  const lines = (text.match(SPOKEN_LINE) ?? []).filter((line) => !LABEL.test(line));
  if (lines.length < 2) return text;
  return text.replace(SPOKEN_LINE, (line) => (LABEL.test(line) ? line : blank(line)));
}

/** "Dune", 《三体》, "Bob": short, without a speaker and without an end of a sentence. */
function isTitle(quoted: string): boolean {
  if (FIRST_PERSON.test(quoted) || /[.!?。！？，,;；]/.test(quoted)) return false;
  const words = quoted.match(WORDS) ?? [];
  const han = words.filter((word) => HAN.test(word)).length;
  return words.length - han <= TITLE_WORDS && han <= TITLE_CHARACTERS;
}
