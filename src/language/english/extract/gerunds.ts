import { withoutDates } from "../absolute-dates.ts";
import type { Phrase } from "./phrase.ts";
import { verbForm } from "./verbs.ts";

/** "Stopped eating meat", "quit smoking", "gave up playing chess": the same as no longer doing it. */
export function stoppedPhrase(phrase: Phrase): Phrase | undefined {
  const inner = gerund(phrase, /^(?:stop|quit|give|finish)$/);
  return inner === undefined || (phrase.lemma === "give" && !/^up /.test(phrase.rest))
    ? undefined
    : { ...inner, rest: withoutDates(inner.rest), time: "present", negated: true, ended: true };
}

/** "Started learning Japanese": the same as learning it now. */
export function startedPhrase(phrase: Phrase): Phrase | undefined {
  const back = phrase.lemma === "go" && /^back to /i.test(phrase.rest);
  const inner = back ? gerund({ ...phrase, adverbs: "again" }, /^go$/) : gerund(phrase, /^(?:start|begin)$/);
  if (inner !== undefined && back) return { ...inner, time: "present" };
  return inner === undefined ? undefined : { ...inner, rest: withoutDates(inner.rest), time: "progressive" };
}

function gerund(phrase: Phrase, verbs: RegExp): Phrase | undefined {
  const { lemma, time, rest } = phrase;
  if (!verbs.test(lemma) || (time !== "past" && time !== "perfect")) return undefined;
  const match = /^(?:up |back to )?([a-z]+ing)\b ?(.*)$/i.exec(rest);
  const form = match === null ? undefined : verbForm(match[1]!);
  return form?.form === "ing" ? { ...phrase, lemma: form.lemma, rest: match![2]!, modal: null } : undefined;
}
