import type { PersonLine } from "../../api/person.ts";
import type { CoreLine, CoreLines, CoreOptions } from "../../api/recall.ts";
import type { ReadableScope } from "../../scope-index/scope-index.ts";
import { attempt } from "../attempt.ts";
import { candidateText, type RecallCandidate, shownMemory } from "../candidate.ts";
import { type Deadline, readerUntil } from "../deadline.ts";
import { recallRequest, underPolicies } from "../entry.ts";
import { filterFor } from "../parse/filter.ts";
import type { CorePart } from "../retrieve/core.ts";
import { coreIn, questionsIn, type ScopeQuestion } from "../retrieve/retrieve.ts";
import type { ReadContext, ReadingHandle, RecallRequest, RecallRun } from "../types.ts";

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
  const { found } = await attempt(request, find, (degraded) => ({ lines: [], degraded }));
  return found;
}

async function find(
  request: RecallRequest,
  scopes: readonly ReadableScope[],
  deadline: Deadline,
): Promise<CoreLines> {
  const reader = readerUntil(deadline, request.reader);
  const reading: RecallRun = { ...request, reader, deadline, visible: filterFor(request) };
  const asked = await questionsIn(reading, scopes);
  const { parts } = await coreIn(reading, asked.map(aboutThemselves));
  return { lines: parts.map((part) => lineOf(part, request.now)), degraded: deadline.degraded };
}

/** In a group the limits of the asker are in the prompts of questions about themselves: they are listed too. */
function aboutThemselves({ scope, question: asked, quoting }: ScopeQuestion): ScopeQuestion {
  const question = { ...asked, need: "memory", asking: { ...asked.asking, self: true } } as const;
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
