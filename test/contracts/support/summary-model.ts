import type { LanguageModel } from "../../../src/index.ts";

/** The next step of a summarising model: an answer, or a fault. */
export type Turn = string | Error | { text: string; finish: "stop" | "length" | "tool" } | "hangs";

export interface SummaryModel extends LanguageModel {
  /** The requests so far. */
  readonly prompts: string[];
  /** Its next steps, one per call; then it summarises as always. */
  next(...turns: Turn[]): void;
  /** Fails whenever it is given these words, until it is mended. */
  failOn(words: string): void;
  mend(): void;
}

/** A language model for tests of compression: its summaries name the first and the last words it was given. */
export function summaryModel(
  summary: (prompt: string) => string = () => "User asked about Porto.",
): SummaryModel {
  const prompts: string[] = [];
  const queue: Turn[] = [];
  const doomed: string[] = [];
  return {
    id: "test/summary",
    prompts,
    next: (...turns) => void queue.push(...turns),
    failOn: (words) => void doomed.push(words),
    mend: () => void doomed.splice(0),
    async generate({ messages, signal }) {
      const prompt = messages.at(-1)!.content;
      prompts.push(prompt);
      if (doomed.some((words) => prompt.includes(words))) throw refusal();
      const turn = queue.shift() ?? summary(prompt);
      if (turn instanceof Error) throw turn;
      if (turn === "hangs") {
        return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
      }
      return typeof turn === "string" ? { text: turn, finish: "stop" } : turn;
    },
  };
}

/** An error that no retry mends. */
export function refusal(): Error {
  return Object.assign(new Error("no such model"), { status: 404 });
}
