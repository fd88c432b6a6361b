import { chineseWords } from "../chinese/words.ts";
import { root } from "../english/roots.ts";
import { englishWords } from "../english/words.ts";
import { HAN, type MarkName } from "../shared/words.ts";
import type { TextUnit } from "./units.ts";

/** The concept of an everyday word or phrase, and whether it affirms or negates it. */
export interface Meaning {
  readonly concept: string;
  readonly sign: 1 | -1;
}

interface PhraseMatch<T> {
  readonly value: T;
  /** How many units the phrase has. */
  readonly length: number;
}

interface Node<T> {
  value: T | undefined;
  readonly next: Map<string, Node<T>>;
}

/** Phrases as a tree of their words' roots, so that a look-up ends at the first word that no phrase goes on with. */
class Phrases<T> {
  private readonly top: Node<T> = { value: undefined, next: new Map() };

  add(phrase: string, value: T): void {
    let node = this.top;
    for (const part of phraseParts(phrase)) {
      let next = node.next.get(part);
      if (next === undefined) {
        next = { value: undefined, next: new Map() };
        node.next.set(part, next);
      }
      node = next;
    }
    node.value = value;
  }

  /** The longest phrase that begins at a unit. */
  at(units: readonly TextUnit[], index: number): PhraseMatch<T> | undefined {
    let match: PhraseMatch<T> | undefined;
    let node = this.top.next.get(units[index]!.root);
    for (let length = 1; node !== undefined; length += 1) {
      if (node.value !== undefined) match = { value: node.value, length };
      const unit = units[index + length];
      node = unit === undefined ? undefined : node.next.get(unit.root);
    }
    return match;
  }
}

function phraseParts(phrase: string): string[] {
  return phrase
    .split(" ")
    .flatMap((word) => (HAN.test(word) ? Array.from(word) : [root(word)]))
    .filter((part) => part !== "");
}

const MEANINGS = new Phrases<Meaning>();

/** A line is one concept, named by its first word: those that say it, then after a slash those that say the opposite. */
for (const line of `${englishWords.meanings}\n${chineseWords.meanings}`.split("\n")) {
  const [says, opposite] = line.split("/").map((side) =>
    side
      .split(",")
      .map((phrase) => phrase.trim())
      .filter((phrase) => phrase !== ""),
  );
  const concept = says?.[0];
  if (concept === undefined) continue;
  for (const phrase of says!) MEANINGS.add(phrase, { concept: `~${concept}`, sign: 1 });
  for (const phrase of opposite ?? []) MEANINGS.add(phrase, { concept: `~${concept}`, sign: -1 });
}
for (const word of `${englishWords.whole} ${chineseWords.whole}`.trim().split(/\s+/))
  MEANINGS.add(word, { concept: word, sign: 1 });

/** 很大 is big; 大学 is not, and 小明 is a name. */
const QUALITY = /^[大小高矮低长短多少快慢早晚迟贵难热冷新旧好坏差胖瘦老]$/u;
const DEGREE = /[很太更最真挺超常别较不没好]/u;

export function meaningAt(units: readonly TextUnit[], index: number): PhraseMatch<Meaning> | undefined {
  const match = MEANINGS.at(units, index);
  if (match?.length !== 1 || !QUALITY.test(units[index]!.text)) return match;
  const [before, after] = [units[index - 1], units[index + 1]];
  const graded = before?.kind === "han" && DEGREE.test(before.text);
  const last = after === undefined || after.kind === "pause" || after.text === "了";
  return graded || (last && before !== undefined) ? match : undefined;
}

/** How far the speaker stands behind it. `can` is said of what is done, too, so it weighs nothing. */
export type Modal = "is" | "can" | "wish" | "plan" | "maybe" | "must";

/** The function of a word that is not content; a role has the name of the relation, too. */
export interface WordFunction {
  readonly name: MarkName | "role";
  readonly role?: string;
}

export const WORD_FUNCTIONS = new Phrases<WordFunction>();

for (const { marks, roles } of [englishWords, chineseWords]) {
  // A phrase that has two marks has the later one: "that" opens a clause.
  const { drop = "", single = "", ...others } = marks;
  add(drop, { name: "drop" });
  add(single, { name: "single" });
  for (const [role, phrases] of Object.entries(roles)) add(phrases, { name: "role", role });
  for (const [name, phrases] of Object.entries(others)) add(phrases, { name: name as MarkName });
}

function add(phrases: string, mark: WordFunction): void {
  for (const phrase of phrases.split(",")) if (phrase.trim() !== "") WORD_FUNCTIONS.add(phrase.trim(), mark);
}
