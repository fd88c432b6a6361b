import { simple } from "./chinese/script.ts";
import { IRREGULAR_VERBS } from "./english/roots.ts";
import { HAN, wordSet } from "./shared/words.ts";

/** A memory is no longer than this. */
const LONGEST = 280;
const MAX_SENTENCES = 2;

/** A sentence as it may be stored, mended where that is safe, or what is wrong with it, in words a model can act on. */
export type Checked =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: string };

/** Complete, self-contained, third person, no pronouns, one or two sentences, at most 280 characters. */
export function checkSemantic(text: string): Checked {
  return check(text, (sentences) => {
    const pronoun = firstOf(sentences, (sentence) => speakerPronoun(sentence) ?? otherPronoun(sentence));
    return pronoun === null ? null : `it holds the pronoun "${pronoun}"; say who or what is meant`;
  });
}

/** What was discussed, decided or done, in the past tense. A person named before may be "she" after it. */
export function checkEpisodic(text: string): Checked {
  return check(text, (sentences) => {
    const spoken = speakerProblem(sentences);
    if (spoken !== null) return spoken;
    const opening = /^\p{L}+/u.exec(sentences[0]!)?.[0] ?? "";
    if (otherPronoun(HAN.test(opening) ? opening.slice(0, 2) : opening) !== null) {
      return `it begins with the pronoun "${opening.slice(0, 12)}"; say who is meant`;
    }
    const present = sentences.find((sentence) => !isInThePast(sentence));
    return present === undefined ? null : `"${shortenText(present)}" is not told in the past`;
  });
}

/** Whether a text tells what was, not what is or will be. */
export function tellsThePast(text: string): boolean {
  return sentencesOf(simple(cleanSentence(text)))
    .slice(0, MAX_SENTENCES)
    .every(isInThePast);
}

/** In the third person. A named person may be "she"; there is no "I" and no "you". */
export function checkInsight(text: string): Checked {
  return check(text, speakerProblem);
}

function speakerProblem(sentences: readonly string[]): string | null {
  const speaker = firstOf(sentences, speakerPronoun);
  return speaker === null ? null : `it holds "${speaker}"; tell it in the third person, by name`;
}

function check(input: string, problemOf: (sentences: readonly string[]) => string | null): Checked {
  const text = cleanSentence(input);
  if (text === "") return refuse("it is empty");
  const sentences = sentencesOf(text).slice(0, MAX_SENTENCES);
  while (sentences.length > 1 && joinSentences(sentences).length > LONGEST) sentences.pop();
  const joinedText = joinSentences(sentences);
  if (joinedText.length > LONGEST)
    return refuse(`it has ${joinedText.length} characters; at most ${LONGEST} are kept`);
  const problem = incomplete(simple(joinedText)) ?? problemOf(sentences.map(simple));
  return problem === null ? { ok: true, text: joinedText } : refuse(problem);
}

/** Space, bullets and quotation marks around it are not the sentence's. */
function cleanSentence(text: string): string {
  const plain = text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^(?:[-*•·]|\d{1,2}[.)])\s+/, "")
    .replace(/^["“「](?=[^"“”「」]*["”」]$)([^"“”「」]*)["”」]$/, "$1")
    .trim();
  return /[\p{L}\p{N}]/u.test(plain) ? plain : "";
}

function joinSentences(sentences: readonly string[]): string {
  return sentences.reduce((text, next) => text + (/[。！？…”」』）]$/.test(text) ? "" : " ") + next);
}

const NO_SUBJECT =
  /^(?:Likes|Loves|Hates|Dislikes|Prefers|Wants|Needs|Has|Is|Are|Was|Lives|Works|Enjoys|Uses|Plays|Speaks|Studies|Owns|Plans|Thinks|Believes|Does)\b/;
