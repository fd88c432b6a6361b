import type { ChatMessage, Hit, Memory, Settings } from "../../index.ts";
import { evidenceLines } from "../evidence-view.ts";
import { sumText } from "../explain.ts";
import { share } from "../format.ts";
import { historyLines } from "../history-view.ts";
import type { Screen } from "../output.ts";
import { harmless, oneLine, pad } from "../width.ts";
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
    case "prompt":
      return promptLines(screen, answer.messages);
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

function recallLines({ colors }: Screen, hits: readonly Hit[], { readPolicy }: Settings): string[] {
  if (hits.length === 0) return ["  → nothing found"];
  return hits.flatMap((hit) => {
    const [lead, text] =
      hit.kind === "event"
        ? [oneLine(hit.event.actor ?? hit.event.role), `“${oneLine(hit.text)}”`]
        : [hit.kind === "memory" ? hit.memory.shortId : hit.entry.shortId, oneLine(hit.text)];
    return [
      `  ${colors.bold(share(hit.score))}  ${colors.cyan(lead)}  ${text}`,
      colors.dim(`        ${sumText(hit, readPolicy)}`),
    ];
  });
}

function promptLines({ colors }: Screen, messages: readonly ChatMessage[]): string[] {
  return messages.flatMap(({ role, content }) =>
    harmless(String(content))
      .split("\n")
      .map((line, i) => `  ${colors.dim(pad(i === 0 ? role : "", 6))}  ${line}`),
  );
}
