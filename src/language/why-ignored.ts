import { sentences } from "./shared/sentences.ts";

/** A message that nothing came of. */
export interface IgnoredMessage {
  readonly role: "user" | "assistant" | "tool" | "system";
  /** Its words as they were sent. */
  readonly text: string;
  /** The text without the words that Memoir injected. */
  readonly own: string;
  /** Whether it is known who said it. */
  readonly hasAuthor: boolean;
  /** The model that read it; `null` when rules did. */
  readonly model: string | null;
}

/** How much of a message is looked at: nobody greets or asks at greater length. */
const LONGEST = 2_000;

const QUESTION_WORDS =
  /^(?:what(?! an?\b)|who|whom|whose|which|why|how|when|where|is|are|am|was|were|do|does|did|can|could|will|would|should|has|have|any)\b/i;
const CHINESE_QUESTION =
  /(?:吗|呢|么|嘛)$|^(?:什么|谁|哪|怎么|怎样|为什么|为何|几|多少|是不是|有没有|能不能|可不可以)/u;

/** One piece of small talk after the other, the longest first: nothing is tried twice. */
const ENGLISH_TALK =
  /(?:good (?:morning|afternoon|evening|night|day)|welcome back|see (?:you|ya)|thank you|got it|i see|a lot|congratulations|congrats|goodbye|greetings|everyone|exactly|awesome|amazing|perfect|testing|please|thanks|morning|cheers|howdy|hello|later|sorry|great|right|again|there|okay|okey|sure|yeah|cool|nice|good|true|same|done|test|guys|very|much|hiya|lmao|rofl|nope|haha(?:ha)*|hehe(?:he)*|hey|bye|cya|thx|pls|yes|yep|yup|nah|wow|lol|all|you|too|hm+|hi|yo|gm|gn|ty|ok|kk|no|oh|ah|xd|so|to|k)(?: |$)/y;
const CHINESE_TALK =
  /早上好|下午好|晚上好|大家好|不客气|没关系|对不起|太好了|太棒了|你好|您好|哈喽|早安|晚安|午安|再见|拜拜|回见|谢谢|多谢|感谢|谢了|没事|抱歉|好的|好吧|可以|是的|不是|没有|厉害|不错|真的|大家|测试|嗨|早|好|行|嗯|哦|噢|啊|是|对|不|哈|呵|嘿|了|呀|啦|吧|你/uy;

/** Why nothing was kept of a message, for the decision log. It quotes nothing. */
export function whyIgnored({ role, text, own, hasAuthor, model }: IgnoredMessage): string {
  if (text.trim() === "") return "no words";
  if (role === "assistant") return "an assistant's words";
  if (role === "tool") return "a tool's words";
  if (role === "system") return "a system message";
  if (own.trim() === "") return "nothing but words that Memoir put there itself, or the bot's own";
  if (!hasAuthor) return "nobody is known to have said it";
  const said = sentences(own.slice(0, LONGEST));
  if (said.length === 0 || said.every((one) => isSmallTalk(one.text))) return "small talk";
  if (said.every((one) => one.asks || isQuestion(one.text) || isSmallTalk(one.text))) return "a question";
  return model === null ? "nothing a rule understands" : "nothing that the model found worth keeping";
}

function isQuestion(sentence: string): boolean {
  return QUESTION_WORDS.test(sentence) || CHINESE_QUESTION.test(sentence);
}

/** Greetings, thanks, yes and no, and nothing else. */
export function isSmallTalk(sentence: string): boolean {
  const words = sentence
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  return isMadeOf(ENGLISH_TALK, words) || isMadeOf(CHINESE_TALK, words.replaceAll(" ", ""));
}

/** Whether a text is one match after the other, from its beginning to its end. */
function isMadeOf(piece: RegExp, text: string): boolean {
  piece.lastIndex = 0;
  while (piece.lastIndex < text.length) if (!piece.test(text)) return false;
  return true;
}
