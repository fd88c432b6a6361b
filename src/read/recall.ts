import type { Degraded, EvidenceRef, Hit, Recall, Receipt } from "../api/recall.ts";
import { injectInto } from "../domain/inject.ts";
import { FORMATS } from "../domain/render/formats.ts";
import type { MemoryEntry } from "../scope-index/memory-entry.ts";
import type { ReadableScope } from "../scope-index/scope-index.ts";
import { evidenceOfMany } from "../store/tables/evidence.ts";
import type { SqlReader } from "../store/tx.ts";
import { attempt } from "./attempt.ts";
import { memoryIdOf, shownMemory } from "./candidate.ts";
import { type Deadline, orElse, readerUntil } from "./deadline.ts";
import { eventFilter, filterFor } from "./parse/filter.ts";
import { type RankedCandidate, rank, reranked, scoreParts } from "./rank/rank.ts";
import { blockRef } from "./render/block-ref.ts";
import { type Delta, deltaFor, NO_DELTA } from "./render/delivery.ts";
import { inReadingOrder } from "./render/reading-order.ts";
import { type Core, NO_CORE } from "./retrieve/core.ts";
import { coreIn, questionsIn, retrieveAll, type ScopeQuestion } from "./retrieve/retrieve.ts";
import { wholeCategories } from "./retrieve/whole-categories.ts";
import { besideChosen, type Chosen, withinBudget } from "./select/budget.ts";
import { aroundAnswers, relatedTo } from "./select/context-lines.ts";
import type { RecallRequest, RecallRun } from "./types.ts";

/**
 * Reads the scopes for a question. Rejects only for a bad argument, an abort or a closed engine; a database in
 * trouble, a model that fails and a deadline that passes degrade the answer.
 */
export async function recall(request: RecallRequest): Promise<Recall> {
  const { current, found } = await attempt(request, find, nothing);
  return answer(current, found);
}

interface Found {
  readonly core: Pick<Core, "line" | "chosen">;
  readonly chosen: readonly Chosen[];
  readonly hits: readonly Hit[];
  readonly delta: Delta;
  readonly unsure: boolean;
  readonly degraded: Degraded | null;
}

function nothing(degraded: Degraded): Found {
  return { core: NO_CORE, chosen: [], hits: [], delta: NO_DELTA, unsure: true, degraded };
}

/** Lines that only go on with what an answer says. */
const MAX_AROUND = 6;

/** retrieve → rank → diversify → budget */
async function find(
  request: RecallRequest,
  scopes: readonly ReadableScope[],
  deadline: Deadline,
): Promise<Found> {
  const { settings, now, bounds, trace } = request;
  const { readPolicy } = settings;
  const reader = readerUntil(deadline, request.reader);
  const reading: RecallRun = { ...request, deadline, visible: filterFor(request) };
  const delta = await orElse(deadline, deltaFor(request, reader, scopes), NO_DELTA);
  const asked = await questionsIn({ ...reading, reader }, scopes);
  const core = await coreIn(reading, asked);
  const open = asked.map((one) => withoutCore(one, core));
  const ranked = await reranked(reading, rank(await retrieveAll(reading, open), readPolicy, now));
  const block = { settings, bounds, fixed: [delta.header, core.line], now, trace };
  const { first, later } = await wholeCategories(reading, asked, block);
  const ids = new Set(memoriesIn([...first, ...later, ...core.chosen.map((one) => one.ranked)]));
  const rest = ranked.filter(({ candidate: one }) => one.kind === "event" || !ids.has(one.entry.row.id));
  const answers = withinBudget(first, rest, block);
  const beside = besideChosen(relatedTo(answers, ids), answers, settings.relations.lines, block);
  const filling = besideChosen(later, [...answers, ...beside], later.length, block);
  const filled = new Set(filling.map((one) => one.ranked));
  for (const one of later) if (!filled.has(one)) trace?.cut(one.candidate, "tokens");
  const around = aroundAnswers(answers, open, eventFilter({ ...request, filter: reading.visible }));
  const room = Math.min(MAX_AROUND, bounds.maxItems - answers.length);
  const further = besideChosen(around, [...answers, ...beside, ...filling], room, block);
  const isWhole = ({ ranked: one }: Chosen): boolean => first.includes(one);
  const own = [...answers.filter(isWhole), ...filling, ...answers.filter((one) => !isWhole(one))];
  const chosen = [...inOrder(own, core.chosen, ranked), ...beside, ...further];
  const shown: Chosen[] = [];
  // Lines beside the answers are in the prompt regardless of the limit; the list of hits respects it.
  for (const one of chosen) {
    const isAnswer = !one.core && !further.includes(one);
    if (isAnswer || shown.length < bounds.maxItems) shown.push(one);
  }
  for (const [scope, entries] of withoutEvidence(shown))
    await orElse(deadline, readEvidence(reader, scope, entries), undefined);
  const hits = shown.map((one) => toHit(one, now));
  const needsMemory = asked.some(({ question }) => question.need === "memory");
  return {
    core,
    chosen,
    hits,
    delta,
    unsure: needsMemory && bestShown(ranked, chosen) < readPolicy.sureFrom,
    degraded: deadline.degraded,
  };
}

