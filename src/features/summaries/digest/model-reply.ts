import {
  clip,
  DAY_SYSTEM,
  DayAnswer,
  type DigestPerson,
  dayXml,
  namesToAccounts,
} from "../../../domain/digest.ts";
import { MemoirError } from "../../../domain/errors.ts";
import { redact } from "../../../domain/redact/redact.ts";
import type { DigestRole } from "../../../domain/settings/summaries.ts";
import { visibleText } from "../../../domain/text.ts";
import {
  isCarriedBy,
  type SummaryTask,
  summaryProblem,
  withoutOrders,
  withoutPreamble,
} from "../../../language/check-summary.ts";
import { terms } from "../../../language/terms.ts";
import { withoutThinking } from "../../../models/json.ts";
import { isModelFailure } from "../../../models/language/failure.ts";
import { generateObject } from "../../../models/language/object.ts";
import {
  type DayMessages,
  type DigestScope,
  type DigestTools,
  promptMessages,
  type Summaries,
} from "./digest-scope.ts";

/** A model's result, or the reason why there is none. */
export type ModelReply<T> =
  | { readonly outcome: "ok"; readonly value: T; readonly model: string }
  | { readonly outcome: "blocked" | "failed"; readonly reason: string };

/** A model's failure is an answer here: digests go on without it. */
async function catchModelFailure<T>(
  work: () => Promise<{ value: T; model: string }>,
): Promise<ModelReply<T>> {
  try {
    return { outcome: "ok", ...(await work()) };
  } catch (error) {
    const code = MemoirError.is(error) ? error.code : undefined;
    if (code === "model_refused") return { outcome: "blocked", reason: code };
    if (code === "aborted" || isModelFailure(error)) return { outcome: "failed", reason: code! };
    throw error;
  }
}

/**
 * One call for all people of a day. The answer holds accounts instead of names. `ownSummaries` stands in for summaries that
 * are of no use; where none is of use, the answer is not.
 */
export function askForDay(
  tools: DigestTools,
  digestScope: DigestScope,
  day: DayMessages,
  ownSummaries: Summaries,
): Promise<ModelReply<Summaries>> {
  const { caller, closed, settings } = tools;
  const { chars, maxPromptChars } = settings.digest;
  const names = new Map(day.people.map(({ id, name }) => [id, name]));
  const task: SummaryTask = {
    sources: day.messages.map(({ text }) => text),
    names: [...names.values(), ...names.keys()],
    instructions: DAY_SYSTEM(chars.day),
    most: chars.day,
  };
  return catchModelFailure(async () => {
    const { object, model } = await generateObject(caller, "summary", digestScope.scope.tenant, {
      ...settings.digest.limits.summary,
      schema: DayAnswer,
      system: task.instructions,
      prompt: dayXml(day.people, promptMessages(day, digestScope, maxPromptChars)),
      signal: closed,
    });
    const summaries: Record<string, string> = {};
    let good = 0;
    let bad = 0;
    for (const { user_id, summary } of object.summaries) {
      const id = accountOf(user_id, day.people);
      if (id === undefined || summary.trim() === "") continue;
      const text = withoutOrders(cleanText(tools, summary), carriedBy(id, day));
      if (summaryProblem(text, task) === null) {
        good += 1;
        summaries[id] = copyText(namesToAccounts(clip(text, chars.day), names, id));
        continue;
      }
      bad += 1;
      if (ownSummaries[id] !== undefined) summaries[id] = ownSummaries[id];
    }
    if (bad > 0 && good === 0) {
      const message = `${model} gave summaries that have nothing to do with the day.`;
      throw new MemoirError("model_bad_output", message);
    }
    return { value: summaries, model };
  });
}

/** Whether a person's own messages of the day carry a sentence about them. */
function carriedBy(person: string, { messages, people }: DayMessages): (sentence: string) => boolean {
  const nameTerms = new Set(people.flatMap(({ id, name }) => terms(`${id} ${name}`)));
  const wordsOf = (isTheirs: boolean): Set<string> =>
    new Set(
      messages
        .filter(({ author }) => (author === person) === isTheirs)
        .flatMap(({ text }) => terms(text))
        .filter((word) => !nameTerms.has(word)),
    );
  const [ownWords, others] = [wordsOf(true), wordsOf(false)];
  return (sentence) => isCarriedBy(sentence, ownWords, others);
}

/** A model may give a name where it was asked for an id. */
function accountOf(reply: string, people: readonly DigestPerson[]): string | undefined {
  const exact = people.find(({ id }) => id === reply.trim());
  if (exact !== undefined) return exact.id;
  const matches = people.filter(({ name }) => name === reply.trim());
  return matches.length === 1 ? matches[0]!.id : undefined;
}

/** A paragraph about somebody that a model is to write. */
export interface ParagraphTask {
  readonly role: DigestRole;
  readonly tenant: string;
  readonly person: DigestPerson;
  readonly prompt: string;
  /** The texts that it sums up. */
  readonly sources: readonly string[];
  readonly system: (chars: number) => string;
  readonly most: number;
}

/** One paragraph from a model, no longer than it may be; one that is of no use is a failure. */
export function askForText(tools: DigestTools, task: ParagraphTask): Promise<ModelReply<string>> {
  const { role, tenant, person, prompt, sources, system, most } = task;
  const instructions = system(most);
  return catchModelFailure(async () => {
    const answer = await tools.caller.call(role, tenant, {
      ...tools.settings.digest.limits[role],
      system: instructions,
      prompt,
      signal: tools.closed,
    });
    const text = withoutOrders(cleanText(tools, answer.text));
    const names = [person.name, person.id];
    const problem = summaryProblem(text, { sources, names, instructions, most });
    if (problem === null) return { value: copyText(clip(text, most)), model: answer.model };
    throw new MemoirError(
      problem === "refusal" ? "model_refused" : "model_bad_output",
      `${answer.model} gave a paragraph that is of no use: ${problem}.`,
    );
  });
}

/** A piece of a text keeps the whole text in memory; a copy does not. */
function copyText(text: string): string {
  return Buffer.from(text).toString();
}

/** A model's words as they are kept: nothing unseen, no secrets, and nothing said before the answer. */
function cleanText({ settings }: DigestTools, text: string): string {
  return redact(withoutPreamble(visibleText(withoutThinking(text))), settings.privacy.denyPatterns).text;
}
