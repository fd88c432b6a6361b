import type { PersonLine } from "../../api/person.ts";
import type { CoreLine, CoreLines, CoreOptions } from "../../api/recall.ts";
import { attempt } from "../attempt.ts";
import { questionsIn, type ScopeQuestion } from "../parse/parse.ts";
import { recallRequest, underPolicies } from "../recall-request.ts";
import { retrieveCore } from "../retrieve/core.ts";
import type { CorePart } from "../retrieve/core-budget.ts";
import { candidateText, type RecallCandidate, shownMemory } from "../shared/candidate.ts";
import { readerUntil } from "../shared/deadline.ts";
import type { ReadContext, ReadingHandle, RecallRun } from "../shared/request.ts";

/** The lines of every prompt, with their sorts and where each comes from. */
export async function coreLines(
  context: ReadContext,
  handle: ReadingHandle,
  options: CoreOptions,
): Promise<CoreLines> {
  const [scope] = handle.scopes;
  const request = underPolicies(context, scope, (settings) => ({
    ...recallRequest(context, settings, handle, { query: "", options, call: "core()" }),
    // Nothing is asked: no model is needed, and nobody's reply waits for it.
    embedder: null,
    deadlineMs: null,
  }));
  return attempt(request, linesOf, (_request, degraded) => ({ lines: [], degraded }));
}

async function linesOf(run: RecallRun): Promise<CoreLines> {
  const inTime = { ...run, reader: readerUntil(run.deadline, run.reader) };
  const questions = await questionsIn(inTime);
  const { parts } = await retrieveCore(inTime, questions.map(aboutThemselves));
  return { lines: parts.map((part) => lineOf(part, run.now)), degraded: run.deadline.degraded };
}

/** In a group the limits of the asker are in the prompts of questions about themselves: they are listed too. */
function aboutThemselves({ scope, question: parsedQuestion, quoting }: ScopeQuestion): ScopeQuestion {
  const question = {
    ...parsedQuestion,
    need: "memory",
    asking: { ...parsedQuestion.asking, self: true },
  } as const;
  return { scope, question, quoting: quoting && { ...quoting, question } };
}

function lineOf({ candidate, sort }: CorePart, now: Date): CoreLine {
  return { sort, ...shownLine(candidate, now) };
}

/** A memory or a quote as people read it. */
export function shownLine(candidate: RecallCandidate, now: Date): PersonLine {
  const text = candidateText(candidate);
  if (candidate.kind !== "event") {
    const at = new Date(candidate.entry.row.confirmed_at);
    return { text, later: null, source: { memory: shownMemory(candidate, now.getTime()) }, at };
  }
  const { event } = candidate.entry;
  const changed = candidate.quotation?.later ?? null;
  const later = changed === null ? null : { text: changed.text, event: changed.entry.event };
  return { text, later, source: { event }, at: event.at };
}
