import type { MemoryFilter } from "../../api/memories.ts";
import {
  type Access,
  allowedCategories,
  checkAllowed,
  checkUnbound,
  PROCEDURAL,
} from "../../domain/allowlist.ts";
import { checkList, checkOptions } from "../../domain/arguments.ts";
import type { Source } from "../../domain/enums.ts";
import { invalidArgument, show } from "../../domain/errors.ts";
import { isOwn } from "../../domain/identity.ts";
import { MEMORY_FIELDS, type MemoryStatus } from "../../domain/memory.ts";
import { checkFilterValue, filtersOf } from "../../domain/memory-field.ts";
import { strengthAt } from "../../domain/strength.ts";
import { checkId } from "../../domain/text.ts";
import { RAW_TAG } from "../../domain/timeline/entry.ts";
import { shownShare, type Verdict, type VerdictCode, verdict } from "../../domain/why-not.ts";
import type { EventEntry } from "../../scope-index/event-index.ts";
import type { MemoryEntry } from "../../scope-index/memory-entry.ts";
import type { OrdinaryMemories } from "../../scope-index/memory-shelf.ts";
import type { ReadableScope } from "../../scope-index/scope-index.ts";
import { rowFilter, type StoreFilter } from "../../store/tables/memory-search.ts";
import { isDoubted } from "../retrieve/quotes/rules.ts";
import type { Question, RetrieveRequest } from "../types.ts";
import { isNamed, type ParsedQuestion } from "./question.ts";

/** A filter, narrowed to what a handle may see. Naming a category outside is an error. */
export function visibleFilter(access: Access, filter: MemoryFilter): MemoryFilter {
  const { category, categories } = filter;
  // One of the list that is not the one named meets nothing, but asking for it is as wrong.
  if (category !== undefined) checkAllowed(access, category);
  const allowed = allowedCategories(access, categories);
  return allowed === null ? filter : { ...filter, categories: allowed };
}

/** The request's filter, and what the policy and the agent's allowlist add to it. */
export function filterFor(request: Question): StoreFilter {
  const { settings, access, from, asOf } = request;
  const filter = visibleFilter(access, request.filter);
  if (from.includes("events") || from.includes("quotes")) checkUnbound(access, "events");
  const procedures = namesCategory(request.filter)
    ? {}
    : { categories: filter.categories?.filter((one) => one !== PROCEDURAL) };
  return {
    ...filter,
    ...procedures,
    status: request.filter.status ?? (asOf === null ? ["active"] : ["active", "superseded"]),
    at: asOf ?? request.now.getTime(),
    minConfidence: Math.max(settings.readPolicy.minConfidence, request.filter.minConfidence ?? 0),
  };
}

export function namesCategory({ category, categories }: MemoryFilter): boolean {
  return category !== undefined || categories !== undefined;
}

export function wantsProcedures({ category, categories, kind }: MemoryFilter): boolean {
  return category === PROCEDURAL || kind === PROCEDURAL || categories?.includes(PROCEDURAL) === true;
}

const FILTERS = new Map(filtersOf(MEMORY_FIELDS).map((filter) => [filter.name, filter]));

/** A filter with nothing in it that the store cannot compare. A misspelt one is refused: it would find too much. */
export function checkFilter(given: unknown, call: string): MemoryFilter {
  const checked: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(checkOptions(given as object | undefined, call))) {
    const filter = FILTERS.get(name);
    if (filter === undefined) {
      throw invalidArgument(
        `${call} does not know the filter ${show(name)}; it knows ${[...FILTERS.keys()].join(", ")}.`,
      );
    }
    if (value !== undefined) checked[name] = checkFilterValue(filter, value);
  }
  return checked;
}

export function checkCategories(value: unknown): readonly string[] {
  return Array.from(checkList(value, "categories"), (one, i) => checkId(one, `categories[${i}]`));
}

/** Which memories may answer a question at all. */
export function memoryFilter(
  request: RetrieveRequest,
  scope: ReadableScope,
  source: Source,
): (entry: MemoryEntry) => boolean {
  const ruleOf = memoryRule(request, scope, source);
  return (entry) => ruleOf(entry) === null;
}

