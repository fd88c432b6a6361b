import { chineseWords } from "../chinese/words.ts";
import { root } from "../english/roots.ts";
import { englishWords } from "../english/words.ts";
import { HAN, type MarkName } from "../shared/words.ts";
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

interface Node<T> {
  value: T | undefined;
  readonly next: Map<string, Node<T>>;
}

type Add<T> = (phrase: string, value: T) => void;

/**
 * Phrases as a tree of their words' roots, so that a look-up ends at the first word that no phrase goes on with. The tree
 * is made at the first look-up: every process loads this file, and many compare nothing.
 */
class Phrases<T> {
  private readonly top: Node<T> = { value: undefined, next: new Map() };
  private fill: ((add: Add<T>) => void) | undefined;

  constructor(fill: (add: Add<T>) => void) {
    this.fill = fill;
  }

  private add(phrase: string, value: T): void {
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
  at(units: readonly Unit[], index: number): Found<T> | undefined {
    const { fill } = this;
    this.fill = undefined;
    fill?.((phrase, value) => this.add(phrase, value));
    let found: Found<T> | undefined;
    let node = this.top.next.get(units[index]!.root);
    for (let length = 1; node !== undefined; length += 1) {
      if (node.value !== undefined) found = { value: node.value, length };
      const unit = units[index + length];
      node = unit === undefined ? undefined : node.next.get(unit.root);
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

/** A line is one concept, named by its first word: those that say it, then after a slash those that say the opposite. */
const MEANINGS = new Phrases<Meaning>((add) => {
  for (const line of `${englishWords.meanings}\n${chineseWords.meanings}`.split("\n")) {
    const [says, opposite] = line.split("/").map((side) =>
      side
        .split(",")
        .map((phrase) => phrase.trim())
        .filter((phrase) => phrase !== ""),
    );
    const concept = says?.[0];
    if (concept === undefined) continue;
    for (const phrase of says!) add(phrase, { concept: `~${concept}`, sign: 1 });
    for (const phrase of opposite ?? []) add(phrase, { concept: `~${concept}`, sign: -1 });
  }
  for (const word of `${englishWords.whole} ${chineseWords.whole}`.trim().split(/\s+/))
    add(word, { concept: word, sign: 1 });
});

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

/** How far the speaker stands behind it. `can` is said of what is done, too, so it weighs nothing. */
export type Modal = "is" | "can" | "wish" | "plan" | "maybe" | "must";

/** The function of a word that is not content. */
export type Mark =
  /** Says nothing here: articles, pronouns, degrees. */
  | { readonly mark: "drop" }
  /** "A dog" is one dog. */
  | { readonly mark: "single" }
  /** The relation of the following words. */
  | { readonly mark: "role"; readonly role: string }
  | { readonly mark: "not" | "ended" | "never" }
  /** It has ended; denied, it has not: "did not give up". */
  | { readonly mark: "stopped" }
  | { readonly mark: "modal"; readonly modal: Modal }
  | { readonly mark: "tense"; readonly past: boolean }
  /** A new clause; after `but` another one may hold. */
  | { readonly mark: "clause"; readonly but: boolean }
  /** The words before it own the words after it: 的. */
  | { readonly mark: "owner" }
  /** Done to somebody by somebody else: 被. */
  | { readonly mark: "passive" }
  /** Narrows the claim: only, unless, 只. */
  | { readonly mark: "limit" };

const NAMED: Readonly<Record<MarkName, Mark>> = {
  drop: { mark: "drop" },
  single: { mark: "single" },
  not: { mark: "not" },
  never: { mark: "never" },
  ended: { mark: "ended" },
  stopped: { mark: "stopped" },
  wish: { mark: "modal", modal: "wish" },
  plan: { mark: "modal", modal: "plan" },
  maybe: { mark: "modal", modal: "maybe" },
  must: { mark: "modal", modal: "must" },
  can: { mark: "modal", modal: "can" },
  past: { mark: "tense", past: true },
  clause: { mark: "clause", but: false },
  but: { mark: "clause", but: true },
  owner: { mark: "owner" },
  passive: { mark: "passive" },
  limit: { mark: "limit" },
};

export const MARKS = new Phrases<Mark>((add) => {
  const addAll = (phrases: string, mark: Mark): void => {
    for (const phrase of phrases.split(",")) if (phrase.trim() !== "") add(phrase.trim(), mark);
  };
  for (const { marks, roles } of [englishWords, chineseWords]) {
    // A phrase that has two marks has the later one: "that" opens a clause.
    const { drop = "", single = "", ...others } = marks;
    addAll(drop, NAMED.drop);
    addAll(single, NAMED.single);
    for (const [role, phrases] of Object.entries(roles)) addAll(phrases, { mark: "role", role });
    for (const [name, phrases] of Object.entries(others)) addAll(phrases, NAMED[name as MarkName]);
  }
});
