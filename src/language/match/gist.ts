import { wordSet } from "../shared/words.ts";
import { align } from "./align.ts";
import { readClaim } from "./facts.ts";
import type { ParsedFact } from "./grammar.ts";

/**
 * Words that a slot already says: that she lives in Berlin, moved there or has her home there is one value of `home`.
 */
const FRAME =
  wordSet(`~live ~home ~city place ~work ~job ~company ~name age turn becom ~receive ~new ~birthday born celebr ~like ~have =be
  ~begin year old ~old join hire posit role current recent final offici again back move go ~apartment
  ~住 ~房子 ~城市 ~工作 ~职业 ~公司 ~叫 ~生日 ~出生 ~喜欢 ~有 是 ~开始 ~去 ~新 成 为 入 职 加 满 变 年 龄 又 回`);

/** Whether a fact says something that its slot does not state already. */
const says = ({ kind, concept }: ParsedFact): boolean =>
  kind !== "manner" && kind !== "limit" && !FRAME.has(concept);

/**
 * Whether two claims that fill one slot of one subject fill it with the same value, however they put it; and which of
 * them says more, if one does.
 */
export function sameValue(a: string, b: string): { same: boolean; richer: "a" | "b" | null } {
  const { onlyA, onlyB, pairs } = align(readClaim(a), readClaim(b));
  const [moreA, moreB] = [onlyA.filter(says), onlyB.filter(says)];
  const flipped = pairs.some(([x, y]) => x.sign !== y.sign);
  if (flipped || (moreA.length > 0 && moreB.length > 0)) return { same: false, richer: null };
  // Two claims of nothing but the frame have no value to share.
  if (!pairs.some(([fact]) => says(fact))) return { same: false, richer: null };
  return { same: true, richer: moreA.length > 0 ? "a" : moreB.length > 0 ? "b" : null };
}

/** Longer texts are not read (see `compare.ts`). */
const LONGEST = 400;
/** Whom it is about, and something of it. */
const LEAST = 2;

/**
 * Normal forms of a claim that paraphrases share: to recognise a claim without keeping its text. One of the whole
 * claim, and, where it fills a slot, one of the value.
 */
export function gists(claim: {
  readonly text: string;
  readonly subject: string | null;
  readonly slot: string | null;
}): string[] {
  if (claim.text.length > LONGEST) return [];
  const { facts, polarity, modal } = readClaim(claim.text);
  // To hate is the opposite of what the slot says: not liking.
  const sign = facts.reduce((product, fact) => product * fact.sign, 1);
  const form = (name: readonly unknown[], parsedFacts: readonly ParsedFact[]): string[] => {
    const concepts = new Set(parsedFacts.filter(isSaid).map(({ concept, sign }) => `${sign} ${concept}`));
    if (concepts.size < LEAST) return [];
    return [JSON.stringify([...name, polarity, modal, ...[...concepts].sort()])];
  };
  return [
    ...form(["says"], facts),
    ...(claim.slot === null ? [] : form(["is", claim.slot, claim.subject, sign], facts.filter(says))),
  ];
}

/** Manner and soft words may be left out, and a mark is no word. */
function isSaid({ kind, concept }: ParsedFact): boolean {
  return kind !== "manner" && kind !== "soft" && /[\p{L}\p{N}]/u.test(concept);
}