/** The relevance of the line that answers best. What is shown whatever is asked has its relevance where it was found. */
function bestShown(ranked: readonly RankedCandidate[], chosen: readonly Chosen[]): number {
  const shown = new Set(memoriesIn(chosen.map((one) => one.ranked)));
  const isShown = ({ candidate }: RankedCandidate): boolean => shown.has(memoryIdOf(candidate) ?? "");
  return [...ranked.filter(isShown), ...chosen.map((one) => one.ranked)].reduce(
    (best, { candidate }) => Math.max(best, candidate.relevance),
    0,
  );
}

/** The same, without the sentences that the core shows already. */
function withoutCore(asked: ScopeQuestion, core: Core): ScopeQuestion {
  const { quoting, scope } = asked;
  const shown = core.shown.get(scope);
  if (quoting === null || shown === undefined) return asked;
  return { ...asked, quoting: { ...quoting, shown: (seq) => shown.get(seq) ?? [] } };
}

function memoriesIn(ranked: readonly RankedCandidate[]): string[] {
  return ranked.flatMap(({ candidate }) => memoryIdOf(candidate) ?? []);
}

/** render */
function answer(request: RecallRequest, { core, chosen, hits, delta, unsure, degraded }: Found): Recall {
  const { settings } = request;
  const lines = inReadingOrder(
    chosen.filter((one) => !one.core),
    settings,
  );
  const prompt = (): string => {
    const all = [core.line, ...lines.map((one) => one.line)].filter((line) => line !== "");
    const block = all.length === 0 ? "" : FORMATS[settings.render.format].wrap(all);
    // The delta header first, then the block; nothing at all when there is neither.
    return [delta.header, block].filter((part) => part !== "").join("\n");
  };
  let made: Receipt | undefined;
  const receipt = (): Receipt => {
    made ??= {
      ids: memoriesIn(chosen.map(({ ranked }) => ranked)),
      thread: delta.rev > 0 ? request.thread : null,
      rev: delta.rev,
      block: blockRef(request, { lines: [...core.chosen, ...lines], delta, degraded, prompt: prompt() }),
    };
    return made;
  };
  return {
    hits,
    degraded,
    unsure,
    get receipt() {
      return receipt();
    },
    toPrompt: prompt,
    injectInto: (messages) => injectInto(messages, prompt(), settings.render.placement),
    delivered: (options) => request.deliver(receipt(), options),
  };
}

/** The best answer first, from the core or not; then the rest of the core. */
function inOrder(
  answers: readonly Chosen[],
  core: readonly Chosen[],
  ranked: readonly RankedCandidate[],
): readonly Chosen[] {
  if (core.length === 0) return answers;
  const byId = new Map<string | null, RankedCandidate | null>();
  for (const one of core) byId.set(memoryIdOf(one.ranked.candidate), null);
  byId.delete(null);
  // Of several, the one that ranks best.
  for (const one of ranked) {
    const id = memoryIdOf(one.candidate);
    if (byId.get(id) === null) byId.set(id, one);
  }
  const known = core.map((one) => {
    const found = byId.get(memoryIdOf(one.ranked.candidate)) ?? null;
    return found === null ? one : { ...one, ranked: found };
  });
  const order = [...answers];
  for (const one of known.filter(({ ranked: { candidate } }) => candidate.via !== "core")) {
    const after = order.findIndex((other) => other.ranked.sortKey < one.ranked.sortKey);
    order.splice(after < 0 ? order.length : after, 0, one);
  }
  return [...order, ...known.filter(({ ranked: { candidate } }) => candidate.via === "core")];
}

export function toHit({ ranked, shown: text, core }: Omit<Chosen, "line">, now: Date): Hit {
  const { candidate, score } = ranked;
  const why = scoreParts(ranked, now);
  if (candidate.kind === "event") {
    const { event } = candidate.entry;
    const changed = candidate.quotation?.later ?? null;
    const later = changed === null ? null : { text: changed.text, event: changed.entry.event };
    return { kind: "event", id: event.id, text, score, why, evidence: [], core, event, later };
  }
  const memory = shownMemory(candidate, now.getTime());
  const hit = { id: memory.id, text, score, why, evidence: candidate.entry.evidence ?? [], core };
  return candidate.kind === "timeline"
    ? { kind: "timeline", ...hit, entry: memory }
    : { kind: "memory", ...hit, memory };
}

/** Reads what backs some memories of a scope. It is kept with them, for new evidence makes a new entry of the index. */
async function readEvidence(
  reader: SqlReader,
  scope: ReadableScope,
  entries: readonly MemoryEntry[],
): Promise<void> {
  const found = new Map<string, EvidenceRef[]>(entries.map(({ row }) => [row.id, []]));
  for (const { memory, id, method, at } of await evidenceOfMany(reader, scope, [...found.keys()]))
    found.get(memory)?.push({ eventId: id, method, at: new Date(at) });
  for (const entry of entries) entry.evidence = found.get(entry.row.id) ?? [];
}

/** The memories whose evidence nobody has read yet, by scope. */
function withoutEvidence(chosen: readonly Chosen[]): Map<ReadableScope, MemoryEntry[]> {
  const unread = new Map<ReadableScope, MemoryEntry[]>();
  for (const { candidate } of chosen.map(({ ranked }) => ranked)) {
    if (candidate.kind === "event" || candidate.entry.evidence !== null) continue;
    const known = unread.get(candidate.scope);
    if (known === undefined) unread.set(candidate.scope, [candidate.entry]);
    else known.push(candidate.entry);
  }
  return unread;
}
