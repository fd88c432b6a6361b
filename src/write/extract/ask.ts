import type { z } from "zod";
import { MemoirError } from "../../domain/errors.ts";
import type { ModelCaller } from "../../models/language/call.ts";
import { generateObject, type ObjectAnswer } from "../../models/language/object.ts";
import { type Fact, Facts, FactsInWords, importanceOf, type Retraction } from "./schema.ts";
import { fencedLine } from "./transcript.ts";

interface Answer {
  readonly facts: readonly Fact[];
  readonly forget: readonly Retraction[];
  readonly model: string;
  readonly complete: boolean;
}

interface Question {
  readonly system: string;
  readonly prompt: string;
  readonly signal: AbortSignal | undefined;
  /** No second call, whatever the answer (R192). */
  readonly once: boolean;
  /** Importance is told in a word. */
  readonly inWords: boolean;
}

/** Asks for facts, and for the rest of them when the answer was cut off. */
export async function askForFacts(model: ModelCaller, tenant: string, question: Question): Promise<Answer> {
  const first = await ask(model, tenant, question);
  if (first.complete || question.once) return { ...first, complete: true };
  const told = first.facts.map(({ text }) => `- ${fencedLine(text, 300)}`).join("\n");
  const rest = await ask(model, tenant, {
    ...question,
    prompt: `${question.prompt}\nYou have told these already. Tell only others; if there are none, {"facts":[]}.\n${told}`,
  });
  return {
    ...rest,
    facts: [...first.facts, ...rest.facts],
    forget: [...first.forget, ...rest.forget],
  };
}

/** A fact in an answer, whole or in pieces. */
const HAS_FACT = /["'“]text["'”]\s{0,9}[:=]/;

/**
 * In an answer that is no JSON as a whole, an empty list may be a piece of a fact. Taking that for "nothing to tell"
 * would lose what was said without a trace.
 */
async function ask(
  model: ModelCaller,
  tenant: string,
  { system, prompt, signal, once, inWords }: Question,
): Promise<Answer> {
  let said = "";
  const watched: ModelCaller = {
    ...model,
    async call(...asked) {
      const answer = await model.call(...asked);
      said = answer.text;
      return answer;
    },
  };
  const request = { system, prompt, signal, once };
  const answer = inWords
    ? withNumbers(await generateObject(watched, "extract", tenant, { ...request, schema: FactsInWords }))
    : await generateObject(watched, "extract", tenant, { ...request, schema: Facts });
  const { facts, forget } = answer.object;
  if (facts.length === 0 && HAS_FACT.test(said)) {
    throw new MemoirError("model_bad_output", `${answer.model} told facts that cannot be read.`, {
      details: { model: answer.model },
    });
  }
  return { facts, forget, model: answer.model, complete: answer.complete };
}

function withNumbers(
  answer: ObjectAnswer<z.output<typeof FactsInWords>>,
): ObjectAnswer<z.output<typeof Facts>> {
  const facts = answer.object.facts.map((fact) => ({ ...fact, importance: importanceOf(fact.importance) }));
  return { ...answer, object: { ...answer.object, facts } };
}
