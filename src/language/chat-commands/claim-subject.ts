import type { KnownPerson, Meant } from "../../domain/chat-commands/person.ts";
import { HAN, wordSet } from "../shared/words.ts";
import { findPerson, MENTION } from "./person-named.ts";

/** Whom a claim is about, and where in it the name ends. */
export type ClaimSubject<P extends KnownPerson = KnownPerson> =
  /** The speaker: "I …", 我…. */
  | { readonly self: true }
  | { readonly meant: Meant<P>; readonly end: number }
  /** Nobody: "the meeting is on Friday". */
  | { readonly nobody: true };

const SELF = /^(?:i|i'm|im|i've|i'd|i'll|my|mine|me|myself)(?=\s|$)|^我(?!们)|^本人/iu;
/** Names end here at the latest. */
const LOOKED_AT = 120;

/**
 * Known names are found wherever they stand first; unknown words are taken for a name only where a name would stand and
 * nothing marks a thing. In doubt it is a name: then the bot asks, and writes nothing.
 */
export function claimSubject<P extends KnownPerson>(claim: string, people: readonly P[]): ClaimSubject<P> {
  const words = claim.trim();
  if (SELF.test(words.replaceAll("’", "'"))) return { self: true };
  const mention = MENTION.exec(words);
  if (mention !== null) return { meant: findPerson(mention[0], people), end: mention[0].length };
  const start = words.startsWith("@") ? 1 : 0;
  const nameWords = words.slice(start);
  const name = longestName(nameWords, people) ?? (start === 1 ? handle(nameWords) : unknownName(nameWords));
  if (name === undefined) return { nobody: true };
  return { meant: findPerson(name, people), end: start + name.length };
}

/** The word after an @ is a person, whatever its form. */
function handle(text: string): string | undefined {
  return /^[\p{L}\p{N}_.-]{1,40}/u.exec(text)?.[0] && (unknownName(text) ?? text.split(/\s/u, 1)[0]);
}

function unknownName(text: string): string | undefined {
  const start = text.slice(0, LOOKED_AT).replaceAll("’", "'");
  return HAN.test(start) ? subjectInChinese(start) : subjectInEnglish(start);
}

/** The longest name or id that a text begins with. */
function longestName(text: string, people: readonly KnownPerson[]): string | undefined {
  const lower = text.toLowerCase();
  let longest: string | undefined;
  for (const name of people.flatMap(({ id, names }) => [id, ...names])) {
    if (name.length <= (longest?.length ?? 0) || !lower.startsWith(name.toLowerCase())) continue;
    const next = text[name.length];
    const ends =
      next === undefined || HAN.test(name.at(-1)!) || !/[\p{L}\p{N}_]/u.test(next) || HAN.test(next);
    if (ends) longest = text.slice(0, name.length);
  }
  return longest;
}

/** A claim that begins so is about nobody in particular, or about the bot. */
const CHINESE_NOBODY =
  /^(?:我们|咱们?|大家|所有人|每个?|各位|这|那|今天|今晚|明天|昨天|后天|周[一二三四五六日天末]|星期|下[周个]|本[周月群]|群|你|您|有人|没人|如果|以后|不要|别|请)/u;

/** Verbs of people, not of things. */
const CHINESE_PERSONAL =
  /^(?:[也都还最很超不没就才又再]|非常|特别|一直|总是|从来|已经|现在|以前|最近|其实|刚刚?|正在){0,3}(?:喜欢|喜爱|热爱|爱|讨厌|害怕|怕|住|想|觉得|认为|养|吃|喝|说|叫|打算|擅长|学|玩|结婚|离婚|搬|毕业|工作|来自|出生|姓|属|会做|会说|会弹|会唱|练|恨|希望|认识|对)/u;
