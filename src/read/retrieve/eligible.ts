import type { Source } from "../../domain/enums.ts";
import { isOwn } from "../../domain/identity.ts";
import type { MemoryStatus } from "../../domain/memory.ts";
import { strengthAt } from "../../domain/strength.ts";
import { RAW_TAG } from "../../domain/timeline/entry.ts";
import { shownShare, type Verdict, type VerdictCode, verdict } from "../../domain/why-not.ts";
import type { EventEntry } from "../../scope-index/event-index.ts";
import type { MemoryEntry } from "../../scope-index/memory-entry.ts";
import type { OrdinaryMemories } from "../../scope-index/memory-shelf.ts";
import type { ReadableScope } from "../../scope-index/scope-index.ts";
import { rowFilter, type StoreFilter } from "../../store/tables/memory-search.ts";
import { isNamed, type ParsedQuestion } from "../parse/question.ts";
import type { RetrieveRequest } from "./lookup.ts";
import { isDoubted } from "./quotes/rules.ts";

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
  { at, status: statuses, minConfidence = 0, categories }: StoreFilter,
): Verdict {
  const { confidence, category } = entry.row;
  const status = entry.statusAt(at);
  if (status !== "active" && statuses?.includes(status) !== true) return verdict(OF_STATUS[status]);
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
