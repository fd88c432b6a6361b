import type { GenerateRequest, LanguageModel } from "../../../src/models/language/port.ts";

/** The seed's own YAML, as it is written there. */
export const SEED = {
  categories: {
    system: [
      { name: "profile", context: "all" },
      { name: "event", context: "rag", rag_length: 30 },
      { name: "activity", context: "rag", rag_length: 50 },
    ],
    custom: [],
  },
};

/** A fact that the model reads in a message: its sentence, and what is special about it. */
type ReadFact = Readonly<Record<string, unknown>> & { readonly text: string };

/** The answers of a supervisor's model, by role. */
export interface SupervisorAnswers {
  /** By the words of the message. */
  readonly facts: Readonly<Record<string, readonly ReadFact[]>>;
  readonly insights: readonly object[];
  readonly profile: readonly object[];
  /** Whether two sentences state one fact. */
  same(a: string, b: string): boolean;
}

/** A model in this process that answers all roles of the preset `supervisor`, and keeps what it was asked. */
export function supervisorModel(
  answers: SupervisorAnswers,
): LanguageModel & { readonly asked: Record<string, GenerateRequest[]> } {
  const asked: Record<string, GenerateRequest[]> = {};
  const answer: Readonly<Record<string, (prompt: string) => object>> = {
    extract: (prompt) => ({
      facts: [...prompt.matchAll(/^#(\d+) user(?![^:\n]*\(earlier)[^:\n]*: (.*)$/gm)].flatMap(
        ([, source, quote]) =>
          (answers.facts[quote!] ?? []).map((fact) => ({
            ...{ type: "profile", subject: "Ana", importance: 0.6, confidence: 0.95 },
            ...{ source: Number(source), quote, ...fact },
          })),
      ),
      forget: [],
    }),
    check: (prompt) => ({
      pairs: [...prompt.matchAll(/^\[(\d+)\] A: (.*)\n {4}B: (.*)$/gm)].map(([, number, a, b]) => ({
        number: Number(number),
        verdict: answers.same(a!, b!) ? "same" : "different",
      })),
    }),
    insight: () => ({ insights: answers.insights, profile: answers.profile }),
  };
  return {
    id: "test/supervisor",
    structured: true,
    asked,
    async generate(request) {
      const role = request.schema?.name ?? "";
      asked[role] = [...(asked[role] ?? []), request];
      const object = answer[role]?.(request.messages.at(-1)!.content) ?? {};
      return { text: JSON.stringify(object), object, finish: "stop" };
    },
  };
}
