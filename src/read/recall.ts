import type { Hit } from "../api/hit.ts";
import type { Degraded, Recall, Receipt } from "../api/recall.ts";
import { checkAborted } from "../domain/errors.ts";
import { injectInto } from "../domain/inject.ts";
import { FORMATS } from "../domain/render/formats.ts";
import type { MemoryEntry } from "../scope-index/memory-entry.ts";
import type { ReadableScope } from "../scope-index/scope-index.ts";
import { giveWay } from "../store/give-way.ts";
import { besideChosen, type Chosen, withinBudget } from "./budget.ts";
import { type Deadline, deadlineIn, readerUntil } from "./deadline.ts";
import { degradedFor } from "./degraded.ts";
import { type Delta, deltaFor, NO_DELTA } from "./delta.ts";
import { eventFilter } from "./eligible.ts";
import { readEvidence } from "./evidence.ts";
import { filterFor } from "./filter.ts";
import { askedIn, coreIn, retrieveAll, wholeCategories, withShown } from "./gather.ts";
import { toHit } from "./hit.ts";
import { inOrder, inReadingOrder } from "./order.ts";
import { aroundAnswers } from "./quotes/around.ts";
import { rank } from "./rank.ts";
import { relatedTo } from "./related.ts";
import type { RecallRequest } from "./request.ts";
import { reranked } from "./reranker.ts";
import { resolveAnyhow, underNewest } from "./resolve.ts";

/**
 * Reads the scopes for a question. Rejects only for a bad argument, an abort or a closed engine; a database in
 * trouble, a model that fails and a deadline that passes degrade the answer.
 */
export async function recall(request: RecallRequest): Promise<Recall> {
  const { settings, signal } = request;
  if (!settings.enable) return answer(request, nothing(DISABLED));
  checkAborted(signal);
  // Before anything is read: what an agent may not see must not depend on what is there (R261).
  filterFor(request);
  await giveWay();
  const deadline = deadlineIn(request.deadlineMs, signal);
  try {
    const { scopes, degraded } = await resolveAnyhow(request, deadline);
    const { current, outdated } = await underNewest(request, scopes, deadline);
    const found = current.settings.readPolicy.enable
      ? await find(current, scopes, deadline)
      : nothing(DISABLED);
    checkAborted(signal);
    return answer(current, { ...found, degraded: degraded ?? outdated ?? found.degraded });
  } catch (error) {
    checkAborted(signal);
    return answer(request, nothing(degradedFor(error)));
  } finally {
    deadline.stop();
  }
}

interface Found {
  /** The core, as one line; `""` when there is none. */
  readonly core: string;
  readonly chosen: readonly Chosen[];
  readonly hits: readonly Hit[];
  readonly delta: Delta;
  readonly degraded: Degraded | null;
}

const DISABLED: Degraded = { reason: "disabled", detail: "Reading is switched off in the settings." };

function nothing(degraded: Degraded): Found {
  return { core: "", chosen: [], hits: [], delta: NO_DELTA, degraded };
}

/** Lines that only go on with what an answer says. */
const MOST_AROUND = 6;

/** retrieve → rank → diversify → budget */
async function find(
  request: RecallRequest,
  scopes: readonly ReadableScope[],
  deadline: Deadline,
): Promise<Found> {
  const { settings, now, bounds } = request;
  const reader = readerUntil(deadline, request.reader);
  const filter = filterFor(request);
  let degraded: Degraded | null = null;
  /** A database in trouble does not take away what is known. */
  const orElse = async <T>(read: Promise<T>, nothing: T): Promise<T> => {
    try {
      return await read;
    } catch (error) {
      degraded ??= degradedFor(error);
      return nothing;
    }
  };
  const delta = await orElse(deltaFor(request, reader, scopes), NO_DELTA);
  const asked = await askedIn({ ...request, reader }, scopes, deadline, orElse);
  const core = await coreIn(request, asked, filter, deadline);
  degraded ??= core.degraded;
  const open = asked.map((one) => ({ ...one, quoting: withShown(one.quoting, core.shown.get(one.scope)) }));
  const { candidates, degraded: partly } = await retrieveAll(request, open, filter, deadline);
  degraded ??= partly;
  const ranked = rank(candidates, settings.readPolicy, now);
  const read = await reranked(request, ranked, deadline);
  degraded ??= read.degraded;
  const { whole, degraded: behind } = await wholeCategories(request, asked, filter, deadline);
  degraded ??= behind;
  const ids = new Set([...whole.map((one) => one.entry.row.id), ...core.memories]);
  const rest = read.ranked.filter(({ candidate: one }) => one.kind === "event" || !ids.has(one.entry.row.id));
  const ordered = [...rank(whole, settings.readPolicy, now), ...rest];
  const block = { settings, bounds, fixed: [delta.header, core.line], now, trace: request.trace };
  const answers = withinBudget(ordered, block);
  const linked = relatedTo(answers, ids);
  const beside = besideChosen(linked, answers, settings.relations.lines, block);
  const around = aroundAnswers(answers, open, eventFilter({ ...request, filter }));
  const room = Math.min(MOST_AROUND, bounds.maxItems - answers.length);
  const further = besideChosen(around, [...answers, ...beside], room, block);
  const chosen = [...inOrder(answers, core.chosen, read.ranked), ...beside, ...further];
  const shown: Chosen[] = [];
  // What only stands beside the answers is in the prompt whatever the limit; the list of hits keeps to it.
  for (const one of chosen) {
    const isAnswer = !one.core && !further.includes(one);
    if (isAnswer || shown.length < bounds.maxItems) shown.push(one);
  }
  for (const [scope, entries] of withoutEvidence(shown))
    await orElse(readEvidence(reader, scope, entries), undefined);
  const hits = shown.map((one): Hit => {
    const { candidate } = one.ranked;
    return toHit(one, candidate.kind === "event" ? [] : (candidate.entry.evidence ?? []), now);
  });
  return { core: core.line, chosen, hits, delta, degraded };
}

/** The memories whose evidence nobody has read yet, by scope. */
function withoutEvidence(chosen: readonly Chosen[]): Map<ReadableScope, MemoryEntry[]> {
  const unread = new Map<ReadableScope, MemoryEntry[]>();
  for (const { ranked } of chosen) {
    const { candidate } = ranked;
    if (candidate.kind === "event" || candidate.entry.evidence !== null) continue;
    const known = unread.get(candidate.scope);
    if (known === undefined) unread.set(candidate.scope, [candidate.entry]);
    else known.push(candidate.entry);
  }
  return unread;
}

/** render */
function answer(request: RecallRequest, { core, chosen, hits, delta, degraded }: Found): Recall {
  const { settings } = request;
  const prompt = (): string => {
    const lines = inReadingOrder(chosen.filter((one) => !one.core)).map((one) => one.line);
    const all = core === "" ? lines : [core, ...lines];
    const block = all.length === 0 ? "" : FORMATS[settings.render.format].wrap(all);
    // The delta header first, then the block; nothing at all when there is neither (C19).
    return [delta.header, block].filter((part) => part !== "").join("\n");
  };
  const receipt: Receipt = {
    ids: chosen.flatMap(({ ranked: { candidate: one } }) => (one.kind === "event" ? [] : [one.entry.row.id])),
    thread: delta.rev > 0 ? request.thread : null,
    rev: delta.rev,
  };
  return {
    hits,
    degraded,
    receipt,
    toPrompt: prompt,
    injectInto: (messages) => injectInto(messages, prompt(), settings.render.placement),
    delivered: () => request.deliver(receipt),
  };
}
