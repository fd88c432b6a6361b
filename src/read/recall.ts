import type { Hit } from "../api/hit.ts";
import type { MemoryFilter } from "../api/memory-filter.ts";
import type { Degraded, Recall, Receipt } from "../api/recall.ts";
import type { Access } from "../domain/allowlist.ts";
import { checkAborted } from "../domain/errors.ts";
import { injectInto } from "../domain/inject.ts";
import type { Scope } from "../domain/scope.ts";
import { categoryRules } from "../domain/settings/categories.ts";
import type { Settings } from "../domain/settings.ts";
import type { Source } from "../domain/source.ts";
import type { Piece } from "../language/pieces.ts";
import type { Embedder } from "../models/embedder.ts";
import type { Indexes } from "../scope-index/indexes.ts";
import type { MemoryEntry } from "../scope-index/memory-entry.ts";
import type { ReadableScope } from "../scope-index/readable-scope.ts";
import type { StoreFilter } from "../store/memory-search.ts";
import type { Reader } from "../store/tx.ts";
import { oncePerKey, withoutTwins } from "./apart.ts";
import { type Bounds, besideChosen, type Chosen, withinBudget } from "./budget.ts";
import type { Candidate, MemoryCandidate } from "./candidate.ts";
import { type Core, type CorePart, chooseCore, NO_CORE, retrieveCore } from "./core.ts";
import { type Deadline, deadlineIn, readerUntil } from "./deadline.ts";
import { degradedFor } from "./degraded.ts";
import { type Delta, deltaFor } from "./delta.ts";
import { readEvidence } from "./evidence.ts";
import { filterFor, namesCategory, wantsProcedures } from "./filter.ts";
import { giveWay } from "./give-way.ts";
import { toHit } from "./hit.ts";
import { inOrder, inReadingOrder } from "./order.ts";
import { NOBODY, namesOf, type ReadQuestion, readQuestion } from "./question.ts";
import type { QuoteRules } from "./quotes/rules.ts";
import { rank } from "./rank.ts";
import { relatedTo } from "./related-lines.ts";
import { toPrompt } from "./render.ts";
import { type Reranker, reranked } from "./reranker.ts";
import { resolveAnyhow } from "./resolve.ts";
import { type Lift, retrieve } from "./retrieve.ts";
import type { RetrieveRequest } from "./retrieve-request.ts";
import type { Trace } from "./trace.ts";
import { underNewest } from "./under-newest.ts";

/** What the engine lends to a read. */
export interface ReadTools {
  readonly reader: Reader;
  readonly indexes: Indexes;
  readonly embedder: Embedder | null;
  readonly reranker: Reranker | null;
  readonly settings: Settings;
  readonly now: Date;
}

/** A request under policies of a certain version, as this process last saw them. */
export interface RecallRequest extends Question {
  readonly policy: number;
  /** The same under the tenant's newest policies. */
  newer(): Promise<RecallRequest>;
}

/** What is asked, whatever the policies. */
export interface Question extends ReadTools {
  /** The scope first, then those that are only read (R62). */
  readonly scopes: readonly Scope[];
  /** The handle's, never the request's (C22). */
  readonly access: Access;
  readonly query: string;
  /** Who asks: an account; `null` = the user of a user's scope, else nobody in particular. */
  readonly asker: string | null;
  readonly from: readonly Source[];
  readonly bounds: Bounds;
  readonly filter: MemoryFilter;
  readonly threshold: number | undefined;
  readonly asOf: number | null;
  readonly deadlineMs: number | null;
  /** Asked for by an agent, not injected unasked: strength does not matter, and what is asked is looked for. */
  readonly asked: boolean;
  /** Who is told what changed since it last looked; `null` = nobody. */
  readonly thread: string | null;
  readonly signal: AbortSignal | undefined;
  /** Told what is left out, where somebody asks why. Default: nobody. */
  readonly trace?: Trace | undefined;
  /** Notes that what was shown has been given to an agent. */
  deliver(receipt: Receipt): Promise<void>;
}

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
    const { scopes, degraded } = await resolved(request, deadline);
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

const NO_DELTA: Delta = { header: "", rev: 0 };

const DISABLED: Degraded = { reason: "disabled", detail: "Reading is switched off in the settings." };

function nothing(degraded: Degraded): Found {
  return { core: "", chosen: [], hits: [], delta: NO_DELTA, degraded };
}

