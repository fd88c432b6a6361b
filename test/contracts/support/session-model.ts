import type { LanguageModel } from "../../../src/index.ts";

/** The model's summary of a session. */
export interface Told {
  readonly text: string;
  readonly category?: string;
  readonly importance?: string;
  readonly matches?: string;
  readonly contradicts?: string;
  readonly expiresAt?: string;
  readonly confidence?: number;
}

const TYPES: Readonly<Record<string, string>> = {
  fact: "profile",
  todo: "task_state",
  preference: "preference",
};

/** A model that tells what a test wants; `broken` answers no JSON. */
export function sessionModel() {
  let told: readonly Told[] | "broken" = [];
  const prompts: string[] = [];
  const model: LanguageModel = {
    id: "fake/one",
    async generate({ messages, system }) {
      const prompt = messages.map(({ content }) => content).join("\n");
      prompts.push(prompt);
      if (system?.includes("too long to be read") === true) {
        const kept = [...prompt.matchAll(/^\[(\d+)\] user: .*喜欢/gm)].map(([, number]) => Number(number));
        return { text: JSON.stringify({ keep: kept }), finish: "stop" };
      }
      if (told === "broken") return { text: "I would rather talk about the weather", finish: "stop" };
      const last = Number([...prompt.matchAll(/^#(\d+) user/gm)].at(-1)?.[1]);
      const number = (text: string): number[] =>
        [...prompt.matchAll(/^\[(\d+)\] (.*)$/gm)].flatMap(([, n, known]) =>
          known === text ? [Number(n)] : [],
        );
      const facts = told.map(({ text, category = "preference", importance = "medium", ...more }) => ({
        ...{
          text,
          category,
          importance,
          type: TYPES[category] ?? "preference",
          confidence: more.confidence ?? 0.9,
        },
        ...{
          source: last,
          quote: "",
          matches: number(more.matches ?? "-"),
          contradicts: number(more.contradicts ?? "-"),
        },
        expiresAt: more.expiresAt ?? null,
      }));
      return { text: JSON.stringify({ facts, forget: [] }), finish: "stop" };
    },
  };
  return {
    model,
    prompts,
    tells: (facts: readonly Told[] | "broken") => {
      told = facts;
    },
  };
}
