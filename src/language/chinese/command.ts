import type { ChatCommand } from "../../domain/chat-commands/command.ts";
import { withoutEnd } from "../../domain/chat-commands/person.ts";

const POLITE =
  /^(?:请你?|麻烦你?|帮我|给我|你能不能|你可以|你能|你要?(?!记[住下]?了[^，,：:\s])|能不能|可不可以|可以)/u;
const REMEMBER = /^(?:记住了?|记下来?|记一下|记好|记得|别忘了|不要忘[了记])[，,：:\s]{0,3}/u;
const THIS = /^(?:这个|那个|这些|那些|这件事|那件事|这事|这一?点|这条|这句话?|刚才(?:说的|那句|那条)?)/u;
const ABOUT_THIS = /^(?:关于)?([^，,：:。]{1,40}?)的(?:这个|这些|这件事|那个|那些|事)(?=$|[：:。！!])/u;
const THIS_ABOUT = /^[，,\s]{0,3}(?:关于|是关于|说的是)([^：:。！!]{1,40})/u;
/** 忘掉关于我的一切, 把我的事都忘了. */
const ALL_OF_SELF = [
  /^(?:请你?|麻烦你?|帮我)?(?:忘掉|忘记|忘了|删除|删掉|清除|清空|抹掉)(?:关于|有关)?我(?:自己)?(?:的(?:一切|所有|全部)?(?:事情|事|信息|记忆|资料|内容|东西)?)?[吧了]?[。！!]?$/u,
  /^(?:请你?|麻烦你?|帮我)?把(?:关于|有关)?我(?:的(?:一切|所有|全部)?(?:事情|事|信息|记忆|资料|内容|东西)?)?[都全]?部?(?:忘掉|忘记|忘了|忘|删除|删掉|删了|清除|清空|抹掉)[吧了]?[。！!]?$/u,
] as const;
/** A request that has the form of a question. */
const WISH = /^(?:请|麻烦|帮我|能不能|可不可以|可以|你能|你可以)/u;
/** 你还记得我叫什么吗: a question about one thing, not about a person. */
const HAS_VERB =
  /^我(?!$|自己$|们$|的)|(?:叫|是|在|有|住|做|喜欢|爱|去|想|要|说|吃|喝|用|买|养|会|对|怕|讨厌|写|看|学|玩)$/u;
const ASK = [
  /^你?(?:还|都)?(?:知道|了解|记得|晓得)(?:关于)?([^，,。？?]{1,40}?)的?(?:什么|些什么|哪些|多少)(?:事情?|信息)?(?:吗|呢)?[？?。]?$/u,
  /^关于([^，,。？?]{1,40}?)[，,]?你(?:还|都)?(?:知道|了解|记得)(?:些|了)?(?:什么|哪些)(?:呢)?[？?。]?$/u,
  /^你对([^，,。？?]{1,40}?)(?:还|都)?(?:了解|知道)(?:多少|什么|些什么|哪些)(?:呢)?[？?。]?$/u,
] as const;

/** 记住哦, behind what is to be remembered. */
export const CHINESE_ASKS_TO_KEEP =
  /^(?:请|帮我|你|要|给我|一定|千万){0,4}(?:记住|记下来?|记一下|别忘了?|记好|记着)(?:这个|这一?点|这些|这件事|这事|这句话|这条|哦|了|啊|吧|呀){0,4}[。！!]*$/iu;

/** The command in a Chinese sentence, in simple characters; `undefined` = none. */
export function commandInChinese(sentence: string): ChatCommand | undefined {
  let words = sentence.trim();
  for (const ask of ASK) {
    const about = ask.exec(words)?.[1]?.trim();
    if (about !== undefined && about !== "" && !HAS_VERB.test(about)) return { kind: "ask", about };
  }
  if (ALL_OF_SELF.some((all) => all.test(words))) return { kind: "forget", what: "我" };
  const original = words;
  for (let i = 0; i < 3; i += 1) words = words.replace(POLITE, "");
  // "可以记住……吗？" asks for it; "你记得……吗？" asks what is known.
  if (words !== original && WISH.test(original)) words = withoutQuestion(words);
  const verb = REMEMBER.exec(words);
  if (verb === null || /(?:吗|[？?])\s*$/u.test(words)) return undefined;
  const rest = words.slice(verb[0].length).trim();
  const aboutThis = ABOUT_THIS.exec(rest);
  if (aboutThis !== null)
    return { kind: "remember_this", about: aboutThis[1]!, words: behind(rest.slice(aboutThis[0].length)) };
  const point = THIS.exec(rest);
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
