/** Past forms that do not end in -ed and are no present form. */
const IRREGULAR = new Set(
  (
    "was were had did went said told made took got gave came saw bought brought thought taught caught fought sought felt " +
    "found left met paid sold held kept led lost meant sent spent stood understood won began broke chose drove ate fell " +
    "flew forgot grew heard hid knew laid lay rode rang ran sang sank shook slept spoke stole swam tore threw woke wore " +
    "wrote built dealt drew drank became blew bit bled dug fed forgave froze hung lent lit proved rose sat shot shone " +
    "shut slid spun stuck struck swore swept swung withdrew couldn't wasn't weren't hadn't didn't been done gone seen " +
    "taken given written spoken chosen broken driven eaten"
  ).split(" "),
);
/** Verbs whose past form is also the present one: of one person, "quit" is past and "quits" is not. */
const UNCHANGED = new Set("quit put let hurt hit cut set cost split spread burst shut".split(" "));
/** After these it is an infinitive, a participle of a state, or a noun. */
const NOT_BEFORE_PAST = new Set(
  (
    "to will would can could should must may might shall do does don't doesn't won't cannot not never and or a an the " +
    "this that of is are be being i you we they gets get"
  ).split(" "),
);
/** Has become, have come: what is past by its participle alone. */
const PERFECT =
  /\b(?:has|have)\s(?:(?:not|just|already|recently|never|now|also|since|finally)\s)?(?:become|come|run|begun|sung|swum|drunk|flown|grown|known|shown|thrown|worn|torn|stolen|frozen|forgotten|gotten|hidden|ridden|risen|fallen|bitten|beaten|quit|put|let|hurt|hit|cut|set|cost|split|spread)\b/i;
/** Words in -ed that are no verb in the past. */
const NOT_PAST = new Set(
  "need seed feed breed speed weed bed red shed sled wed embed exceed proceed succeed indeed hundred naked sacred wicked hatred kindred infrared united".split(
    " ",
  ),
);
/** Before it, a form in -ed says how something is: "is married", "feels tired". */
const STATE =
  /\b(?:is|are|am|be|being|'s|’s|'re|feels?|seems?|looks?|gets?|becomes?|stays?|remains?|very|so|too|quite|really)\s+(?:(?:not|now|still|also|very|so|too|quite|really|always|currently|already|deeply)\s+){0,4}$/i;

const CHINESE_PAST =
  /[了过過]|已经|已經|曾|昨[天日晚]|前天|上(?:个|個)?(?:周|週|星期|礼拜|月)|去年|前年|刚才|剛才|刚刚|那天|当时|當時|之前|讨论|討論|决定|決定|完成|提到|提及|表示|询问|詢問|告诉|告訴|确认|確認|同意|拒绝|拒絕|解决|參加|参加|报告|得知|发现|發現/;
const CHINESE_FUTURE = /将|將|会|會|打算|计划|計劃|准备|準備|明天|后天|下周|下个月|明年/;
/** A day, month or year that is named. Chinese verbs have no tense: with a date and no word of the future it happened. */
const CHINESE_DATE = /\d{4}-\d{1,2}|\d{4}年|\d{1,2}月\d{1,2}[日号號]/;
const CHINESE_WISH = /要(?!求)|想|希望|应该|應該|需要|可能/;

/** Whether a sentence tells what was: by its verbs in English, by 了, 过, a date or a verb of doing in Chinese. */
export function tellsThePast(sentence: string): boolean {
  if (/\p{Script=Han}/u.test(sentence)) {
    const ahead = CHINESE_FUTURE.test(sentence) && !/[了过過昨]|去年|决定|決定/.test(sentence);
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
