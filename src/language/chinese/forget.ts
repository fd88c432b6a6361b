import type { ForgetRequest } from "../language.ts";
import { regex } from "../shared/words.ts";

/** Verbs that ask to forget when nobody is their subject. */
const FORGET = "(?:忘掉|忘记|忘了|删掉|删除|删了|抹掉|抹了|抹去|清掉|清除|划掉)";
const NOT_KEEP =
  "(?:别|不要|不用|不许|甭|勿)(?:再|往心里|给我|帮我)?(?:记着|记住|记得|记下|记录|记|存)(?![错仇混恨反串])";
const UNSAID =
  "(?:就|权)?当(?:做|作)?(?:我|老夫|俺|咱|没人)?(?:从来)?没(?:有)?(?:说|提|讲|发|听着|听见|听到|看见|看到)";
/** Soft words at the end, and nothing after them but another clause. */
const SOFT = /(?:吧|了|啊|呀|哦|呗|嘛|哈|过|谢谢|拜托|好吗|好不好|可以吗|行吗|行不行|啦){1,4}$/u;
const ASK_LEAD =
  /^(?:请你?|麻烦你?|帮我|给我|替我|你可以|可以|能不能|你能不能|那|都|你|赶紧|快|算了|拜托|那就|就|直接){1,4}/u;
/** Others or the speaker forgot, or it must not be forgotten. */
const CONTRARY =
  /[别不没甭]要?(?:能|会|让我|敢)?忘|忘不|(?<![给帮替])[我他她俺咱]们?(?:又|都|总是?|也|老是?|差点|怕|全|就|给)?忘|记得(?!我?的)|怕忘|老是?忘|记不/u;
/** 你忘了我的生日 complains: a request to "you" is soft at its end, or says 忘掉. */
const COMPLAINT =
  /(?:^|[，,；：\s])你(?:又|都|也|已经|怎么|是不是)?(?:忘了|忘记|把[^，,；：]{1,60}?忘(?:了|记))/u;
const ASKED_SOFTLY = /吧|呗|好吗|好不好|行吗|行不行|可以吗|谢谢|拜托|请|麻烦/u;
/** A text or a file at hand, not a memory. */
const AT_HAND =
  /(?:段|行|篇|封|份)(?:代码|文字|话|文|注释|邮件|文件)|代码|文件|注释|段落|标点|空格|图片|照片|软件|分支|表格|错别字/u;
/** Only what was said before tells what is meant. */
const POINTS =
  /^(?:我|你|这|那|刚|上|前|个|条|句|段|话|消息|事儿?|件|才|面|说|发|讲|提|的|一|下|都|全部?|它|些|也|把|给|桩|茬儿?|刚刚|内容|过|东西){0,4}$/u;
const TAIL =
  /(?:这|那)(?:一)?(?:件|个|桩|档子|档|茬儿?|条|句|码)?(?:事情|事儿|事|话|茬儿|茬)?$|的(?:那|这)(?:件|个|桩|句|条|些)(?:事情?|话|消息)?$|的(?:事情|事儿|事|记忆|记录|信息|内容|话)$/u;
const HEAD =
  /^(?:关于|有关|我?(?:之前|刚才|刚刚|昨天|前天|上次)?(?:跟你|和你)?(?:说|讲|提|发)过?的|之前|刚才|刚刚|昨天|前天|上次){1,4}/u;

const TAKING = regex.u`(?:^|[，,；：\s])([^，,；：\s]{0,8})把([^，,；：]{2,60}?)(?:都|全|也|给我|给)?${FORGET}`;
const VERB_FIRST = regex.u`(?:^|[，,；：\s])([^，,；：\s]{0,8}?)(?:${FORGET}|${NOT_KEEP}|${UNSAID}过?)([^，,；：]{2,60})$`;
const NAMED_FIRST = regex.u`(?:^|[，,；：\s])([^，,；：\s]{2,40}?)[，,\s]?(?:请你?|麻烦你?|你|帮我|给我|替我|都|就|你就|可以){0,3}(?:${FORGET}|${NOT_KEEP}|${UNSAID})`;
const POINTING = regex.u`(?:^|[，,；：\s])(?:你|请|就|都|给我|帮我){0,3}(?:${NOT_KEEP}|${UNSAID}|(?:忘掉|删掉|抹掉|忘了吧|忘掉吧))`;

export function requestInChinese(sentence: string): ForgetRequest | undefined {
  if (
    CONTRARY.test(sentence) ||
    AT_HAND.test(sentence) ||
    (COMPLAINT.test(sentence) && !ASKED_SOFTLY.test(sentence)) ||
    /[吗么]$/u.test(sentence.replace(/好吗$|行吗$|可以吗$/u, ""))
  )
    return undefined;
  const taking = TAKING.exec(sentence);
  if (taking !== null && !isSubject(taking[1]!)) return requestAbout(taking[2]!);
  const first = NAMED_FIRST.exec(sentence);
  if (first !== null && asks(sentence, first)) return requestAbout(first[1]!);
  const after = VERB_FIRST.exec(sentence);
  if (after !== null && !isSubject(after[1]!)) return requestAbout(after[2]!.replace(SOFT, ""));
  return POINTING.test(sentence) ? { about: null } : undefined;
}

/** 我把钥匙忘了 tells, 你把…忘了吧 asks. */
function isSubject(words: string): boolean {
  return /(?:我|他|她|俺|咱)们?(?:又|都|也|就|已经|刚)?$/u.test(words.replace(ASK_LEAD, ""));
}

/** An object before the verb is a request only with 你, 吧, 别记 or 当我没说; otherwise somebody states that they forgot it. */
function asks(sentence: string, { 0: whole, index }: RegExpExecArray): boolean {
  const rest = sentence.slice(index + whole.length);
  return (
    /(?:请|麻烦|你|帮我|给我|替我)(?:都|就|可以)?(?:忘|删|抹|清|划)/u.test(whole) ||
    /(?:别|不要|不用|不许|甭|勿)|当/u.test(whole) ||
    /^(?:吧|了吧|好吗|行吗|可以吗)/u.test(rest)
  );
}

function requestAbout(words: string): ForgetRequest {
  const about = words
    .trim()
    .replace(ASK_LEAD, "")
    .replace(HEAD, "")
    .replace(SOFT, "")
    .replace(TAIL, "")
    .replace(/(?:你|请)$/u, "")
    .trim();
  return { about: about === "" || POINTS.test(about) ? null : about };
}
