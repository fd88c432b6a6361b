import { timesMeant } from "../../language/languages.ts";
import { callNames } from "../../language/person-names.ts";
import { textTraits } from "../../language/question-signals.ts";
import { terms } from "../../language/terms.ts";
import type { TimeRange } from "./calendar.ts";
import { pairScale } from "./cosine.ts";
import { packPosting, type RelevanceIndex, type WordPostings } from "./relevance-index.ts";

export interface Line {
  readonly by: string;
  readonly text: string;
  readonly session?: number;
  readonly time?: number;
}

/** A few lines as an index: the shortest thing that has the shape of a scope. */
export function smallIndex(lines: readonly Line[]): RelevanceIndex {
  const words = lines.map((line) => terms(line.text));
  const speakers = [...new Set(lines.map((line) => line.by))];
  const sessions = lines.map((line) => line.session ?? 0);
  const sessionCount = Math.max(...sessions) + 1;
  const lengths = words.map((list) => list.length);
  const previous = lines.map((_, i) => (i > 0 && sessions[i - 1] === sessions[i] ? i - 1 : -1));
  const total = lengths.reduce((sum, length) => sum + length, 0);
  return {
    size: lines.length,
    documents: lines.length,
    alone: false,
    lengths,
    averageLength: total / lines.length,
    postings: (word) => postingsOf(word, words),
    previous,
    next: lines.map((_, i) => (previous[i + 1] === i ? i + 1 : -1)),
    sessions,
    sessionCount,
    sessionLengths: Array.from({ length: sessionCount }, (_, s) =>
      lengths.reduce((sum, length, i) => (sessions[i] === s ? sum + length : sum), 0),
    ),
    authors: lines.map((line) => speakers.indexOf(line.by)),
    speakers: speakers.map(callNames),
    assistant: lines.map((line) => (line.by === "assistant" ? 1 : 0)),
    hasAssistant: lines.some(({ by }) => by === "assistant"),
    times: lines.map((line) => line.time ?? 0),
    traits: lines.map((line) => textTraits(line.text)),
    mentions: (item) => mentionedTimes(lines[item]!),
    embedded: lines.map(() => 1),
    pairScales: lines.map(() => pairScale(0)),
    worth: new Float32Array(lines.length),
  };
}

function mentionedTimes(line: Line): readonly TimeRange[] | undefined {
  const ranges = timesMeant(line.text, line.time ?? 0);
  return ranges.length > 0 ? ranges : undefined;
}

function postingsOf(word: string, words: readonly (readonly string[])[]): WordPostings | undefined {
  const entries = Uint32Array.from(
    words.flatMap((list, item) => {
      const count = list.filter((other) => other === word).length;
      return count === 0 ? [] : [packPosting(item, count)];
    }),
  );
  const { length } = entries;
  return length === 0 ? undefined : { entries, size: length, live: length };
}
