import { singleLine } from "../domain/timeline/entry.ts";
import { looksLikeInstruction } from "./suspicion.ts";
import { terms } from "./terms.ts";

/** Why a model's paragraph is of no use. */
export type SummaryProblem =
  | "empty"
  | "refusal"
  | "echo"
  | "wrong_format"
  | "repeats"
  | "too_long"
  | "unrelated";

/** The source of the paragraph, and how it was to be written. */
export interface SummaryTask {
  /** The texts that it sums up. */
  readonly sources: readonly string[];
  /** Names and ids of the people in them: one of these in the paragraph is relation enough. */
  readonly names: readonly string[];
  /** The system prompt. */
  readonly instructions: string;
  /** The most characters that were asked for. */
  readonly most: number;
}

/** An answer that is a little too long is cut; one that is this many times too long is rejected. */
const MUCH_TOO_LONG = 4;
/** Looked at of sources: enough to find a word that they share with a summary. */
const MAX_LOOKED_AT = 60_000;

/** A summary tells of others, in the third person: one that begins like this speaks to whoever asked for it. */
const REFUSAL_ENGLISH =
  /^(?:(?:i'm|i am) (?:very |so |really |truly )?(?:sorry|afraid)|(?:my )?apologies[,.!]|sorry,? (?:but )?(?:i|as|this|that|no)\b|i (?:must )?apologi[sz]e|unfortunately,? i\b|i (?:can't|cannot|can not|could not|couldn't|won't|will not|do not|don't|did not|didn't|am unable|am not able|need|would need|see no|have no)\b|i'm (?:unable|not able|just an?|an?)\b|as an? (?:ai|a\.i\.|artificial intelligence|(?:large )?language model|assistant)(?: (?:language )?model| assistant)?,? i\b|please (?:provide|share|send|paste|give|upload|let me)|could you (?:please )?(?:provide|share|send|paste)|(?:hello|hi|hey|sure|certainly|okay|ok|of course|great|thanks|thank you)[!,. ]{1,3}(?:how (?:can|may)|what (?:can|would)|please|i (?:can|will|'ll|am|would)|i'll|i'd|let me)|how (?:can|may) i (?:help|assist))/i;
const NOTHING_ENGLISH =
  /^(?:there is|there are|there was|there were) (?:no|not enough|insufficient) (?:\w{1,20} )?(?:information|messages?|facts?|data|transcript|conversation|content|text|summar)/i;
const REFUSAL_CHINESE =
  /^(?:(?:很|非常|十分|真的?)?(?:抱歉|对不起|不好意思|遗憾)(?:[，,。！!：:\s]|我|地)|我(?:们)?(?:无法|不能|没办法|没法|不可以|不便|很抱歉|需要(?:更多|您|你))|作为(?:一[个名款位])?(?:AI|人工智能|大?语言模型|智能|聊天)(?:助手|模型|机器人|语言模型)?[，,\s]{0,2}我|我(?:只)?是(?:一[个名款位])?(?:AI|人工智能|大?语言模型|智能助手)|请(?:您|你)?(?:先|再)?(?:提供|分享|给出|发送|告诉我|粘贴)|(?:您好|你好|好的|当然)[，,！!。\s]{0,2}(?:有什么|我可以|我会|请问|请提供|请告诉))/iu;
const NOTHING_CHINESE =
  /^(?:没有|未|暂无)(?:提供|收到|看到|找到)?(?:足够的?|任何|相关的?)?(?:信息|消息|对话|内容|资料|事实|聊天记录)/u;

/** The markers that our prompts put around their data. */
const TAGS =
  /<\/?(?:transcript|target_users|user_id|user_name|user|messages?|timestamp|author|author_id|content|facts?|factual_memory|current_day_summary|historical_summary|daily_summary|daily_summaries|date_range|summary)>/gi;
const TRANSCRIPT_LINE = /#\d{1,5} (?:user|assistant|tool)\b/g;