/** The rule by which a memory cannot answer a question; `null`: it may. */
function memoryRule(
  request: RetrieveRequest,
  { scope }: ReadableScope,
  source: Source,
): (
  entry: MemoryEntry,
) => "person" | "changed" | "kind" | "categories" | "row" | "strength" | "otherTime" | null {
  const { filter, asOf, minStrength, procedural, now, question, quoting, raw } = request;
  const passes = rowFilter(filter);
  const only = request.categories === null ? null : new Set(request.categories);
  const isGroup = scope.kind === "group";
  return (entry) => {
    const { kind } = entry.row;
    if (isGroup && !mayAnswer(question, entry.row)) return "person";
    if (quoting !== null && asOf === null && isDoubted(quoting, entry)) return "changed";
    if (source === "timeline" ? kind !== "timeline" : kind === "timeline" && filter.kind !== "timeline") {
      return "kind";
    }
    if (kind === "timeline" && !raw && isRaw(entry.row)) return "kind";
    if (kind !== "timeline" && only !== null && !only.has(entry.row.category)) return "categories";
    if (kind === "procedural" && !procedural) return "kind";
    if (!passes(entry)) return "row";
    if (minStrength > 0 && strengthOf(entry.row, now) < minStrength) return "strength";
    return asOf === null || entry.heldAt(asOf) ? null : "otherTime";
  };
}

/** The same for who asks why: with the numbers, and with the column that does not pass. */
export function whyNoMemory(
  request: RetrieveRequest,
  scope: ReadableScope,
  source: Source,
): (entry: MemoryEntry) => Verdict | null {
  const ruleOf = memoryRule(request, scope, source);
  return (entry) => {
    const rule = ruleOf(entry);
    if (rule === null) return null;
    if (rule === "row") return whyNoRow(entry, request.filter);
    if (rule !== "strength") return verdict(rule);
    const strength = shownShare(strengthOf(entry.row, request.now));
    return verdict("strength", { strength, least: request.minStrength });
  };
}

/** The verdict on a memory that is not active. */
export const OF_STATUS = {
  pending: "pending",
  shadow: "shadow",
  archived: "archived",
  disabled: "disabled",
  expired: "expired",
  superseded: "replaced",
  soft_deleted: "forgotten",
} as const satisfies Record<Exclude<MemoryStatus, "active">, VerdictCode>;

function whyNoRow(
  entry: MemoryEntry,
  { at, status: wanted, minConfidence = 0, categories }: StoreFilter,
): Verdict {
  const { confidence, category } = entry.row;
  const status = entry.statusAt(at);
  if (status !== "active" && wanted?.includes(status) !== true) return verdict(OF_STATUS[status]);
  if (confidence < minConfidence)
    return verdict("confidence", { confidence: shownShare(confidence), least: minConfidence });
  return verdict(categories?.includes(category) === false ? "categories" : "filter");
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
  return !hasOther(filter, OF_ALL) && filter.status?.includes("active") !== false;
}

/** Filters that leave out no event, and no ordinary memory but for its confidence. */
const OF_ALL = ["at", "status", "minConfidence"];

/** Whether a filter asks for something besides these. */
function hasOther(filter: StoreFilter, names: readonly string[]): boolean {
  return Object.entries(filter).some(([name, value]) => value !== undefined && !names.includes(name));
}

function isRaw({ tags }: MemoryEntry["row"]): boolean {
  return tags !== "[]" && (JSON.parse(tags) as string[]).includes(RAW_TAG);
}

/** A group's "I" means the asker, and a name brings what is about its bearer. */
function mayAnswer(question: ParsedQuestion, { subject, text }: MemoryEntry["row"]): boolean {
  const { about, asking, asker } = question;
  if (about.size === 0) return true;
  const self = asking.self ? asker : null;
  if (subject === null) return self === null || about.size > 1;
  return [...about].some(
    (account) => isOwn(subject, account) || (account !== self && isNamed(question, text, account)),
  );
}

export function strengthOf(row: MemoryEntry["row"], now: Date): number {
  return strengthAt(row.strength, new Date(row.strength_at), now);
}

/** An event has a time, a role, a session and an actor; what else is filtered by, it cannot meet. */
export function eventFilter({
  filter,
  asOf,
}: Pick<RetrieveRequest, "filter" | "asOf">): (entry: EventEntry) => boolean {
  const { role, session, actor, createdAfter = 0, createdBefore = Number.POSITIVE_INFINITY } = filter;
  const names = ["role", "session", "actor", "createdAfter", "createdBefore"];
  if (hasOther(filter, [...OF_ALL, ...names])) return () => false;
  // Most questions leave no event out: then none is looked at.
  if (asOf === null && !hasOther(filter, OF_ALL)) return () => true;
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
