import { isOwn } from "../domain/identity.ts";
import type { Source } from "../domain/names.ts";
import { strengthAt } from "../domain/strength.ts";
import { RAW_TAG } from "../domain/timeline/entry.ts";
import type { EventEntry } from "../scope-index/event-index.ts";
import type { MemoryEntry } from "../scope-index/memory-entry.ts";
import type { OrdinaryMemories } from "../scope-index/memory-shelf.ts";
import type { ReadableScope } from "../scope-index/scope-index.ts";
import { rowFilter } from "../store/memory-search.ts";
import { isNamed, type ReadQuestion } from "./question.ts";
import { isDoubted } from "./quotes/rules.ts";
import type { RetrieveRequest } from "./request.ts";

/** Which memories may answer a question at all. */
export function memoryFilter(
  request: RetrieveRequest,
  { scope }: ReadableScope,
  source: Source,
): (entry: MemoryEntry) => boolean {
  const { filter, asOf, minStrength, procedural, now, question, quoting, raw } = request;
  const passes = rowFilter(filter);
  const only = request.categories === null ? null : new Set(request.categories);
  const isGroup = scope.kind === "group";
  return (entry) => {
    const { kind } = entry.row;
    if (isGroup && !mayAnswer(question, entry.row)) return false;
    if (quoting !== null && asOf === null && isDoubted(quoting, entry)) return false;
    if (source === "timeline" ? kind !== "timeline" : kind === "timeline" && filter.kind !== "timeline") {
      return false;
    }
    if (kind === "timeline" && !raw && isRaw(entry.row)) return false;
    if (kind !== "timeline" && only !== null && !only.has(entry.row.category)) return false;
    if (kind === "procedural" && !procedural) return false;
    if (!passes(entry)) return false;
    if (minStrength > 0 && strengthOf(entry, now) < minStrength) return false;
    return asOf === null || entry.heldAt(asOf);
  };
}

/** The same for the items of an index: most pass by what its columns say, without a look at their rows. */
export function itemFilter(
  request: RetrieveRequest,
  scope: ReadableScope,
  source: Source,
  ordinary: OrdinaryMemories,
): (entry: MemoryEntry, item: number) => boolean {
  const passes = memoryFilter(request, scope, source);
  if (source !== "memories" || scope.scope.kind === "group" || !wantsOrdinary(request)) return passes;
  const { filter, quoting } = request;
  const { at, minConfidence = 0 } = filter;
  return (entry, item) =>
    ordinary.has(item, at, minConfidence) ? quoting === null || !isDoubted(quoting, entry) : passes(entry);
}

/** Whether a request leaves out no ordinary memory but for its confidence. */
function wantsOrdinary({ filter, asOf, minStrength, categories }: RetrieveRequest): boolean {
  if (asOf !== null || minStrength > 0 || categories !== null) return false;
  const { at: _, status, minConfidence: __, ...others } = filter;
  const isFiltered = Object.values(others).some((value) => value !== undefined);
  return !isFiltered && status?.includes("active") !== false;
}

function isRaw({ tags }: MemoryEntry["row"]): boolean {
  return tags !== "[]" && (JSON.parse(tags) as string[]).includes(RAW_TAG);
}

/** As for quotes: a group's "I" means the asker alone, and a name brings what is about its bearer. */
function mayAnswer(question: ReadQuestion, { subject, text }: MemoryEntry["row"]): boolean {
  const { asker, named, asking, onlyOwn } = question;
  if (onlyOwn) return subject !== null && asker !== null && isOwn(subject, asker);
  if (named.size === 0 || asking.anybody || subject === null) return true;
  const meant = [...named, ...(asking.self && asker !== null ? [asker] : [])];
  return meant.some((account) => isOwn(subject, account) || isNamed(question, text, account));
}

export function strengthOf({ row }: MemoryEntry, now: Date): number {
  return strengthAt(row.strength, new Date(row.strength_at), now);
}

/** An event has a time, a role, a session and an actor; what else is filtered by, it cannot meet. */
export function eventFilter({
  filter,
  asOf,
}: Pick<RetrieveRequest, "filter" | "asOf">): (entry: EventEntry) => boolean {
  const { role, session, actor, createdAfter = 0, createdBefore = Number.POSITIVE_INFINITY } = filter;
  const { at: _, status: __, minConfidence: ___, role: _r, session: _s, actor: _a, ...others } = filter;
  const { createdAfter: _f, createdBefore: _b, ...rest } = others;
  if (Object.values(rest).some((value) => value !== undefined)) return () => false;
  const named = [role, session, actor, filter.createdAfter, filter.createdBefore];
  // Most questions leave no event out: then none is looked at.
  if (asOf === null && named.every((value) => value === undefined)) return () => true;
  return ({ event }) => {
    const time = event.at.getTime();
    return (
      (asOf === null || time <= asOf) &&
      (role === undefined || event.role === role) &&
      (session === undefined || event.session === session) &&
      (actor === undefined || event.actor === actor) &&
      time >= createdAfter &&
      time < createdBefore
    );
  };
}