/** "Here is the summary:", which small models put in front. */
const PREAMBLE_ENGLISH =
  /^(?:(?:sure|certainly|okay|ok|of course|absolutely)[!,. ]{1,3})?(?:here(?:'s| is| are)|below is|this is) (?:the|a|an|your|my|one) [^:\n]{0,60}\b(?:summary|paragraph|text|context|version|recap|overview)\b[^:\n]{0,40}:\s{0,4}(?=\S)/i;
const PREAMBLE_CHINESE =
  /^(?:(?:好的|当然|没问题)[，,。！!]?\s?)?(?:以下|下面|这)(?:就?是)[^：:\n。]{0,20}(?:摘要|总结|概要|概述|内容|段落|信息)[^：:\n。]{0,10}[：:]\s{0,4}(?=\S)/u;
const LABEL = /^(?:summary|merged (?:summary|text|context)|摘要|总结|概要)\s?[：:]\s{0,4}(?=\S)/i;

/** A model's paragraph without what it says to whoever asked for it. */
export function withoutPreamble(answer: string): string {
  const text = answer.trim();
  const said = text.replace(PREAMBLE_ENGLISH, "").replace(PREAMBLE_CHINESE, "").replace(LABEL, "");
  const bare = /^["“「][^"“”「」]*["”」]$/u.test(said) ? said.slice(1, -1) : said;
  return bare.trim();
}

/** A sentence of a paragraph with the mark and the space behind it. */
const SENTENCE =
  /[^.!?;。！？；]{1,2000}(?:[.!?;。！？；]{1,9}(?:["'”’)\]]{0,3}(?:\s{1,9}|$)|(?=\p{sc=Han}))?|$)|[.!?;。！？；]/gu;

/**
 * A model's paragraph without orders to whoever reads it, and without sentences that fail `keeps`: a model that was talked
 * into something writes it down like the rest.
 */
export function withoutOrders(text: string, keeps: (sentence: string) => boolean = () => true): string {
  const sentences = text.match(SENTENCE) ?? [];
  const remaining = sentences.filter((one) => looksLikeInstruction(one) === null && keeps(one));
  return remaining.length === sentences.length ? text : remaining.join("").trim();
}

/**
 * Whether somebody's own words carry a sentence about them: it holds no fewer words of theirs than words that only others
 * used. A paraphrase without any of both is their own; nobody is told by others who they are.
 */
export function isCarriedBy(
  sentence: string,
  ownWords: ReadonlySet<string>,
  others: ReadonlySet<string>,
): boolean {
  const words = new Set(terms(sentence).filter((word) => !EVERYDAY.has(word)));
  const theirs = [...words].filter((word) => ownWords.has(word)).length;
  const foreign = [...words].filter((word) => !ownWords.has(word) && others.has(word)).length;
  return foreign <= theirs;
}

/**
 * The plain fault of a model's paragraph; `null`: it may be used. A paraphrase and a translation are fine: only a text
 * that shares no word and no name with what it is made of, in the same language, has nothing to do with it.
 */
export function summaryProblem(answer: string, task: SummaryTask): SummaryProblem | null {
  const text = answer.replaceAll("’", "'").trim();
  const whole = singleLine(text);
  const line = whole.replace(/^[*_#>"“「'\s]{1,8}/u, "");
  const letters = line.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  if (letters === 0) return "empty";
  if (REFUSAL_ENGLISH.test(line) || REFUSAL_CHINESE.test(line)) return "refusal";
  // "There is no information about Dana's job. Dana moved to Lisbon." still tells something.
  if ((NOTHING_ENGLISH.test(line) || NOTHING_CHINESE.test(line)) && sentencesIn(line) === 1) return "refusal";
  if (isEcho(whole, task.instructions)) return "echo";
  if (isStructured(text) || letters * 5 < line.replace(/\s/gu, "").length * 2) return "wrong_format";
  const words = terms(line);
  if (words.length >= 24 && new Set(words).size * 5 < words.length) return "repeats";
  if (line.length > task.most * MUCH_TOO_LONG) return "too_long";
  return isRelated(line, words, task) ? null : "unrelated";
}

function sentencesIn(line: string): number {
  return line.split(/[.!?](?=\s)|[。！？]/u).filter((sentence) => /\p{L}/u.test(sentence)).length;
}

function isEcho(line: string, instructions: string): boolean {
  if ((line.match(TAGS)?.length ?? 0) > 1 || (line.match(TRANSCRIPT_LINE)?.length ?? 0) > 1) return true;
  const sentences = singleLine(instructions).split(/(?<=[.:。])\s/u);
  return sentences.some((sentence) => sentence.length >= 30 && line.includes(sentence));
}

/** JSON, a block of code, or a page. */
function isStructured(text: string): boolean {
  if (/^(?:```|~~~|<(?:!doctype|html|body|head|div|script|\?xml)\b)/i.test(text)) return true;
  if (!/^[[{]/.test(text)) return false;
  try {
    return typeof JSON.parse(text) === "object";
  } catch {
    return /^\{\s{0,20}"[^"\n]{1,80}"\s{0,20}:/.test(text);
  }
}

/** Words that every English text has. */
const ENGLISH = /\b(?:the|and|of|is|was|are|were|with|to|has|have|had|she|he|his|her|they|i|i'm|my|in|a)\b/i;
/** Two texts that share only these have nothing to do with each other. */
const EVERYDAY: ReadonlySet<string> = new Set(
  terms(
    "today tomorrow yesterday day week time thing lot good nice great go goes went going get got say said user 今天 昨天 明天 用户 时候 一个 很好",
  ),
);
/** Words that a long text shares with another by chance, when only their beginnings are compared. */
const FEW_WORDS = 12;

function isRelated(line: string, words: readonly string[], { sources, names }: SummaryTask): boolean {
  const source = sources.join("\n").slice(0, MAX_LOOKED_AT);
  const sourceTerms = new Set(terms(source).filter((word) => !EVERYDAY.has(word)));
  if (sourceTerms.size === 0) return true;
  const lower = line.toLowerCase();
  if (names.some((name) => name.trim() !== "" && lower.includes(name.trim().toLowerCase()))) return true;
  const summaryTerms = new Set(words);
  if ([...summaryTerms].some((word) => sourceTerms.has(word))) return true;
  if (!/\p{L}/u.test(line)) return false;
  // A translation shares no word; nor can words of a language be judged that nobody here knows.
  const script = scriptOf(line);
  if (script !== scriptOf(source) || (script === "latin" && !ENGLISH.test(source)) || script === "other")
    return true;
  if (summaryTerms.size >= FEW_WORDS || script !== "latin") return false;
  const beginnings = new Set(
    [...sourceTerms].filter((word) => word.length > 3).map((word) => word.slice(0, 4)),
  );
  return [...summaryTerms].some((word) => word.length > 3 && beginnings.has(word.slice(0, 4)));
}

function scriptOf(text: string): "han" | "latin" | "other" {
  const start = text.slice(0, 4_000);
  const han = start.match(/\p{sc=Han}/gu)?.length ?? 0;
  const latin = start.match(/\p{sc=Latin}/gu)?.length ?? 0;
  const letters = start.match(/\p{L}/gu)?.length ?? 0;
  // A word of Han is one or two characters, of Latin five or six.
  if (han * 3 > latin && han * 6 > letters) return "han";
  return latin * 2 > letters ? "latin" : "other";
}