const CUT_OFF =
  /(?:[,，、;；:：(（-]|\.{3}|…|\b(?:and|or|but|the|a|an|of|to|in|at|for|with|because|that|is|was)|[的和与及并或在把被对给])$/iu;

/** The reasons why a text is not a complete statement. */
function incomplete(text: string): string | null {
  if (/[?？]$|吗。?$/.test(text)) return "it is a question; state what is known";
  if (/^[{[<`]|^https?:\S+$|^#/.test(text)) return "it is no sentence; state it in plain words";
  if (CUT_OFF.test(text)) return "it is cut off; write the whole sentence";
  const words = text.match(/\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{N}'’-])+/gu) ?? [];
  // A name in Latin letters is one word of a Chinese sentence, a Chinese name two or three.
  const least = !HAN.test(text) ? 2 : /^\p{Script=Latin}/u.test(text) ? 3 : 4;
  if (words.length < least) return "it is no whole sentence";
  if (NO_SUBJECT.test(text)) return `nobody does it; begin with a name, not with "${words[0]}"`;
  return null;
}

function firstOf(sentences: readonly string[], find: (sentence: string) => string | null): string | null {
  for (const sentence of sentences) {
    const problem = find(sentence);
    if (problem !== null) return problem;
  }
  return null;
}

function shortenText(text: string): string {
  return text.length <= 60 ? text : `${Array.from(text).slice(0, 59).join("")}…`;
}

function refuse(problem: string): Checked {
  return { ok: false, problem };
}

/** Points that end no sentence: titles, initials, "e.g.", "U.S.". */
const ABBREVIATED =
  /(?:^|[\s("'“])(?:\p{Lu}|(?:\p{L}\.)+\p{L}|mr|mrs|ms|dr|st|prof|sr|jr|vs|etc|approx|no|nr|dept|inc|ltd|co|corp|mt|ave|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)$/iu;
const END = /[.!?…]{1,9}["'”’)\]]{0,3}(?=\s|$)|[。！？…]{1,9}[”’」』）)]{0,3}/gu;

/** The sentences of a short text, each with its end; what has no end is the last. */
export function sentencesOf(text: string): string[] {
  const out: string[] = [];
  let start = 0;
  for (const { 0: mark, index } of text.matchAll(END)) {
    const end = index + mark.length;
    if (/^\.["'”’)\]]*$/.test(mark) && end < text.length && ABBREVIATED.test(text.slice(start, index)))
      continue;
    out.push(text.slice(start, end).trim());
    start = end;
  }
  const rest = text.slice(start).trim();
  return rest === "" ? out : [...out, rest];
}

/** Titles and quoted words may say "I". */
const QUOTED =
  /"[^"]*"|“[^“”]*”|《[^《》]*》|「[^「」]*」|『[^『』]*』|‘[^‘’]*’|(?<![\p{L}\p{N}])'(?=\p{L})[^']*'(?!\p{L})/gu;

const ENGLISH_SPEAKERS =
  /\b(?:I(?=['’]|\s+[a-z])|[Mm]e|[Mm]y|[Mm]yself|[Ww]e|us|[Oo]urs?|[Oo]urselves|[Yy]ou|[Yy]ours?|[Yy]ourself|[Yy]ourselves)\b(?!-)|\b(?:is|was|are|were|of) mine\b/;
const ENGLISH_OTHERS =
  /\b(?:[Hh]e|[Hh]im|[Hh]is|[Hh]imself|[Ss]he|[Hh]ers?|[Hh]erself|[Tt]hey|[Tt]hem|[Tt]heirs?|[Tt]hemselves|[Ii]t|[Ii]ts|[Ii]tself)\b(?!-)/;
/** "This is …": of what? As a word before a noun, or between two clauses, it is none. */
const ENGLISH_POINTING =
  /^(?:This|That|These|Those)\s+(?:is|was|are|were|has|had|will|would|can|means|makes?)\b/;
/** "World War I", "Type I". */
const NUMERAL =
  /\b(?:War|Type|Part|Phase|Stage|Level|Class|Grade|Volume|Chapter|Division|Group|Elizabeth|Charles|James|Napoleon) I\b/g;

/** "Finds it hard to sleep", "it is raining": this "it" stands for nothing. */
const DUMMY =
  /\b(?:finds?|found|makes?|made|considers?|considered) it (?=\p{L}+ (?:to|that|when|if)\b)|\b[Ii]t(?: is| was|['’]s) (?:too |very |so |not )?(?=(?:cold|hot|warm|raining|snowing|sunny|late|early|hard|difficult|easy|important|possible|impossible|better|best|worth|time)\b)/gu;
/** A sentence about pronouns names them. */
const ABOUT_PRONOUNS = /\bpronouns?\b|\b(?:he|she|they|it|ze|xe)\/\p{L}+/iu;

/** Chinese words that hold the character of a pronoun. */
const CHINESE_WORDS = new RegExp(
  [
    "其他|其它|其她|吉他|他人|他乡|他者|他律|他山之石|作他用|无他|利他|排他|自我|忘我|吾辈|迷你|我的世界",
    // The next character would make another word: 他处理, 他国庆, 他杀了.
    "他处(?![理于境在分])|他国(?![庆内外籍际])|他日(?![常子语本程])|他杀(?![了死人过鸡鱼猪])",
    "犹他|马耳他|他信|他加禄|维他命?",
    // Drugs.
    "他汀|他啶|他嗪|他唑|他莫昔芬|他克莫司|他达拉非|他卡西醇|他扎罗汀|他氟前列素|他喷他多|司他夫定",
    "雷他定|利司他|布司他|比司他|奥司他韦|西司他丁|诺他|西他列汀|西他沙星|[西培沙拉]他滨|[西巴罗]他赛",
    "倍他(?=乐克|司汀|米松|洛尔|受体|胡萝卜)|恩他卡朋|氟他胺|布美他尼|依他尼酸|美他多辛|美他环素",
    "喷他佐辛|头孢他美|舒他西林|卡他(?=性|菌|炎|莫拉)|莫拉卡他",
  ].join("|"),
  "g",
);
const CHINESE_SPEAKERS = /[我你您俺咱妳]|(?<=^|[，。；：,;:\s])本人/;
const CHINESE_OTHERS = /[他她它牠祂]/;
const CHINESE_POINTING = /^[这那](?:是|些|个|里|样|件|让|使|说|意味)/;

/** English words that are written like a pronoun: "it department", "us dollars", "Wei He", "Ms. You", "He Jiankui". */
const ENGLISH_WORDS: readonly RegExp[] = [
  /\bit(?= (?:department|support|team|admin\w*|manager|consultant|company|industry|job|staff|security|systems?|infrastructure|helpdesk|specialist|sector|project)\b)/g,
  /\bus(?= (?:citizen\w*|dollars?|army|navy|visa|passport|market|office|election\w*|government|branch|customers?|east|west)\b)/g,
  // With a capital inside of a sentence it is a name or a title.
  /(?<=[\p{L}\p{N},] |\b(?:Mr|Mrs|Ms|Dr|Prof)\. )(?:He|Him|She|Her|You|We|They|Them|It|Me|My|Our|Your|His)\b/gu,
  /^(?:He|You)(?= \p{Lu}\p{Ll}+ \p{Ll})/gu,
];

function withoutWords(text: string): string {
  let plain = text.replace(QUOTED, " ").replace(CHINESE_WORDS, " ");
  for (const words of ENGLISH_WORDS) plain = plain.replace(words, " ");
  return plain;
}

/** A pronoun for one who speaks or is spoken to; `null` when there is none. */
function speakerPronoun(text: string): string | null {
  const plain = withoutWords(text).replace(NUMERAL, " ");
  return (ENGLISH_SPEAKERS.exec(plain) ?? CHINESE_SPEAKERS.exec(plain))?.[0] ?? null;
}

/** A pronoun for somebody or something else; `null` when there is none. */
function otherPronoun(text: string): string | null {
  if (ABOUT_PRONOUNS.test(text)) return null;
  const plain = withoutWords(text).replace(DUMMY, " ").trim();
  const match =
    ENGLISH_OTHERS.exec(plain) ??
    CHINESE_OTHERS.exec(plain) ??
    ENGLISH_POINTING.exec(plain) ??
    CHINESE_POINTING.exec(plain);
  return match?.[0] ?? null;
}

/** Past forms that do not end in -ed and are no present form. */
const IRREGULAR = new Set([
  ...IRREGULAR_VERBS.flatMap(([base, past]) => (past === base ? [] : [past])),
  "were",
  "couldn't",
  "wasn't",
  "weren't",
  "hadn't",
  "didn't",
  "been",
  "done",
  "gone",
  "seen",
  "taken",
  "given",
  "written",
  "spoken",
  "chosen",
  "broken",
  "driven",
  "eaten",
]);
/** Verbs whose past form is also the present one: of one person, "quit" is past and "quits" is not. */
const UNCHANGED = new Set(IRREGULAR_VERBS.flatMap(([base, past]) => (past === base ? [base] : [])));
/** After these it is an infinitive, a participle of a state, or a noun. */
const NOT_BEFORE_PAST = wordSet(`
  to will would can could should must may might shall do does don't doesn't won't cannot not never and or a an
  the this that of is are be being i you we they gets get`);
/** Has become, have come: what is past by its participle alone. */
const PERFECT =
  /\b(?:has|have)\s(?:(?:not|just|already|recently|never|now|also|since|finally)\s)?(?:become|come|run|begun|sung|swum|drunk|flown|grown|known|shown|thrown|worn|torn|stolen|frozen|forgotten|gotten|hidden|ridden|risen|fallen|bitten|beaten|quit|put|let|hurt|hit|cut|set|cost|split|spread)\b/i;
/** Words in -ed that are no verb in the past. */
const NOT_PAST = wordSet(
  "need seed feed breed speed weed bed red shed sled wed embed exceed proceed succeed indeed hundred naked sacred wicked hatred kindred infrared united",
);
/** Before it, a form in -ed says how something is: "is married", "feels tired". */
const STATE =
  /\b(?:is|are|am|be|being|'s|’s|'re|feels?|seems?|looks?|gets?|becomes?|stays?|remains?|very|so|too|quite|really)\s+(?:(?:not|now|still|also|very|so|too|quite|really|always|currently|already|deeply)\s+){0,4}$/i;

const CHINESE_PAST =
  /[了过]|已经|曾|昨[天日晚]|前天|上个?(?:周|星期|礼拜|月)|去年|前年|刚才|刚刚|那天|当时|之前|讨论|决定|完成|提到|提及|表示|询问|告诉|确认|同意|拒绝|解决|参加|报告|得知|发现/;
const CHINESE_FUTURE = /将|会|打算|计划|准备|明天|后天|下周|下个月|明年/;
/** A day, month or year that is named. Chinese verbs have no tense: with a date and no word of the future it happened. */
const CHINESE_DATE = /\d{4}-\d{1,2}|\d{4}年|\d{1,2}月\d{1,2}[日号號]/;
const CHINESE_WISH = /要(?!求)|想|希望|应该|應該|需要|可能/;

/** Whether a sentence tells what was: by its verbs in English, by 了, 过, a date or a verb of doing in Chinese. */
function isInThePast(sentence: string): boolean {
  if (HAN.test(sentence)) {
    const ahead = CHINESE_FUTURE.test(sentence) && !/[了过昨]|去年|决定/.test(sentence);
    const dated = CHINESE_DATE.test(sentence) && !CHINESE_WISH.test(sentence);
    return (CHINESE_PAST.test(sentence) || dated) && !ahead;
  }
  if (PERFECT.test(sentence)) return true;
  let before = "";
  for (const { 0: word, index } of sentence.matchAll(/[\p{L}'’-]+/gu)) {
    const lower = word.toLowerCase().replace("’", "'");
    if (IRREGULAR.has(lower)) return true;
    if (UNCHANGED.has(lower) && before !== "" && isOne(before)) return true;
    before = word;
    if (!/^\p{L}+ed$/u.test(lower) || NOT_PAST.has(lower)) continue;
    if (!STATE.test(sentence.slice(Math.max(0, index - 60), index))) return true;
  }
  return false;
}

/** A word before a verb that stands for one person or thing: a name, or a noun without the -s of many. */
function isOne(word: string): boolean {
  const lower = word.toLowerCase().replace("’", "'");
  return !NOT_BEFORE_PAST.has(lower) && (/^\p{Lu}/u.test(word) || !lower.endsWith("s"));
}
