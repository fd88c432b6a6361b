import type { ChatCommand, CommandLanguage } from "../../domain/commands/command.ts";
import { withoutEnd } from "../../domain/commands/person.ts";
import { simplified } from "../chinese/script.ts";
import { forgetRequests } from "../forget.ts";
import { HAN } from "../shared/words.ts";

/** A command is short; whatever is handed over with it may be longer. */
const LONGEST = 8_000;
const GREETING = /^(?:hey|hi|hello|ok|okay|yo|嘿|喂|你好)[\s,，!！]{1,3}/i;
const BEHIND_NAME = /^[\s,，:：!！、]{1,4}/;

export interface ReadCommand {
  readonly command: ChatCommand;
  readonly language: CommandLanguage;
}

/**
 * The command that a message gives; `undefined`: none. `names` are the bot's; where it must be `addressed`, a message that
 * does not begin with one of them, or with a mention of one, is not meant for it.
 */
export function readCommand(
  text: string,
  { names, addressed }: { readonly names: readonly string[]; readonly addressed: boolean },
): ReadCommand | undefined {
  const message = text.slice(0, LONGEST).trim();
  const called = withoutName(message, names);
  if (called === undefined && !addressed) return undefined;
  const words = called ?? message;
  const language = HAN.test(words) ? "zh" : "en";
  const command = language === "zh" ? inChinese(words) : commandInEnglish(words);
  if (command !== undefined) return { command, language };
  const [request] = forgetRequests(words);
  return request === undefined ? undefined : { command: { kind: "forget", what: request.about }, language };
}

function inChinese(words: string): ChatCommand | undefined {
  const { text, back } = simplified(words);
  const command = commandInChinese(text);
  if (command === undefined || text === words) return command;
  const written = Object.entries(command).map(([field, value]) => [
    field,
    field === "kind" || value === null ? value : back(value),
  ]);
  return Object.fromEntries(written) as ChatCommand;
}

/** The message behind the bot's name: "Bot, …", "hey bot …", "<@1234> …"; `undefined`: it is not called. */
function withoutName(message: string, names: readonly string[]): string | undefined {
  const words = message.replace(GREETING, "");
  const mention = /^<@!?([^\s<>@!]{1,64})>/.exec(words);
  if (mention !== null) {
    if (!names.some((name) => name === mention[1])) return undefined;
    return words.slice(mention[0].length).replace(BEHIND_NAME, "");
  }
  const start = words.startsWith("@") ? words.slice(1) : words;
  const lower = start.toLowerCase();
  for (const name of names) {
    if (!lower.startsWith(name.toLowerCase())) continue;
    const rest = start.slice(name.length);
    if (HAN.test(name) || BEHIND_NAME.test(rest)) return rest.replace(BEHIND_NAME, "");
  }
  return undefined;
}