/** Where a subject ends. */
const CHINESE_VERB =
  /^(?:喜|热爱|爱|讨厌|害怕|怕|住|想|觉得|认为|养|吃|喝|说|叫|打算|擅长|学|玩|结婚|离婚|搬|毕业|工作|来自|出生|姓|练|恨|希望|认识|是|有|在|的|要|能|去|来|做|买|用|不|没|也|都|还|最|很|超|对|非常|特别|一直|总是|从来|已经|现在|以前|最近|其实|刚|正在|应该|必须|可以|需要|今年|今天|明天|周[一二三四五六日天末]|星期|[上下]周|会(?![议场员长所费])|把|被|给|跟|和|每)/u;
/** 周会, 年会: a meeting, not "will". */
const MEETING = /[周晚大年例班聚协委社]$/u;

/** Nouns for things. */
const CHINESE_THING =
  /(?:[器机室码号店赛课组网站楼厅馆费价群区票卡]|会|软件|系统|项目|活动|规则|公告|频道|地址|时间|日期|链接|文件|文档|服务|游戏|考试|作业|电影|[早午晚]饭|聚餐|公司|学校|咖啡|天气|计划|任务|版本|仓库|数据库?|接口|平台|邮箱|电话|名字|口号|主题|周末|节日?|生日|截止|会议|派对|密钥|钥匙|端口|程序|代码|比分|奖品|总部|厨房|冰箱)$/u;
/** 小明, 老王, 阿强: called so, whatever the other character is. */
const NICKNAME = /^(?:(?!小[组店区费票卡]|老店|大[会赛楼厅]|小程)[小老阿大])\p{sc=Han}{1,2}$/u;
const LATIN = /^[\p{sc=Latin}\p{N}][\p{sc=Latin}\p{N}_.-]{0,39}(?: \p{Lu}[\p{sc=Latin}\p{N}_.-]{0,39}){0,3}/u;
/** Abbreviations are things: API, PPT. */
const ABBREVIATION = /^[A-Z0-9_.-]{2,40}$/;
const WRITTEN_SO = /^(?:wi-?fi|web|app|bug|server|minecraft|discord|github)$/i;
const MAX_HAN = 8;

/** The same for a Chinese sentence, whose subject may be written in Latin letters. */
function subjectInChinese(claim: string): string | undefined {
  if (CHINESE_NOBODY.test(claim)) return undefined;
  const latin = LATIN.exec(claim)?.[0] ?? "";
  const first = latin === "" ? 1 : latin.length;
  for (let i = first; i <= latin.length + MAX_HAN && i < claim.length; i += 1) {
    const rest = claim.slice(i).replace(/^\s/u, "");
    if (!CHINESE_VERB.test(rest) || (rest.startsWith("会") && MEETING.test(claim.slice(0, i)))) continue;
    const name = claim.slice(0, i).trim();
    return CHINESE_PERSONAL.test(rest) || !isThing(name) ? name : undefined;
  }
  return undefined;
}

function isThing(name: string): boolean {
  if (NICKNAME.test(name)) return false;
  return CHINESE_THING.test(name) || ABBREVIATION.test(name) || WRITTEN_SO.test(name);
}

/** A claim that begins so is about nobody in particular, or about the bot. */
const NOBODY =
  /^(?:the|an?|our|we|us|this|that|these|those|there|there's|it|it's|you|you're|your|everyone|everybody|nobody|somebody|someone|anyone|people|all|every|each|some|no|not|never|always|if|when|to|on|in|at|for|from|today|tonight|tomorrow|monday|tuesday|wednesday|thursday|friday|saturday|sunday|\d+)(?=[\s',.]|$)/i;

/** Verbs of people, not of things. */
const PERSONAL = wordSet(`
  likes loves hates lives wants prefers speaks thinks enjoys knows believes hopes wishes feels fears misses dislikes adores
  eats drinks drives owns studies learns teaches plays sings dances cooks reads writes codes climbs swims runs skis travels
  married moved said told promised owes lied cheats snores smokes grew born graduated quit collects speaks dreams sleeps
  wakes forgot remembers borrowed lent pays works goes went comes came got`);
