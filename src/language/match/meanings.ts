import { chineseWords } from "../chinese/words.ts";
import { root } from "../english/roots.ts";
import { englishWords } from "../english/words.ts";
import { HAN } from "../shared/words.ts";
import type { Unit } from "./units.ts";

/** The concept of an everyday word or phrase, and whether it affirms or negates it. */
export interface Meaning {
  readonly concept: string;
  readonly sign: 1 | -1;
}

interface Found<T> {
  readonly value: T;
  /** How many units the phrase has. */
  readonly length: number;
}

/** Phrases by their words' roots; a phrase is found by its longest form first. */
export class Phrases<T> {
  private readonly entries = new Map<string, T>();
  private longest = 0;

  add(phrase: string, value: T): void {
    const parts = phraseParts(phrase);
    this.entries.set(parts.join(" "), value);
    this.longest = Math.max(this.longest, parts.length);
  }

  at(units: readonly Unit[], index: number): Found<T> | undefined {
    let found: Found<T> | undefined;
    let key = "";
    for (let length = 1; length <= this.longest && index + length <= units.length; length += 1) {
      key = length === 1 ? units[index]!.root : `${key} ${units[index + length - 1]!.root}`;
      const value = this.entries.get(key);
      if (value !== undefined) found = { value, length };
    }
    return found;
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
const QUALITY = /^[大小高矮低长長短多少快慢早晚迟贵难热冷新旧好坏差胖瘦老]$/u;
const DEGREE = /[很太更最真挺超常别较不没好]/u;

export function meaningAt(units: readonly Unit[], index: number): Found<Meaning> | undefined {
  const found = MEANINGS.at(units, index);
  if (found?.length !== 1 || !QUALITY.test(units[index]!.text)) return found;
  const [before, after] = [units[index - 1], units[index + 1]];
  const graded = before?.kind === "han" && DEGREE.test(before.text);
  const last = after === undefined || after.kind === "pause" || after.text === "了";
  return graded || (last && before !== undefined) ? found : undefined;
}
