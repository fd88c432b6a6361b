import { strengthAt } from "../domain/strength.ts";
import { memoryTrust } from "../domain/trust.ts";
import type { Proof, QuotedEvidence } from "../index.ts";
import { METHODS } from "./evidence-view.ts";
import { count, share } from "./format.ts";
import { type Pair, pairs, type Screen } from "./output.ts";

/** The sources, from the most trusted to the least. */
const WORDS: readonly [from: number, word: string][] = [
  [1, "the user's own word"],
  [0.6, "a tool's word"],
  [0.5, "the assistant's word"],
  [0.4, "an import"],
  [0, "somebody else's word"],
];

/** The numbers of a memory, each with the question that it answers. */
export function numberLines(screen: Screen, { memory, evidence }: Proof): string[] {
  const trust = memoryTrust(evidence.map((one) => one.trust));
  const word = WORDS.find(([from]) => trust >= from)?.[1] ?? "nobody's word";
  const best = bestOf(evidence);
  const numbers: Pair[] = [
    ["confidence", `${share(memory.confidence)} (is it true?)`],
    ["importance", `${share(memory.importance)} (does it matter?)`],
    ["strength", `${share(strengthAt(memory.strength, memory.strengthAt, screen.now))} (is it alive?)`],
    ["evidence", count(memory.evidenceCount, "independent source", "independent sources")],
    [
      "trust",
      `${share(trust)} (whose word is it? ${word}${best === null ? "" : `, ${METHODS[best.method]}`})`,
    ],
  ];
  return pairs(screen, numbers);
}

const RANKED = [
  "llm_extract",
  "rule",
  "user_explicit",
] as const satisfies readonly QuotedEvidence["method"][];

/** The piece of evidence that a contradiction would have to outrank: the most trusted, then the most explicit. */
function bestOf(evidence: readonly QuotedEvidence[]): QuotedEvidence | null {
  const rank = ({ trust, method }: QuotedEvidence): number =>
    trust * RANKED.length + RANKED.indexOf(method) / 10;
  return evidence.reduce<QuotedEvidence | null>(
    (best, one) => (best === null || rank(one) > rank(best) ? one : best),
    null,
  );
}