/** resolve */
function resolved(
  { reader, scopes, indexes }: RecallRequest,
  deadline: Deadline,
): ReturnType<typeof resolveAnyhow> {
  return resolveAnyhow(readerUntil(deadline, reader), scopes, indexes);
}

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
  const delta = await orElse(deltaOf(request, reader, scopes), NO_DELTA);
  const asked = await askedIn({ ...request, reader }, scopes, deadline, orElse);
  const core = await coreIn(request, asked, filter, deadline);
  degraded ??= core.degraded;
  const open = asked.map((one) => ({ ...one, quoting: withShown(one.quoting, core.shown.get(one.scope)) }));
  const { candidates, degraded: partly } = await retrieveAll(request, open, filter, deadline);
  degraded ??= partly;
  const ranked = rank(candidates, settings.readPolicy, now);
  const read = await reranked(
    request.reranker,
    request.query,
    ranked,
    settings.readPolicy,
    now,
    deadline,
    request.signal,
  );
  degraded ??= read.degraded;
  const { whole, degraded: behind } = await wholeCategories(request, asked, filter, deadline);
  degraded ??= behind;
  const ids = new Set([...whole.map((one) => one.entry.row.id), ...core.memories]);
  const rest = read.ranked.filter(({ candidate: one }) => one.kind === "event" || !ids.has(one.entry.row.id));
  const ordered = [...rank(whole, settings.readPolicy, now), ...rest];
  const fixed = [delta.header, core.line];
  const answers = withinBudget(ordered, settings, bounds, fixed, now, request.trace);
  const linked = relatedTo(answers, ids);
  const { lines } = settings.relations;
  const beside =
    linked.length === 0 || lines === 0
      ? []
      : besideChosen(linked, answers, lines, settings, bounds, fixed, now);
  const chosen = [...inOrder(answers, core.chosen, read.ranked), ...beside];
  const shown: Chosen[] = [];
  // The core is in the prompt whatever the limit; the list of hits keeps to it.
  for (const one of chosen) if (!one.core || shown.length < bounds.maxItems) shown.push(one);
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

/** A scope, what the question says in it, and what may be quoted there. */
interface AskedScope {
  readonly scope: ReadableScope;
  readonly question: ReadQuestion;
  readonly quoting: QuoteRules | null;
}

async function askedIn(
  { query, asker, reader, indexes, from, now }: RecallRequest,
  scopes: readonly ReadableScope[],
  deadline: Deadline,
  orElse: <T>(read: Promise<T>, nothing: T) => Promise<T>,
): Promise<AskedScope[]> {
  const asked: AskedScope[] = [];
  for (const scope of scopes) {
    const { kind } = scope.scope;
    const names = await orElse(namesOf(reader, scope, indexes, now.getTime()), NOBODY);
    const question = readQuestion(scope, query, asker, names);
    let quoting: QuoteRules | null = null;
    if (from.includes("quotes")) {
      const sources = await indexes.memories(reader, scope, (index) => index.sources, deadline.late);
      const index = await indexes.events(
        reader,
        scope,
        ({ corpus, updates }) => ({ corpus, updates }),
        deadline.late,
      );
      const isGroup = kind === "group";
      quoting = { index, sources, question, isGroup, now: now.getTime(), shown: () => [] };
    }
    asked.push({ scope, question, quoting });
  }
  return asked;
}

/** The same, without the sentences that the core shows already. */
function withShown(
  rules: QuoteRules | null,
  shown: ReadonlyMap<number, readonly Piece[]> | undefined,
): QuoteRules | null {
  return rules === null || shown === undefined ? rules : { ...rules, shown: (seq) => shown.get(seq) ?? [] };
}

async function deltaOf(
  { scopes: [first], thread, settings, access }: RecallRequest,
  reader: Reader,
  scopes: readonly ReadableScope[],
): Promise<Delta> {
  const own = scopes.find(({ scope }) => scope === first);
  if (thread === null || own === undefined || !settings.render.delta) return NO_DELTA;
  return deltaFor(reader, own, thread, access.categories);
}

