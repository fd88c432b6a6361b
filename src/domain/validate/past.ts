/** Past forms that do not end in -ed. Those that are also a present form ("put", "cut") count for nothing. */
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

/** Whether a sentence tells what was: by its verbs in English, by 了, 过, a past day or a verb of doing in Chinese. */
export function tellsThePast(sentence: string): boolean {
  if (/\p{Script=Han}/u.test(sentence)) {
    const ahead = CHINESE_FUTURE.test(sentence) && !/[了过過昨]|去年|决定|決定/.test(sentence);
    return CHINESE_PAST.test(sentence) && !ahead;
  }
  for (const { 0: word, index } of sentence.matchAll(/[\p{L}'’-]+/gu)) {
    const lower = word.toLowerCase().replace("’", "'");
    if (IRREGULAR.has(lower)) return true;
    if (!/^\p{L}+ed$/u.test(lower) || NOT_PAST.has(lower)) continue;
    if (!STATE.test(sentence.slice(Math.max(0, index - 60), index))) return true;
  }
  return false;
}
