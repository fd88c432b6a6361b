import type { GenerateRequest, GenerateResult, LanguageModel } from "../../models/language/port.ts";
import { accountOf, type SampleFact, type SamplePerson, type SampleTalk } from "./person.ts";

/** Named in the evidence, so that nobody takes it for a model's work. */
const ID = "sample/script";

/**
 * Stands in for a language model while the sample is told: it answers from the script, and nothing is sent anywhere. What
 * it has no answer for it leaves empty, and the engine goes on without a model.
 */
export function scriptOf(person: SamplePerson, talk: () => SampleTalk): LanguageModel {
  return {
    id: ID,
    structured: true,
    generate: async (request) => modelResult(answerTo(person, talk(), request)),
  };
}

function modelResult(answer: unknown): GenerateResult {
  const text = typeof answer === "string" ? answer : JSON.stringify(answer);
  return { text, finish: "stop", usage: { inputTokens: 0, outputTokens: 0 } };
}

function answerTo(
  person: SamplePerson,
  talk: SampleTalk,
  { system = "", schema, messages }: GenerateRequest,
): unknown {
  const prompt = messages.at(-1)!.content;
  const fields = Object.keys((schema?.json.properties as object | undefined) ?? {});
  if (fields.includes("facts"))
    return { facts: talk.facts.map((fact) => factWithNumbers(fact, prompt)), forget: [] };
  if (fields.includes("insights")) {
    const insights = talk.insight === undefined ? [] : [{ summary: talk.insight, tags: [], importance: 3 }];
    return { insights, profile: [] };
  }
  if (fields.includes("summaries")) {
    return { summaries: talk.day === undefined ? [] : [{ user_id: accountOf(person), summary: talk.day }] };
  }
  return system.startsWith("You keep the record") ? (talk.summary ?? "") : "";
}

/** A fact with the numbers that the prompt gives its message and the memory that it ends. */
function factWithNumbers(fact: SampleFact, prompt: string): object {
  const ends = fact.ends === undefined ? undefined : numberOf(prompt, /^\[(\d+)\]/, fact.ends);
  return {
    text: fact.text,
    type: fact.type,
    subject: fact.about ?? null,
    importance: fact.importance,
    quote: fact.quote,
    source: numberOf(prompt, /^#(\d+) user/, fact.quote) ?? 0,
    more: [...(fact.more ?? []), ...(ends === undefined ? [] : [`ends ${ends}`])],
  };
}

/** The number of the last line of this form that holds these words. */
function numberOf(prompt: string, form: RegExp, words: string): number | undefined {
  const line = prompt
    .split("\n")
    .findLast((one) => form.test(one) && one.toLowerCase().includes(words.toLowerCase().replace(/\.$/, "")));
  return line === undefined ? undefined : Number(form.exec(line)![1]);
}
