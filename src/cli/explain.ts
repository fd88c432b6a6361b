import type { MemoryHit, RelevancePart, ScoreParts, Settings } from "../index.ts";
import { ago, share } from "./format.ts";
import type { Screen } from "./output.ts";
import { pad } from "./width.ts";

const VIA: Readonly<Record<ScoreParts["via"], string>> = {
  hybrid: "by words and meaning",
  terms: "by its words alone",
  scan: "found as plain text only: at most 0.60",
  recent: "no word to look for: the newest",
  strength: "the strongest, whatever is asked",
  all: "all of them, whatever is asked",
};

/** What each signal of relevance means, in a few words. */
const SIGNALS: Readonly<Record<RelevancePart["signal"], string>> = {
  words: "its words are the question's",
  wordsSession: "its conversation has the question's words",
  share: "how many of the question's words it holds",
  shareNear: "the same, with what was said beside it",
  meaning: "it means something alike",
  meaningWithBefore: "so does it with what came before",
  meaningWithAfter: "so does it with what came after",
  meaningSession: "so does the best of its conversation",
  speaker: "it is about, or by, whom the question names",
  time: "it is of the time the question means",
  timeNamed: "it names the time the question means",
  tellsTime: "the question asks when, and it says",
  tellsKind: "it has the number, place, name or reason asked for",
  self: "somebody speaks of themselves",
  length: "long texts meet every question a little",
  user: "a person's own words",
  yourWords: "the question asks for the assistant's words",
  known: "these words were heard here before",
  few: "there is little here to confuse it with",
  alone: "a memory has no neighbours to speak for it",
  "words only": "no meaning to compare: words count for more",
};

/** A hit's score as a sum that can be checked by hand. */
export function explainLines(
  screen: Screen,
  { why, score, memory }: MemoryHit,
  { readPolicy }: Pick<Settings, "readPolicy">,
): string[] {
  const { colors, now } = screen;
  const line = (name: string, value: number, weight: number, meaning: string): string =>
    `      ${pad(name, 10)}  ${share(value)} × ${share(weight)} = ${share(value * weight)}  ${colors.dim(meaning)}`;
  const weighted = why.via !== "strength" && why.via !== "all" && readPolicy.retriever !== "words";
  const parts = weighted
    ? [
        line("relevance", why.relevance, readPolicy.similarityWeight, VIA[why.via]),
        ...signalLines(screen, why.signals),
        line("importance", why.importance ?? 0, readPolicy.importanceWeight, "how much it matters"),
        line(
          "recency",
          why.recency ?? 0,
          readPolicy.recencyWeight,
          `confirmed ${ago(memory.confirmedAt, now)}; half after 30 days`,
        ),
      ]
    : [line(why.via === "strength" ? "strength" : "relevance", score, 1, VIA[why.via])];
  return [...parts, `      ${pad("score", 10)}  ${" ".repeat(11)} = ${colors.bold(share(score))}`, ""];
}

/** The largest parts first; what is too small to be seen in two digits is left out. */
function signalLines({ colors }: Screen, signals: readonly RelevancePart[]): string[] {
  return [...signals]
    .sort((a, b) => Math.abs(b.part) - Math.abs(a.part))
    .filter(({ part }) => Math.abs(part) >= 0.005)
    .map(({ signal, part }) => {
      const sign = part < 0 ? "-" : "+";
      return `        ${sign}${share(Math.abs(part))}  ${colors.dim(SIGNALS[signal])}`;
    });
}