const POLITE =
  /^(?:please|pls|plz|kindly|can you|could you|would you|will you|i want you to|i'd like you to|just|also|now|ok|okay|and|so)[\s,]{1,3}/i;
const REMEMBER =
  /^(?:remember|memori[sz]e|note|take note|make a note|keep in mind|don't forget|do not forget)\b[\s,:]{0,3}/i;
/** A request that has the form of a question, and what it hands over. */
const WISH = /^(?:(?:please|hey|ok|okay|and|so|also)[\s,]{1,3}){0,3}(?:can|could|would|will) you\b/i;
const STATES =
  /^(?:that|i|i'm|i've|my \w{1,20} (?:is|are|was)|(?:he|she|we|they|it|\p{Lu}\w{0,30}) (?:is|are|was|has|have|likes?|loves?|hates?|lives?|works?))(?=\s)/iu;
/** Not a claim: a question, a plan, a memory of the speaker's own. */
const NO_CLAIM = /^(?:when|how|what|who|where|why|if|me|us|to|the time|those|days)\b/i;
const THIS =
  /^(?:this|these|it|that|all (?:of )?(?:this|that)|what (?:was|i|he|she|they) (?:just )?said)(?=$|[\s:,.!?[])/i;
const ABOUT = /^[\s,]{0,3}(?:about|for|of)\s{1,3}/i;
const ASK =
  /^(?:what (?:do|did) you (?:know|remember|learn|have)(?: on| about| of)|what have you (?:got|learned|stored) (?:on|about)|what(?:'s| is) known (?:about|of)|tell me (?:what|everything) you know (?:about|of))\s{1,3}/i;

/** The command in an English sentence; `undefined` = none. Requests to forget are read elsewhere. */
function commandInEnglish(sentence: string): ChatCommand | undefined {
  let words = sentence.replaceAll("’", "'").trim();
  for (let i = 0; i < 5; i += 1) words = words.replace(POLITE, "");
  const ask = ASK.exec(words);
  if (ask !== null) {
    const about = withoutEnd(words.slice(ask[0].length));
    return about === "" ? undefined : { kind: "ask", about };
  }
  const verb = REMEMBER.exec(words);
  if (verb === null) return undefined;
  const rest = words.slice(verb[0].length).trim();
  if (!/\?\s*$/.test(words)) return thisOf(rest) ?? claimOf(rest);
  // "Could you remember that I am left-handed?" asks for it; "can you remember my birthday?" asks what is known.
  const wish = WISH.test(sentence.replaceAll("’", "'").trim()) && STATES.test(rest);
  return wish ? claimOf(withoutEnd(rest)) : undefined;
}

function thisOf(rest: string): ChatCommand | undefined {
  const point = THIS.exec(rest);
  if (point === null) return undefined;
  const after = rest.slice(point[0].length);
  const about = ABOUT.exec(after);
  if (about === null) {
    const words = payload(after);
    // "remember that Sergey …" is a claim; "remember this: …" hands over the words.
    if (words === undefined) return undefined;
    return { kind: "remember_this", about: null, words };
  }
  const named = after.slice(about[0].length);
  const end = named.search(/[:[]/);
  const name = withoutEnd(end < 0 ? named : named.slice(0, end));
  const words = end < 0 ? null : payload(named.slice(end));
  return name === "" || words === undefined ? undefined : { kind: "remember_this", about: name, words };
}

/** The words behind a colon or in brackets; `null`: there are none; `undefined`: something else follows. */
function payload(after: string): string | null | undefined {
  const text = after.trim();
  if (/^[.!]*$/.test(text)) return null;
  if (!/^[:[]/.test(text)) return undefined;
  const words = text
    .slice(1)
    .replace(/\]\s*$/, "")
    .trim();
  return words === "" ? null : words;
}

function claimOf(rest: string): ChatCommand | undefined {
  const claim = rest.replace(/^(?:that|the fact that|how)\s{1,3}/i, "").trim();
  if (NO_CLAIM.test(claim) || !/\s/.test(claim)) return undefined;
  return { kind: "remember", claim };
}

const CHINESE_POLITE = /^(?:请你?|麻烦你?|帮我|给我|你能不能|你可以|你能|你要?|能不能|可不可以|可以)/u;
const CHINESE_REMEMBER = /^(?:记住了?|记下来?|记一下|记好|记得|别忘了|不要忘[了记])[，,：:\s]{0,3}/u;
const CHINESE_THIS = /^(?:这个|那个|这些|那些|这件事|那件事|这条|这句话?|刚才(?:说的|那句|那条)?)/u;
const ABOUT_THIS = /^(?:关于)?([^，,：:。]{1,40}?)的(?:这个|这些|这件事|那个|那些|事)(?=$|[：:。！!])/u;
const THIS_ABOUT = /^[，,\s]{0,3}(?:关于|是关于|说的是)([^：:。！!]{1,40})/u;
/** 忘掉关于我的一切, 把我的事都忘了. */
const ALL_OF_SELF = [
  /^(?:请你?|麻烦你?|帮我)?(?:忘掉|忘记|忘了|删除|删掉|清除|清空|抹掉)(?:关于|有关)?我(?:自己)?(?:的(?:一切|所有|全部)?(?:事情|事|信息|记忆|资料|内容|东西)?)?[吧了]?[。！!]?$/u,
  /^(?:请你?|麻烦你?|帮我)?把(?:关于|有关)?我(?:的(?:一切|所有|全部)?(?:事情|事|信息|记忆|资料|内容|东西)?)?[都全]?部?(?:忘掉|忘记|忘了|忘|删除|删掉|删了|清除|清空|抹掉)[吧了]?[。！!]?$/u,
] as const;
/** A request that has the form of a question. */
const CHINESE_WISH = /^(?:请|麻烦|帮我|能不能|可不可以|可以|你能|你可以)/u;
/** 你还记得我叫什么吗: a question about one thing, not about a person. */
const HAS_VERB =
  /^我(?!$|自己$|们$|的)|(?:叫|是|在|有|住|做|喜欢|爱|去|想|要|说|吃|喝|用|买|养|会|对|怕|讨厌|写|看|学|玩)$/u;
const CHINESE_ASK = [
  /^你?(?:还|都)?(?:知道|了解|记得|晓得)(?:关于)?([^，,。？?]{1,40}?)的?(?:什么|些什么|哪些|多少)(?:事情?|信息)?(?:吗|呢)?[？?。]?$/u,
  /^关于([^，,。？?]{1,40}?)[，,]?你(?:还|都)?(?:知道|了解|记得)(?:些|了)?(?:什么|哪些)(?:呢)?[？?。]?$/u,
  /^你对([^，,。？?]{1,40}?)(?:还|都)?(?:了解|知道)(?:多少|什么|些什么|哪些)(?:呢)?[？?。]?$/u,
] as const;

/** The same for a Chinese sentence. */
function commandInChinese(sentence: string): ChatCommand | undefined {
  let words = sentence.trim();
  for (const ask of CHINESE_ASK) {
    const about = ask.exec(words)?.[1]?.trim();
    if (about !== undefined && about !== "" && !HAS_VERB.test(about)) return { kind: "ask", about };
  }
  if (ALL_OF_SELF.some((all) => all.test(words))) return { kind: "forget", what: "我" };
  const asked = words;
  for (let i = 0; i < 3; i += 1) words = words.replace(CHINESE_POLITE, "");
  // "可以记住……吗？" asks for it; "你记得……吗？" asks what is known.
  if (words !== asked && CHINESE_WISH.test(asked)) words = withoutQuestion(words);
  const verb = CHINESE_REMEMBER.exec(words);
  if (verb === null || /(?:吗|[？?])\s*$/u.test(words)) return undefined;
  const rest = words.slice(verb[0].length).trim();
  const aboutThis = ABOUT_THIS.exec(rest);
  if (aboutThis !== null)
    return { kind: "remember_this", about: aboutThis[1]!, words: behind(rest.slice(aboutThis[0].length)) };
  const point = CHINESE_THIS.exec(rest);
  if (point !== null) {
    const after = rest.slice(point[0].length);
    const about = THIS_ABOUT.exec(after);
    if (about !== null)
      return { kind: "remember_this", about: about[1]!.trim(), words: behind(after.slice(about[0].length)) };
    if (/^[吧啊哦了]?[。！!]?$/u.test(after.trim()))
      return { kind: "remember_this", about: null, words: null };
    if (/^[：:]/u.test(after)) return { kind: "remember_this", about: null, words: behind(after) };
  }
  return rest.length < 3 ? undefined : { kind: "remember", claim: rest };
}

/** Not an expression: one that looks for an end tries every beginning. */
function withoutQuestion(text: string): string {
  const bare = withoutEnd(text);
  return bare.endsWith("吗") || bare.endsWith("么") ? bare.slice(0, -1) : bare;
}

/** The words behind a colon; `null`: there are none. */
function behind(after: string): string | null {
  const words = after.replace(/^[：:。！!\s]+/u, "").trim();
  return words === "" ? null : words;
}
