import { sentences } from "./shared/sentences.ts";
import { HAN } from "./shared/words.ts";
import { terms } from "./terms.ts";

/** A sentence somebody said. */
interface Line {
  readonly text: string;
  readonly position: number;
}

/** Longer ones are pasted, shorter ones say nothing. */
const LONGEST = 200;
const FEWEST_TERMS = 2;
/** Words about the speaker, their day and how they feel: what a reader wants to know of them. */
const PERSONAL = /\b(?:i|i'm|im|i've|my|me|we|our)\b|我|俺|咱/iu;
const FEELING =
  /\b(?:stress\w*|tired|happy|sad|angry|anxious|nervous|excited|afraid|worried|love|hate|hope|glad|proud|sick|ill|hurt|finally|deadline|birthday|moved?|married|baby|job|exam|project|trip|hospital|doctor|gym)\b|开心|难过|累|压力|生气|紧张|激动|害怕|担心|终于|生日|搬家|结婚|工作|考试|项目|生病|医院|喜欢|讨厌|加班/iu;

/** How rare each word is in a day: what everybody says tells nothing of anybody. */
export type Rarity = (term: string) => number;

export function rarityIn(texts: readonly string[]): Rarity {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const term of new Set(terms(text))) counts.set(term, (counts.get(term) ?? 0) + 1);
  return (term) => Math.log(1 + texts.length / (counts.get(term) ?? 1));
}

/** How telling a message is, for a choice among many. */
export function tellingScore(text: string, rarity: Rarity): number {
  const words = new Set(terms(text.slice(0, 2_000)));
  let sum = 0;
  for (const term of words) sum += rarity(term);
  const weight = (PERSONAL.test(text) ? 1.5 : 1) * (FEELING.test(text) ? 1.5 : 1);
  // Long lines hold more words and say no more for it.
  return words.size === 0 ? 0 : (sum / Math.sqrt(words.size)) * weight;
}

/**
 * The most telling messages of a person, in their own words and in their original order; `null` when there are none.
 * Questions, greetings and repetitions are left out.
 */
export function tellingLines(messages: readonly string[], rarity: Rarity, most: number): string | null {
  const lines: Line[] = [];
  const said = new Set<string>();
  for (const message of messages) {
    for (const { text, asks } of sentences(message.slice(0, 4_000))) {
      const words = terms(text);
      const folded = words.join(" ");
      if (asks || text.length > LONGEST || words.length < FEWEST_TERMS || said.has(folded)) continue;
      if (isSmallTalk(text)) continue;
      said.add(folded);
      lines.push({ text, position: lines.length });
    }
  }
  const best = lines
    .map((line) => ({ line, score: tellingScore(line.text, rarity) }))
    .sort((a, b) => b.score - a.score || a.line.position - b.line.position);
  const chosen: Line[] = [];
  let room = most - 8;
  for (const { line } of best) {
    if (line.text.length + 4 > room) continue;
    room -= line.text.length + 4;
    chosen.push(line);
  }
  if (chosen.length === 0) return null;
  const quoted = chosen.toSorted((a, b) => a.position - b.position).map(({ text }) => text);
  return quoted.some((text) => HAN.test(text))
    ? `说过：${quoted.map((text) => `“${text}”`).join("；")}`
    : `Said: ${quoted.map((text) => `“${text}”`).join("; ")}`;
}

/** A message that nothing came of. */
export interface IgnoredMessage {
  readonly role: "user" | "assistant" | "tool" | "system";
  /** Its words as they were sent. */
  readonly text: string;
  /** The text without the words that Memoir injected. */
  readonly ownText: string;
  /** Whether it is known who said it. */
  readonly hasAuthor: boolean;
  /** The model that read it; `null` when rules did. */
  readonly model: string | null;
}

/** How much of a message is looked at: nobody greets or asks at greater length. */
const LOOKED_AT = 2_000;

const ASKS: readonly RegExp[] = [
  /^(?:what(?! an?\b)|who|whom|whose|which|why|how|when|where|is|are|am|was|were|do|does|did|can|could|will|would|should|has|have|any)\b/i,
  /(?:吗|呢|么|嘛)$|^(?:什么|谁|哪|怎么|怎样|为什么|为何|几|多少|是不是|有没有|能不能|可不可以)/u,
];

/** One piece of small talk after the other, the longest first: nothing is tried twice. */
const ENGLISH_TALK =
  /(?:good (?:morning|afternoon|evening|night|day)|welcome back|see (?:you|ya)|thank you|got it|i see|a lot|congratulations|congrats|everybody|greetings|everyone|goodbye|exactly|awesome|amazing|perfect|testing|please|thanks|morning|cheers|howdy|hello|later|sorry|great|right|again|there|okay|okey|sure|yeah|cool|nice|good|true|same|done|test|guys|very|much|hiya|lmao|rofl|nope|haha(?:ha)*|hehe(?:he)*|hey|bye|cya|thx|pls|yes|yep|yup|nah|wow|lol|all|you|too|hm+|hi|yo|gm|gn|ty|ok|kk|no|oh|ah|xd|so|to|k)(?: |$)/y;
const CHINESE_TALK =
  /早上好|下午好|晚上好|大家好|不客气|没关系|对不起|太好了|太棒了|你好|您好|哈喽|早安|晚安|午安|再见|拜拜|回见|谢谢|多谢|感谢|谢了|没事|抱歉|好的|好吧|可以|是的|不是|没有|厉害|不错|真的|大家|测试|嗨|早|好|行|嗯|哦|噢|啊|是|对|不|哈|呵|嘿|了|呀|啦|吧|你/uy;

/** Why nothing was kept of a message, for the decision log. It quotes nothing. */
export function whyIgnored({ role, text, ownText, hasAuthor, model }: IgnoredMessage): string {
  if (text.trim() === "") return "no words";
  if (role === "assistant") return "an assistant's words";
  if (role === "tool") return "a tool's words";
  if (role === "system") return "a system message";
  if (ownText.trim() === "") return "nothing but words that Memoir put there itself, or the bot's own";
  if (!hasAuthor) return "nobody is known to have said it";
  const said = sentences(ownText.slice(0, LOOKED_AT));
  if (said.every((one) => isSmallTalk(one.text))) return "small talk";
  if (said.every((one) => one.asks || ASKS.some((sign) => sign.test(one.text)) || isSmallTalk(one.text)))
    return "a question";
  return model === null ? "nobody asked to remember it" : "nothing that the model found worth keeping";
}

/** Whether a message is greetings, thanks, yes and no, and nothing else. */
export function isOnlySmallTalk(text: string): boolean {
  return text.length <= LOOKED_AT && sentences(text).every((one) => isSmallTalk(one.text));
}

function isSmallTalk(sentence: string): boolean {
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