async function retrieveAll(
  request: RecallRequest,
  asked: readonly AskedScope[],
  filter: StoreFilter,
  deadline: Deadline,
): Promise<{ candidates: Candidate[]; degraded: Degraded | null }> {
  const found: Candidate[] = [];
  const lifted = new Map<string, Lift>();
  let degraded: Degraded | null = null;
  for (const source of request.from) {
    for (const one of asked) {
      request.signal?.throwIfAborted();
      const part = await retrieve(lookupOf(request, filter, deadline, one), one.scope, source);
      found.push(...part.candidates);
      for (const [id, how] of part.lifted ?? []) lifted.set(id, how);
      degraded ??= part.degraded;
      await giveWay();
    }
  }
  const all = found.map((one) => {
    const source = one.kind === "event" ? undefined : lifted.get(one.entry.row.id);
    return source === undefined || source.order <= one.order ? one : { ...one, ...source };
  });
  const apart = withoutTwins(all);
  if (request.trace !== undefined) {
    const kept = new Set(apart);
    const twins = all.filter((one) => one.kind === "event" && !kept.has(one));
    for (const one of twins) request.trace.cut(one, "twin");
  }
  return { candidates: asked.length > 1 ? oncePerKey(apart) : apart, degraded };
}

/** A person has a handful of standing wishes and limits. */
const MOST_CORE = 12;

function lookupOf(
  request: RecallRequest,
  filter: StoreFilter,
  deadline: Deadline,
  { question, quoting }: AskedScope,
): RetrieveRequest {
  const { readPolicy } = request.settings;
  // Asked on purpose, strength and "all" find nothing by words; what is asked for is looked for.
  const fixed = readPolicy.retriever === "strength" || readPolicy.retriever === "all";
  return {
    ...request,
    question,
    filter,
    deadline,
    quoting,
    mostCore: MOST_CORE,
    retriever: request.asked && fixed ? "hybrid" : readPolicy.retriever,
    // Who asks on purpose gets the best there are, unless it names a threshold (R264).
    threshold: request.threshold ?? readPolicy.threshold ?? (request.asked ? 0 : undefined),
    // More than asked for, because duplicates and caps take some away again.
    enough: request.bounds.maxItems * 3 + 20,
    minStrength: request.asked ? 0 : readPolicy.minStrength,
    procedural: wantsProcedures(request.filter),
    categories: request.asked || namesCategory(request.filter) ? null : readPolicy.categories,
    raw: request.settings.timeline.recallRaw,
  };
}

/** What belongs in every prompt, from memories and from the users' own words. */
async function coreIn(
  request: RecallRequest,
  asked: readonly AskedScope[],
  filter: StoreFilter,
  deadline: Deadline,
): Promise<Core> {
  const { settings, from, bounds } = request;
  if (!settings.readPolicy.core || request.asked || !from.includes("memories")) return NO_CORE;
  const parts: CorePart[] = [];
  const shown = new Map<ReadableScope, ReadonlyMap<number, readonly Piece[]>>();
  let degraded: Degraded | null = null;
  for (const one of asked) {
    const found = await retrieveCore(lookupOf(request, filter, deadline, one), one.scope);
    parts.push(...found.parts);
    shown.set(one.scope, found.shown);
    degraded ??= found.degraded;
  }
  const { line, chosen } = chooseCore(parts, settings, bounds.maxTokens);
  const memories = chosen.flatMap(({ ranked: { candidate: one } }) =>
    one.kind === "event" ? [] : [one.entry.row.id],
  );
  return { line, chosen, memories, shown, degraded };
}

/** Categories that go into every context as a whole, whatever is asked (R260). */
async function wholeCategories(
  request: RecallRequest,
  asked: readonly AskedScope[],
  filter: StoreFilter,
  deadline: Deadline,
): Promise<{ whole: MemoryCandidate[]; degraded: Degraded | null }> {
  const rules = categoryRules(request.settings.categories);
  const named = [...rules.values()].filter((rule) => rule.context === "all").map((rule) => rule.name);
  const wanted = named.filter((name) => filter.categories?.includes(name) ?? true);
  if (wanted.length === 0 || !request.from.includes("memories")) return { whole: [], degraded: null };
  const found: Candidate[] = [];
  let degraded: Degraded | null = null;
  for (const one of asked) {
    const lookup = lookupOf(request, { ...filter, categories: wanted }, deadline, one);
    const part = await retrieve({ ...lookup, retriever: "all" }, one.scope, "memories");
    found.push(...part.candidates);
    degraded ??= part.degraded;
  }
  return { whole: oncePerKey(found).filter((one) => one.kind !== "event"), degraded };
}

/** render */
function answer(request: RecallRequest, { core, chosen, hits, delta, degraded }: Found): Recall {
  const { settings } = request;
  const prompt = (): string => {
    const lines = inReadingOrder(chosen.filter((one) => !one.core)).map((one) => one.line);
    return toPrompt(core === "" ? lines : [core, ...lines], settings, delta.header);
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
