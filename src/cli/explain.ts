import type { Hit, ScoreParts, Settings } from "../index.ts";
import { ago, share } from "./format.ts";
import type { Screen } from "./output.ts";
import { pad } from "./width.ts";

const VIA: Readonly<Record<ScoreParts["via"], string>> = {
  terms: "how much of the question it answers",
  scan: "found as plain text only: at most 0.50",
  recent: "no word to look for: the newest",
};

/** A hit's score as a sum that can be checked by hand. */
export function explainLines(
  screen: Screen,
  hit: Hit,
  { readPolicy }: Pick<Settings, "readPolicy">,
): string[] {
  const { colors, now } = screen;
  const { why } = hit;
  const parts: [name: string, value: number, weight: number, meaning: string][] = [
    ["relevance", why.similarity, readPolicy.similarityWeight, VIA[why.via]],
    ["importance", why.importance, readPolicy.importanceWeight, "how much it matters"],
    [
      "recency",
      why.recency,
      readPolicy.recencyWeight,
      `confirmed ${ago(hit.memory.confirmedAt, now)}; half after 30 days`,
    ],
  ];
  return [
    ...parts.map(
      ([name, value, weight, meaning]) =>
        `      ${pad(name, 10)}  ${share(value)} × ${share(weight)} = ${share(value * weight)}  ${colors.dim(meaning)}`,
    ),
    `      ${pad("score", 10)}  ${" ".repeat(11)} = ${colors.bold(share(hit.score))}`,
    "",
  ];
}
