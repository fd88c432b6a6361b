import type { Memory, MemoryHit, Settings } from "../../index.ts";
import { evidenceLines } from "../evidence-view.ts";
import { share } from "../format.ts";
import { historyLines } from "../history-view.ts";
import type { Screen } from "../output.ts";
import { oneLine } from "../width.ts";
import type { Answer, Step } from "./story.ts";

export function stepLines(screen: Screen, step: Step, place: number, settings: Settings): string[] {
  const { colors } = screen;
  return [
    "",
    `${colors.bold(`${place}. ${step.title}`)}`,
    colors.dim(`  ${step.call}`),
    ...answerLines(screen, step.answer, settings),
  ];
}

function answerLines(screen: Screen, answer: Answer, settings: Settings): string[] {
  switch (answer.kind) {
    case "messages":
      return [
        ...answer.messages.map(({ author, text }) => `  ${oneLine(author)}: ${oneLine(text)}`),
        `  → recorded ${answer.recorded}, already known ${answer.duplicates}`,
      ];
    case "memories":
      return answer.memories.map((memory) => memoryLine(screen, memory));
    case "recall":
      return recallLines(screen, answer.recall.hits, settings);
    case "change":
      return [
        `  ${screen.colors.dim("before")} ${memoryText(answer.before)}`,
        `  ${screen.colors.dim("now   ")} ${memoryText(answer.after)}`,
      ];
    case "proof":
      return evidenceLines(screen, answer.proof.evidence);
    case "history":
      return historyLines(screen, answer.history);
  }
}

function memoryLine({ colors }: Screen, memory: Memory): string {
  return `  ${colors.cyan(memory.shortId)}  ${memoryText(memory)} ${colors.dim(`[${memory.category}, ${memory.status}]`)}`;
}

function memoryText(memory: Memory): string {
  return oneLine(memory.text);
}

function recallLines({ colors }: Screen, hits: readonly MemoryHit[], { readPolicy }: Settings): string[] {
  if (hits.length === 0) return ["  → nothing found"];
  return hits.flatMap(({ score, text, memory, why }) => [
    `  ${colors.bold(share(score))}  ${colors.cyan(memory.shortId)}  ${oneLine(text)}`,
    colors.dim(
      `        = relevance ${share(why.relevance)} × ${share(readPolicy.similarityWeight)} + importance ${share(why.importance ?? 0)} × ${share(readPolicy.importanceWeight)} + recency ${share(why.recency ?? 0)} × ${share(readPolicy.recencyWeight)}`,
    ),
  ]);
}
