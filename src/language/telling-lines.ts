import { sentences } from "./shared/sentences.ts";
import { terms } from "./shared/terms.ts";
import { HAN } from "./shared/words.ts";
import { isSmallTalk } from "./why-ignored.ts";

/** A sentence somebody said. */
interface Line {
  readonly text: string;
  readonly terms: readonly string[];
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
  const own = (PERSONAL.test(text) ? 1.5 : 1) * (FEELING.test(text) ? 1.5 : 1);
  // Long lines hold more words and say no more for it.
  return words.size === 0 ? 0 : (sum / Math.sqrt(words.size)) * own;
}

/**
 * What somebody said that tells most of them, in their own words and in the order in which they said it; `null` when
 * nothing does. Questions, greetings and repetitions are left out.
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
      lines.push({ text, terms: words, position: lines.length });
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