/** Verbs of both. */
const NEUTRAL = wordSet(`
  is isn't was wasn't has hasn't had hadn't will won't can can't cannot could couldn't does doesn't did didn't should
  shouldn't must may might would wouldn't never always also really just used needs uses makes became turned turns gets
  still usually often only`);
/** Verbs of things. A capitalised name may take them, too. */
const OF_THINGS = wordSet(`
  starts begins ends takes costs opens closes happens means tastes lasts expires arrives leaves stands contains includes
  belongs lies`);
const PLURAL = wordSet("are aren't were weren't have haven't");

/** Things that a group speaks of; the last word of a subject says what it is. */
const THINGS = wordSet(`
  server servers meeting game event rule rules password passcode code channel bot wifi internet party night evening morning
  deadline dinner lunch breakfast project team website site link stream raid guild group chat class exam test show movie
  film song concert trip office room door house car train bus flight hotel restaurant address number budget price rent
  build release version repo branch database api app update tournament match practice session call standup plan topic book
  club pizza food coffee tea beer weather time date day week month year school library gym bank key ticket order package
  printer store shop page doc document file folder form poll vote quiz prize theme logo kitchen fridge dog cat name color
  colour team's router port url account admin january february march april june july august september october november
  december christmas easter halloween`);
const THING_ENDING = /(?:tion|sion|ment|ness|ity|ship|ing|ware|time|room|book)$/;
const MAX_WORDS = 4;

/**
 * The unknown name that a claim begins with; `undefined`: it is about no person. Lower-case words before "is" are a thing
 * where they are several or known to be one.
 */
function subjectInEnglish(claim: string): string | undefined {
  if (NOBODY.test(claim)) return undefined;
  const words = claim.split(/\s+/u, MAX_WORDS + 2);
  for (let i = 0; i < Math.min(words.length, MAX_WORDS + 1); i += 1) {
    const word = words[i]!;
    const owner = i < MAX_WORDS && /^(.{1,40})'s$/u.exec(word);
    if (owner) return nameOrThing([...words.slice(0, i), owner[1]!], "neutral", claim);
    const verb = i === 0 ? null : verbOf(word.toLowerCase().replace(/[.,!?;:]$/u, ""), words.slice(0, i));
    if (verb === "plural")
      return / (?:and|&) /.test(claim) ? nameOrThing(words.slice(0, i), "neutral", claim) : undefined;
    if (verb !== null) return nameOrThing(words.slice(0, i), verb, claim);
  }
  return undefined;
}

type Verb = "personal" | "neutral" | "of_things" | "plural";

function verbOf(word: string, before: readonly string[]): Verb | null {
  if (PERSONAL.has(word)) return "personal";
  if (NEUTRAL.has(word)) return "neutral";
  if (OF_THINGS.has(word)) return "of_things";
  if (PLURAL.has(word)) return "plural";
  // Behind a name, a word with such an ending is a verb; behind other words it may be a noun: "movie nights".
  const ends = /^[a-z]{2,20}(?:[^su]s|ed)$/.test(word);
  return ends && (before.length === 1 || before.every(isCapital)) ? "neutral" : null;
}

const isCapital = (word: string): boolean => /^\p{Lu}/u.test(word);

function nameOrThing(words: readonly string[], verb: Verb, claim: string): string | undefined {
  if (words.length > MAX_WORDS || words.some((word) => /[.,!?;:()"]/u.test(word.slice(0, -1))))
    return undefined;
  const head = words.at(-1)!.toLowerCase();
  const capital = words.every(isCapital) || words.some((word) => /^(?:and|&)$/.test(word));
  const isThing = THINGS.has(head) || (!capital && THING_ENDING.test(head));
  if (verb !== "personal" && (isThing || (!capital && (words.length > 1 || verb === "of_things"))))
    return undefined;
  // The claim itself has the spaces as they were typed.
  return claim.slice(
    0,
    claim.indexOf(words.at(-1)!, words.slice(0, -1).join(" ").length) + words.at(-1)!.length,
  );
}
