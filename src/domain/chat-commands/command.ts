import type { MemoirError, MemoirErrorCode } from "../errors.ts";
import { NOT_KEPT } from "../redact/redact.ts";

/** A command to the bot's memory, as a message states it. */
export type ChatCommand =
  /** "remember that Sergey lives in Berlin" */
  | { readonly kind: "remember"; readonly claim: string }
  /** "remember this about Sergey", with the earlier messages or with its own text; `about: null`: nobody is named. */
  | { readonly kind: "remember_this"; readonly about: string | null; readonly words: string | null }
  /** "forget that Sergey likes pizza"; `what: null`: what was said just before. */
  | { readonly kind: "forget"; readonly what: string | null }
  /** "what do you know about Sergey?" */
  | { readonly kind: "ask"; readonly about: string };

export type CommandLanguage = "en" | "zh";

type Sentence = (a: string, b: string) => string;

/** In one's own scope, and of things, nobody is named. */
const about = (who: string): string => (who === "" ? "" : ` about ${who}`);
const guanyu = (who: string): string => (who === "" ? "" : `关于${who}的`);

/** The bot's replies to commands, in the language of the command. */
const SENTENCES = {
  remembered: {
    en: (who, what) => `Got it, I will remember${about(who)}: ${what}`,
    zh: (who, what) => `好的，我记住了${guanyu(who)}：${what}`,
  },
  known: {
    en: (who, what) => `I knew that${about(who)} already: ${what}`,
    zh: (who, what) => `这个我已经知道了${who === "" ? "" : `，关于${who}的`}：${what}`,
  },
  waits: {
    en: (who) => `Noted${about(who)}, but somebody has to approve it before I use it.`,
    zh: (who) => `${guanyu(who)}这条我记下了，但要有人批准之后才会用。`,
  },
  forgotten: {
    en: (who, what) => `Done, I forgot${about(who)}: ${what}`,
    zh: (who, what) => `好的，我忘掉了${guanyu(who)}：${what}`,
  },
  unsaid: { en: () => "Done, I forgot what you said just before.", zh: () => "好的，你刚才说的我忘掉了。" },
  unsaid_about: {
    en: (_who, hidden) =>
      `Done, I forgot what you said about that. ${hidden === "1" ? "I no longer quote that whole message." : `I no longer quote those ${hidden} messages at all.`}`,
    zh: (_who, hidden) => `好的，你说过的这件事我忘掉了。提到它的${hidden}条消息整条都不再引用。`,
  },
  unsaid_all: {
    en: () => "Done, I forgot everything you said here.",
    zh: () => "好的，你在这里说过的我都忘掉了。",
  },
  unknown_speaker: {
    en: () => "I cannot tell who is asking, so I do not know whose memories to forget. Nothing was changed.",
    zh: () => "我不知道是谁在问，所以不知道该忘掉谁的。什么都没有改动。",
  },
  not_found: {
    en: (who) => `I found nothing like that${about(who)}, so there is nothing to forget.`,
    zh: (who) => `我没有找到${guanyu(who)}这件事，所以没有什么可忘的。`,
  },
  nothing_said: {
    en: () => "I found nothing in the last messages to remember. Tell me with “remember that …”.",
    zh: () => "前面的消息里没有找到可以记住的内容。请直接说“记住……”。",
  },
  told: {
    en: (who, what) => `What I know about ${who}: ${what}`,
    zh: (who, what) => `关于${who}，我知道：${what}`,
  },
  unknown: { en: (who) => `I know nothing about ${who} yet.`, zh: (who) => `关于${who}，我还什么都不知道。` },
  unresolved: {
    en: (name) =>
      `I do not know who “${name}” is. Mention them with @, or use the name they have here. Nothing was changed.`,
    zh: (name) => `我不知道“${name}”是谁。请用@提到对方，或者用对方在这里的名字。什么都没有改动。`,
  },
  unresolved_claim: {
    en: (name) =>
      `I do not know who “${name}” is. Mention them with @, or use the name they have here. If you do not mean a person, begin with “the”. Nothing was changed.`,
    zh: (name) =>
      `我不知道“${name}”是谁。请用@提到对方，或者用对方在这里的名字。如果说的不是人，请在前面加上“这里的”。什么都没有改动。`,
  },
  ambiguous: {
    en: (name, names) =>
      `More than one person goes by “${name}”: ${names}. Mention the one you mean with @. Nothing was changed.`,
    zh: (name, names) => `叫“${name}”的不止一个：${names}。请用@提到你说的那一位。什么都没有改动。`,
  },
  not_yours: {
    en: (who) =>
      `Only ${who === "" ? "the person it is about" : who} can ask me to forget that. Nothing was changed.`,
    zh: (who) => `只有${who}本人可以让我忘掉这个。什么都没有改动。`,
  },
  refused: { en: (why) => `I cannot do that: ${why}`, zh: (why) => `这个我做不到：${why}` },
} as const satisfies Record<string, Record<CommandLanguage, Sentence>>;

/** Why a command is refused, in words for people in the chat. The caller's errors name settings; these do not. */
const REFUSALS = {
  rate_limited: {
    en: "I have noted a lot just now. Please tell me again later.",
    zh: "我刚才已经记了很多，请过一会儿再告诉我。",
  },
  quota_exceeded: {
    en: "my memory is full here. Ask me to forget something first.",
    zh: "这里的记忆已经满了，请先让我忘掉一些。",
  },
  writes_disabled: {
    en: "my memory is switched off here.",
    zh: "这里没有开启记忆。",
  },
  read_only: {
    en: "my memory cannot be changed at the moment.",
    zh: "我的记忆目前不能改动。",
  },
  too_large: { en: "that is too long. Please say it in fewer words.", zh: "内容太长了，请说短一点。" },
  invalid_argument: {
    en: "that is nothing I may keep, such as a password or my own instructions.",
    zh: "这样的内容我不能保存，比如密码或者我自己的指令。",
  },
  not_allowed: { en: "it is not allowed here.", zh: "这里不允许这样做。" },
} as const satisfies Partial<Record<MemoirErrorCode, Record<CommandLanguage, string>>>;

const HELD_SECRET: Record<CommandLanguage, string> = {
  en: `${NOT_KEPT}.`,
  zh: "密码、验证码和卡号不会保存，要求记住也不行。",
};

/** The reason of a refusal for the author of a command; `undefined`: the error goes to the caller only. */
export function whyRefused({ code, details }: MemoirError, language: CommandLanguage): string | undefined {
  if (details.secret === true) return HELD_SECRET[language];
  return Object.hasOwn(REFUSALS, code) ? REFUSALS[code as keyof typeof REFUSALS][language] : undefined;
}

export type ReplyName = keyof typeof SENTENCES;

export function replyText(name: ReplyName, language: CommandLanguage, a = "", b = ""): string {
  const sentence: Sentence = SENTENCES[name][language];
  return sentence(a, b);
}
