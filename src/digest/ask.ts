import { clip } from "../domain/digest/clip.ts";
import { DAY_SYSTEM, DayAnswer } from "../domain/digest/prompts.ts";
import { withoutNames } from "../domain/digest/tokens.ts";
import { type DigestPerson, dayXml } from "../domain/digest/xml.ts";
import { MemoirError } from "../domain/errors.ts";
import { visibleOnly } from "../domain/hidden.ts";
import { redact } from "../domain/redact/redact.ts";
import type { DigestRole } from "../domain/settings/digest.ts";
import { generateObject } from "../models/language/object.ts";
import { withoutThinking } from "../models/thinking.ts";
import { type DayMessages, promptMessages, type Summaries } from "./messages.ts";
import type { DigestPlace } from "./place.ts";
import type { DigestTools } from "./tools.ts";

/** What a model made of something, or why it made nothing. */
export type Asked<T> =
  | { readonly outcome: "ok"; readonly value: T; readonly model: string }
  | { readonly outcome: "blocked" | "failed"; readonly reason: string };

/** A model's failure is an answer here: digests go on without it. */
async function asked<T>(work: () => Promise<{ value: T; model: string }>): Promise<Asked<T>> {
  try {
    return { outcome: "ok", ...(await work()) };
  } catch (error) {
    if (!MemoirError.is(error)) throw error;
    const { code } = error;
    if (code === "model_refused") return { outcome: "blocked", reason: code };
    if (code.startsWith("model_") || code === "budget_exhausted" || code === "aborted")
      return { outcome: "failed", reason: code };
    throw error;
  }
}

/** R97: one call for all people of a day. The answer holds accounts instead of names. */
export function askForDay(
  tools: DigestTools,
  place: DigestPlace,
  day: DayMessages,
): Promise<Asked<Summaries>> {
  const { caller, closed, settings } = tools;
  const { chars, maxPromptChars } = settings.digest;
  const names = new Map(day.people.map(({ id, name }) => [id, name]));
  return asked(async () => {
    const { object, model } = await generateObject(caller, "summary", place.scope.tenant, {
      ...settings.digest.limits.summary,
      schema: DayAnswer,
      system: DAY_SYSTEM(chars.day),
      prompt: dayXml(day.people, promptMessages(day, place, maxPromptChars)),
      signal: closed,
    });
    const summaries: Record<string, string> = {};
    for (const { user_id, summary } of object.summaries) {
      const id = accountOf(user_id, day.people);
      const text = clip(cleaned(tools, summary), chars.day);
      if (id !== undefined && text !== "") summaries[id] = copied(withoutNames(text, names, id));
    }
    return { value: summaries, model };
  });
}

/** A model may give a name where it was asked for an id. */
function accountOf(given: string, people: readonly DigestPerson[]): string | undefined {
  const exact = people.find(({ id }) => id === given.trim());
  if (exact !== undefined) return exact.id;
  const named = people.filter(({ name }) => name === given.trim());
  return named.length === 1 ? named[0]!.id : undefined;
}

/** One paragraph from a model, no longer than it may be. */
export function askForText(
  tools: DigestTools,
  role: DigestRole,
  tenant: string,
  { system, prompt, most }: { readonly system: string; readonly prompt: string; readonly most: number },
): Promise<Asked<string>> {
  return asked(async () => {
    const answer = await tools.caller.call(role, tenant, {
      ...tools.settings.digest.limits[role],
      ...{ system, prompt, signal: tools.closed },
    });
    const value = copied(clip(cleaned(tools, answer.text), most));
    if (value !== "") return { value, model: answer.model };
    throw new MemoirError("model_bad_output", `${answer.model} gave no words.`);
  });
}

/** A piece of a text keeps the whole text in memory; a copy does not. */
function copied(text: string): string {
  return Buffer.from(text).toString();
}

/** A model's words as they are kept: nothing unseen, no secrets, and no thoughts before the answer. */
function cleaned({ settings }: DigestTools, text: string): string {
  return redact(visibleOnly(withoutThinking(text)), settings.privacy.denyPatterns).text;
}
